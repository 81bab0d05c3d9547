"""The tagger: a linear chain model that finds the names of an English text.

`training/entities.py` trains it as a conditional random field; here only the best path through
each candidate range is computed. The weights of features of a single word are summed once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import Final
from zlib import crc32

import numpy

from tidings.enrich.name_tables.name_span import NameSpan
from tidings.enrich.name_tagger.candidate_ranges import candidate_ranges
from tidings.enrich.name_tagger.casing import with_restored_capitals
from tidings.enrich.name_tagger.feature_scores import (
    REACH,
    FeatureScores,
    Scores,
    features_by_distance,
)
from tidings.enrich.name_tagger.tagger_features import (
    TaggerSentence,
    capitalised_runs,
    run_features,
    run_position_call,
    tagger_sentence,
    token_features,
)
from tidings.enrich.name_tagger.viterbi import Numbers, best_paths
from tidings.model.articles.annotations import EntityKind
from tidings.text.parsing.parsed_text import ParsedText

KINDS: Final = (EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.PLACE)
OUTSIDE: Final = 0
LABELS: Final = ("O", *(f"{mark}-{kind}" for kind in KINDS for mark in "BI"))
_IMPOSSIBLE = -1e9
# An I label never starts a name, and never follows a label of another kind.
_START_SCORES: Numbers = numpy.array([_IMPOSSIBLE if label[0] == "I" else 0.0 for label in LABELS])
_POSSIBLE = numpy.array([[label[0] != "I" or previous[1:] == label[1:] for label in LABELS]
                         for previous in LABELS])  # fmt: skip
_FILE = Path(__file__).with_name("names.npz")
_MAX_TOKENS = 2_500  # in the candidate ranges of an article; one of 550 words has a hundred

Rows = list[list[float]]
TokenRange = tuple[int, int]
# A sentence, the index of its first token in the text, and its candidate ranges.
CandidateSentence = tuple[TaggerSentence, int, list[TokenRange]]


@dataclass(slots=True)
class Tagger:
    """The weights of features, and of transitions between labels."""

    rows: dict[str, int]
    weights: Scores
    transitions: Rows
    _feature_scores: FeatureScores = field(init=False)
    _transitions: Numbers = field(init=False)
    _lock: Lock = field(init=False, default_factory=Lock)  # for the feature scores

    def __post_init__(self) -> None:
        self._feature_scores = FeatureScores(self.rows, self.weights)
        self._transitions = numpy.where(_POSSIBLE, numpy.array(self.transitions), _IMPOSSIBLE)

    def spans(self, parsed: ParsedText) -> list[NameSpan]:
        """Return the names of a text."""
        return self.spans_of_each((parsed,))[0]

    def spans_of_each(self, texts: Sequence[ParsedText]) -> list[list[NameSpan]]:
        """Return the names of several texts; two hardly take longer than one."""
        candidates = [list(_candidate_sentences(parsed)) for parsed in texts]
        all_candidates = [each for found in candidates for each in found]
        if not all_candidates:
            return [[] for _ in texts]
        with self._lock:
            scores = self._scores(all_candidates).astype(numpy.float64)
        lengths = [end - start for _, _, ranges in all_candidates for start, end in ranges]
        results = iter(
            zip(
                best_paths(scores, lengths, self._transitions, _START_SCORES),
                _shares(scores),
                strict=True,
            )
        )
        return [list(_spans_in(found, results)) for found in candidates]

    def _scores(self, candidates: list[CandidateSentence]) -> Scores:
        """The label scores of all candidate tokens, computed at once."""
        sums = self._feature_scores
        sums.make_room()
        slots: list[int] = []
        starts: list[int] = []
        for sentence, _, ranges in candidates:
            for token_range in ranges:
                words = self._words(sentence.words, token_range)
                shared = self._shared(sentence, token_range)
                for at, of_words in zip(range(*token_range), words, strict=True):
                    starts.append(len(slots))
                    slots += of_words
                    slots += sums.slots_of_calls(*token_features(sentence, at))
                    slots += shared.get(at, ())
        return sums.of(slots, starts)

    def _words(self, words: list[str], token_range: TokenRange) -> Iterator[Sequence[int]]:
        """The slots of the words around each token of a range."""
        first, end = token_range
        zero_row = [self._feature_scores.zero_row]
        word_slots = self._feature_scores.words(words[max(0, first - REACH) : end + REACH])
        word_slots = zero_row * (REACH - first) + word_slots + zero_row * (end + REACH - len(words))
        for a, b, c, d, e in zip(
            word_slots, word_slots[1:], word_slots[2:], word_slots[3:], word_slots[4:], strict=False
        ):
            yield a, b + 1, c + 2, d + 3, e + 4

    def _shared(self, sentence: TaggerSentence, token_range: TokenRange) -> dict[int, list[int]]:
        """The slots of run features, for each token of a run."""
        shared: dict[int, list[int]] = {}
        slots_of_calls = self._feature_scores.slots_of_calls
        for first, end in capitalised_runs(sentence.words, token_range):
            of_run = slots_of_calls(*run_features(sentence, first, end))
            for at in range(first, end):
                shared[at] = of_run + slots_of_calls((run_position_call(at, first, end),))
        return shared


def _candidate_sentences(parsed: ParsedText) -> Iterator[CandidateSentence]:
    """The sentences that may contain names, up to the limit of tokens."""
    tokens = 0
    for first, end in parsed.bounds:
        written = parsed.words[first:end]
        words = with_restored_capitals(written)
        if ranges := candidate_ranges(words, 0, len(words)):
            yield tagger_sentence(words, ranges, written), first, ranges
            tokens += sum(stop - start for start, stop in ranges)
        if tokens > _MAX_TOKENS:
            return


def features_at(sentence: TaggerSentence, at: int, token_range: TokenRange) -> list[str]:
    """Return all features at a token, as used in training."""
    calls, features = token_features(sentence, at)
    for first, end in capitalised_runs(sentence.words, token_range):
        if first <= at < end:
            run_calls, of_run = run_features(sentence, first, end)
            calls += [*run_calls, run_position_call(at, first, end)]
            features += of_run
    features += [feature for call in calls for feature in call[0](*call[1:])]
    for distance in range(-REACH, REACH + 1):
        if 0 <= at + distance < len(sentence.words):
            features += features_by_distance(sentence.words[at + distance])[distance + REACH]
    return features


def _spans_in(
    candidates: list[CandidateSentence], results: Iterator[tuple[int, list[float]]]
) -> Iterator[NameSpan]:
    """The names of a text; takes the results of its candidate tokens from the iterator."""
    absolute_ranges = [
        (first + start, first + end) for _, first, ranges in candidates for start, end in ranges
    ]
    own_results = list(islice(results, sum(end - start for start, end in absolute_ranges)))
    return spans_of(
        [label for label, _ in own_results], [shares for _, shares in own_results], absolute_ranges
    )


def spans_of(path: Sequence[int], shares: Rows, ranges: Sequence[TokenRange]) -> Iterator[NameSpan]:
    """Yield the names of the ranges in order; a name is as sure as its first token."""
    offset = 0
    for start, end in ranges:
        labels = path[offset : offset + end - start]
        first = None
        for at, label in enumerate((*labels, OUTSIDE)) if any(labels) else ():
            if first is not None and (label == OUTSIDE or label % 2):
                kind = KINDS[(labels[first] - 1) // 2]
                yield NameSpan(
                    start + first, start + at, kind, shares[offset + first][labels[first]]
                )
                first = None
            if label != OUTSIDE and first is None:
                first = at
        offset += end - start


def _shares(scores: Numbers) -> Rows:
    """The probability of each label of a token by its own scores (softmax)."""
    shares = numpy.exp(scores - scores.max(axis=1, keepdims=True))
    return (shares / shares.sum(axis=1, keepdims=True)).tolist()  # type: ignore[no-any-return]


def was_trained_on(text: str) -> bool:
    """Return whether the model was trained on a sentence, by its stored checksums."""
    return sentence_checksum(text) in _trained_checksums()


def sentence_checksum(text: str) -> int:
    """Return the checksum of a sentence, independent of its spaces."""
    return crc32("".join(text.split()).encode("utf-8", "surrogatepass"))


@cache
def _trained_checksums() -> frozenset[int]:
    with numpy.load(_FILE) as model:
        return frozenset(model["seen"].tolist())


@cache
def tagger() -> Tagger:
    """Return the tagger, read once."""
    with numpy.load(_FILE) as model:
        features = model["clues"].tobytes().decode().split("\n")
        weights = model["weights"].astype(numpy.float32) * float(model["scale"])
        return Tagger(dict(zip(features, range(len(features)), strict=True)), weights,
                      model["transitions"].tolist())  # fmt: skip

"""The tagger: a linear chain model that tells the names of an English text, stretch by stretch.

Trained by `training/entities.py` as a conditional random field; here only the best path through
each stretch is looked for. The weights of clues that depend on one word alone are added up once.
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
_NEVER = -1e9
# A name does not go on where it has not begun, nor as one of another kind.
_OPENS: Numbers = numpy.array([_NEVER if label[0] == "I" else 0.0 for label in LABELS])
_POSSIBLE = numpy.array([[label[0] != "I" or past[1:] == label[1:] for label in LABELS]
                         for past in LABELS])  # fmt: skip
_FILE = Path(__file__).with_name("names.npz")
_MOST_TOKENS = 2_500  # looked at in an article; one of 550 words has a hundred

Rows = list[list[float]]
TokenRange = tuple[int, int]
CandidateSentence = tuple[
    TaggerSentence, int, list[TokenRange]
]  # and where it begins, and where to look


@dataclass(slots=True)
class Tagger:
    """Weights by clue, and of one label after another."""

    rows: dict[str, int]
    weights: Scores
    transitions: Rows
    _sums: FeatureScores = field(init=False)
    _ways: Numbers = field(init=False)
    _lock: Lock = field(init=False, default_factory=Lock)  # of the sums

    def __post_init__(self) -> None:
        self._sums = FeatureScores(self.rows, self.weights)
        self._ways = numpy.where(_POSSIBLE, numpy.array(self.transitions), _NEVER)

    def spans(self, parsed: ParsedText) -> list[NameSpan]:
        """Return the names of a text."""
        return self.spans_of_each((parsed,))[0]

    def spans_of_each(self, texts: Sequence[ParsedText]) -> list[list[NameSpan]]:
        """Return the names of several texts; two take hardly longer than one."""
        looked_at = [list(_candidate_sentences(parsed)) for parsed in texts]
        every = [each for found in looked_at for each in found]
        if not every:
            return [[] for _ in texts]
        with self._lock:
            scores = self._scores(every).astype(numpy.float64)
        lengths = [end - start for _, _, within in every for start, end in within]
        told = iter(
            zip(best_paths(scores, lengths, self._ways, _OPENS), _shares(scores), strict=True)
        )
        return [list(_spans_in(found, told)) for found in looked_at]

    def _scores(self, looked_at: list[CandidateSentence]) -> Scores:
        """The scores of the labels of every token that is looked at, added up all at once."""
        sums = self._sums
        sums.make_room()
        several: list[int] = []
        starts: list[int] = []
        for sentence, _, stretches in looked_at:
            for stretch in stretches:
                words = self._words(sentence.words, stretch)
                shared = self._shared(sentence, stretch)
                for at, near in zip(range(*stretch), words, strict=True):
                    starts.append(len(several))
                    several += near
                    several += sums.asked(*token_features(sentence, at))
                    several += shared.get(at, ())
        return sums.of(several, starts)

    def _words(self, words: list[str], stretch: TokenRange) -> Iterator[Sequence[int]]:
        """The places of the sums of the words around each token of a stretch."""
        first, end = stretch
        nothing = [self._sums.nothing]
        near = self._sums.words(words[max(0, first - REACH) : end + REACH])
        near = nothing * (REACH - first) + near + nothing * (end + REACH - len(words))
        for a, b, c, d, e in zip(near, near[1:], near[2:], near[3:], near[4:], strict=False):
            yield a, b + 1, c + 2, d + 3, e + 4

    def _shared(self, sentence: TaggerSentence, stretch: TokenRange) -> dict[int, list[int]]:
        """The places of the sums about runs, for each token of one."""
        shared: dict[int, list[int]] = {}
        ask = self._sums.asked
        for first, end in capitalised_runs(sentence.words, stretch):
            places = ask(*run_features(sentence, first, end))
            for at in range(first, end):
                shared[at] = places + ask((run_position_call(at, first, end),))
        return shared


def _candidate_sentences(parsed: ParsedText) -> Iterator[CandidateSentence]:
    """The sentences in which there can be names, until there are more than an article has."""
    tokens = 0
    for first, end in parsed.bounds:
        written = parsed.words[first:end]
        words = with_restored_capitals(written)
        if stretches := candidate_ranges(words, 0, len(words)):
            yield tagger_sentence(words, stretches, written), first, stretches
            tokens += sum(stop - start for start, stop in stretches)
        if tokens > _MOST_TOKENS:
            return


def features_at(sentence: TaggerSentence, at: int, stretch: TokenRange) -> list[str]:
    """Return all clues at a token, as the model is trained on them."""
    asked, told = token_features(sentence, at)
    for first, end in capitalised_runs(sentence.words, stretch):
        if first <= at < end:
            questions, clues = run_features(sentence, first, end)
            asked += [*questions, run_position_call(at, first, end)]
            told += clues
    told += [clue for question in asked for clue in question[0](*question[1:])]
    for distance in range(-REACH, REACH + 1):
        if 0 <= at + distance < len(sentence.words):
            told += features_by_distance(sentence.words[at + distance])[distance + REACH]
    return told


def _spans_in(
    looked_at: list[CandidateSentence], told: Iterator[tuple[int, list[float]]]
) -> Iterator[NameSpan]:
    """The names of a text, of what is told of all its tokens that were looked at and of others."""
    places = [(first + start, first + end) for _, first, within in looked_at
              for start, end in within]  # fmt: skip
    own = list(islice(told, sum(end - start for start, end in places)))
    return spans_of([label for label, _ in own], [shares for _, shares in own], places)


def spans_of(
    path: Sequence[int], shares: Rows, stretches: Sequence[TokenRange]
) -> Iterator[NameSpan]:
    """Yield the names of stretches one after the other, each as sure as its first token is."""
    begun = 0
    for start, end in stretches:
        labels = path[begun : begun + end - start]
        first = None
        for at, label in enumerate((*labels, OUTSIDE)) if any(labels) else ():
            if first is not None and (label == OUTSIDE or label % 2):
                kind = KINDS[(labels[first] - 1) // 2]
                yield NameSpan(
                    start + first, start + at, kind, shares[begun + first][labels[first]]
                )
                first = None
            if label != OUTSIDE and first is None:
                first = at
        begun += end - start


def _shares(scores: Numbers) -> Rows:
    """The share of each label of a token, if nothing were known but its scores."""
    shares = numpy.exp(scores - scores.max(axis=1, keepdims=True))
    return (shares / shares.sum(axis=1, keepdims=True)).tolist()  # type: ignore[no-any-return]


def was_trained_on(text: str) -> bool:
    """Return whether the model has seen a sentence with its names; its own checksums say so."""
    return sentence_checksum(text) in _trained_checksums()


def sentence_checksum(text: str) -> int:
    """Return the number that stands for a sentence, however it is spaced."""
    return crc32("".join(text.split()).encode("utf-8", "surrogatepass"))


@cache
def _trained_checksums() -> frozenset[int]:
    with numpy.load(_FILE) as model:
        return frozenset(model["seen"].tolist())


@cache
def tagger() -> Tagger:
    """Return the tagger, read once."""
    with numpy.load(_FILE) as model:
        clues = model["clues"].tobytes().decode().split("\n")
        weights = model["weights"].astype(numpy.float32) * float(model["scale"])
        return Tagger(dict(zip(clues, range(len(clues)), strict=True)), weights,
                      model["transitions"].tolist())  # fmt: skip

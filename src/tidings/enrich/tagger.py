"""The tagger: a linear chain model that tells the names of an English text, stretch by stretch.

Trained by `training/entities.py` as a conditional random field; here only the best path through
each stretch is looked for. The weights of clues that depend on one word alone are added up once.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from math import exp
from pathlib import Path
from typing import Final
from zlib import crc32

import numpy
from numpy.typing import NDArray

from tidings.enrich.clues import (
    Sentence,
    after,
    before,
    far,
    own,
    position_clue,
    run_clues,
    runs_of,
    sentence_of,
    together,
)
from tidings.enrich.span import Span
from tidings.enrich.stretch import stretches_of
from tidings.model.annotations import EntityKind
from tidings.text.parsed import Parsed

KINDS: Final = (EntityKind.PERSON, EntityKind.ORGANISATION, EntityKind.PLACE)
OUTSIDE: Final = 0
LABELS: Final = ("O", *(f"{mark}-{kind}" for kind in KINDS for mark in "BI"))
_OPENERS = frozenset({OUTSIDE, 1, 3, 5})  # a name does not go on where it has not begun
_BEFORE = [range(len(LABELS)) if at in _OPENERS else (at - 1, at) for at in range(len(LABELS))]
_FILE = Path(__file__).with_name("names.npz")
_REMEMBERED = 1 << 16  # words at a distance whose weights are kept added up …
_MOST_TOKENS = 2_500  # looked at in an article; one of 550 words has a hundred
_ROOM = 1 << 14  # … of which an article may bring so many that are new

Scores = NDArray[numpy.float32]
Rows = list[list[float]]
Looked = tuple[Sentence, int, list[tuple[int, int]]]  # and where it begins, and where to look


@dataclass(slots=True)
class Tagger:
    """Weights by clue, and of one label after another."""

    rows: dict[str, int]
    weights: Scores
    transitions: Rows
    places: dict[tuple[str, int], int] = field(default_factory=dict)  # in the table of sums
    sums: Scores = field(default_factory=lambda: numpy.zeros((_REMEMBERED, len(LABELS)), "f4"))

    def spans(self, parsed: Parsed) -> list[Span]:
        """Return the names of a text."""
        if len(self.places) > _REMEMBERED - _ROOM:
            self.places.clear()
        looked_at = list(_looked_at(parsed))
        scores = self._scores(looked_at)
        return [
            span
            for _, first, stretches in looked_at
            for start, end in stretches
            for span in self._stretch_spans(list(islice(scores, end - start)), first + start)
        ]

    def _stretch_spans(self, scores: Rows, offset: int) -> Iterator[Span]:
        return spans_of(best_path(scores, self.transitions), scores, offset)

    def _scores(self, looked_at: list[Looked]) -> Iterator[list[float]]:
        """The scores of the labels of every token that is looked at, added up all at once."""
        several: list[int] = []
        single: list[int] = []
        starts: list[int] = []
        for sentence, _, stretches in looked_at:
            for stretch in stretches:
                shared = self._shared(sentence, stretch)
                for at in range(*stretch):
                    starts.append(len(several))
                    several.extend(self._known(together(sentence, at)))
                    several.extend(shared.get(at, ()))
                    single.extend(self._places(sentence.words, at))
        if not starts:
            return iter(())
        total = numpy.add.reduceat(self.weights[several], starts, axis=0)
        total += self.sums[single].reshape(len(starts), -1, len(LABELS)).sum(axis=1)
        return iter(total.tolist())

    def _shared(self, sentence: Sentence, stretch: tuple[int, int]) -> dict[int, list[int]]:
        """The rows of the clues of runs, for each token of one."""
        shared: dict[int, list[int]] = {}
        for first, end in runs_of(sentence.words, stretch):
            rows = self._known(run_clues(sentence, first, end))
            for at in range(first, end):
                shared[at] = rows + self._known((position_clue(at, first, end),))
        return shared

    def _known(self, clues: Iterable[str]) -> list[int]:
        rows = self.rows
        return [rows[clue] for clue in clues if clue in rows]

    def _places(self, words: Sequence[str], at: int) -> list[int]:
        """Where the sums are of the words around a token; the first is that of no word."""
        return [
            self._place(words[at + distance], distance) if 0 <= at + distance < len(words) else 0
            for distance in (-2, -1, 0, 1, 2)
        ]

    def _place(self, word: str, distance: int) -> int:
        """Where the sum of the weights of a word's own clues at a distance is."""
        place = self.places.get((word, distance))
        if place is None:
            place = self.places[word, distance] = len(self.places) + 1
            if place >= len(self.sums):
                self.sums = numpy.vstack((self.sums, numpy.zeros_like(self.sums)))
            self.sums[place] = self.weights[self._known(word_clues(word, distance))].sum(axis=0)
        return place


def _looked_at(parsed: Parsed) -> Iterator[Looked]:
    """The sentences in which there can be names, until there are more than an article has."""
    tokens = 0
    for first, end in parsed.bounds:
        words = parsed.words[first:end]
        if stretches := stretches_of(words, 0, len(words)):
            yield sentence_of(words, stretches), first, stretches
            tokens += sum(stop - start for start, stop in stretches)
        if tokens > _MOST_TOKENS:
            return


def word_clues(word: str, distance: int) -> tuple[str, ...]:
    """Return the clues that a word gives of the token at minus this distance from it."""
    if distance == 0:
        return own(word)
    if abs(distance) == 2:
        return far(word, "--" if distance < 0 else "++")
    return before(word) if distance < 0 else after(word)


def clues_at(sentence: Sentence, at: int, stretch: tuple[int, int]) -> list[str]:
    """Return all clues at a token, as the model is trained on them."""
    told = together(sentence, at)
    for first, end in runs_of(sentence.words, stretch):
        if first <= at < end:
            told += [*run_clues(sentence, first, end), position_clue(at, first, end)]
    for distance in (0, -1, 1, -2, 2):
        if 0 <= at + distance < len(sentence.words):
            told += word_clues(sentence.words[at + distance], distance)
    return told


def best_path(scores: Rows, transitions: Rows) -> list[int]:
    """Return the labels with the highest sum of scores and transitions (Viterbi)."""
    total = [score if at in _OPENERS else -1e9 for at, score in enumerate(scores[0])]
    steps: list[list[int]] = []
    for row in scores[1:]:
        origins = []
        sums = []
        for label, score in enumerate(row):
            best, origin = -1e18, 0
            for past in _BEFORE[label]:
                sum_ = total[past] + transitions[past][label]
                if sum_ > best:
                    best, origin = sum_, past
            origins.append(origin)
            sums.append(best + score)
        steps.append(origins)
        total = sums
    path = [total.index(max(total))]
    for origins in reversed(steps):
        path.append(origins[path[-1]])
    return path[::-1]


def spans_of(path: Sequence[int], scores: Rows, offset: int) -> Iterator[Span]:
    """Yield the names of a path of labels, each as sure as its first token."""
    first = None
    for at, label in enumerate((*path, OUTSIDE)):
        if first is not None and (label == OUTSIDE or label % 2):
            kind = KINDS[path[first] // 2 if path[first] % 2 else path[first] // 2 - 1]
            yield Span(first + offset, at + offset, kind, _sureness(scores[first], path[first]))
            first = None
        if label != OUTSIDE and first is None:
            first = at


def _sureness(scores: Sequence[float], label: int) -> float:
    """The share of a label among those that can begin a name or none."""
    top = max(scores)
    shares = [exp(score - top) for score in scores]
    return shares[label] / sum(shares)


def was_trained_on(text: str) -> bool:
    """Tell whether the model has seen a sentence with its names; its own checksums say so."""
    return checksum(text) in _seen()


def checksum(text: str) -> int:
    """Return the number that stands for a sentence, however it is spaced."""
    return crc32("".join(text.split()).encode("utf-8", "surrogatepass"))


@cache
def _seen() -> frozenset[int]:
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

"""Sentences as vectors of their rare terms: how alike they are, and which of them are central."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy
from numpy.typing import NDArray

from tidings.enrich.keyphrases.term_rarity import term_rarity
from tidings.text.frequency.corpus import Corpus

Vector = NDArray[numpy.float64]
Matrix = NDArray[numpy.float64]

_FEW = 8  # words; a sentence of fewer is not made denser by it
_LITTLE = 1e-9  # told by a sentence without a term: not nothing, to divide by
_DAMPING, _ROUNDS = 0.85, 20  # as PageRank has it; by then the order of sentences is settled


@dataclass(frozen=True)
class SentenceSpace:
    """The sentences of one or more texts in the space of their terms."""

    places: dict[str, int]  # of the terms
    counts: Matrix  # one row per sentence
    rarity: Vector  # of each term
    vectors: Matrix  # the rows weighed, of length one (or nought)

    @classmethod
    def of(
        cls, sentences: Sequence[Sequence[str]], corpus: Corpus, language: str
    ) -> "SentenceSpace":
        """Return the space that sentences of content terms span."""
        places = _TermNumbers()
        columns = [places[term] for each in sentences for term in each]
        width = len(places)
        rows = numpy.repeat(numpy.arange(len(sentences)), [len(each) for each in sentences])
        cells = rows * width + numpy.array(columns, dtype=rows.dtype)
        counts = numpy.bincount(cells, minlength=len(sentences) * width).astype(float)
        counts = counts.reshape(len(sentences), width)
        rare = term_rarity(list(places), corpus, language)
        return cls(places, counts, rare, _unit(numpy.log1p(counts) * rare))

    @cached_property
    def _has(self) -> Matrix:
        """Which sentence has which term, as 1 and 0."""
        return (self.counts > 0).astype(float)

    @cached_property
    def _often(self) -> NDArray[numpy.bool_]:
        """The terms that more than one sentence has; most do not."""
        often: NDArray[numpy.bool_] = self._has.sum(axis=0) > 1
        return often

    def likeness(self) -> Matrix:
        """Return the cosine of each two sentences; nought for a sentence and itself."""
        shared = self.vectors[:, self._often]
        cosines: Matrix = shared @ shared.T
        numpy.fill_diagonal(cosines, 0.0)
        return cosines

    def overlap(self) -> Matrix:
        """Return how much of what the shorter of each two tells the other one tells, too."""
        told = self._has @ self.rarity
        often = self._has[:, self._often]
        both = (often * self.rarity[self._often]) @ often.T
        shares: Matrix = both / numpy.maximum(numpy.minimum.outer(told, told), _LITTLE)
        numpy.fill_diagonal(shares, 0.0)
        return shares

    def shares(self, terms: Sequence[str]) -> Vector:
        """Return how much of what the terms tell is told by each sentence, from 0 to 1."""
        wanted = sorted({self.places[term] for term in terms if term in self.places})
        weights = self.rarity[wanted]
        told: Vector = self._has[:, wanted] @ weights
        return told / weights.sum() if wanted else told

    def density(self, sizes: Sequence[int]) -> Vector:
        """Return how much each sentence tells, per word, of what others come back to."""
        told: Vector = self._has @ numpy.where(self._often, self.rarity, 0.0)
        return told / numpy.maximum(sizes, _FEW)


class _TermNumbers(dict[str, int]):
    """Terms numbered in the order in which they come."""

    def __missing__(self, term: str) -> int:
        place = self[term] = len(self)
        return place


def centrality(likeness: Matrix) -> Vector:
    """Return how central each sentence is among those like it (LexRank); 1 is usual."""
    sums = likeness.sum(axis=1, keepdims=True)
    links = numpy.divide(likeness, sums, out=numpy.zeros_like(likeness), where=sums > 0)
    ranks = numpy.ones(len(links))
    links *= _DAMPING
    for _ in range(_ROUNDS):
        ranks = ranks @ links
        ranks += 1 - _DAMPING
    return ranks


def scaled(values: Vector) -> Vector:
    """Return values as shares of the largest."""
    largest = float(values.max(initial=0.0))
    return values / largest if largest > 0 else values


def _unit(rows: Matrix) -> Matrix:
    lengths = numpy.sqrt((rows * rows).sum(axis=1, keepdims=True))
    units: Matrix = numpy.divide(rows, lengths, out=numpy.zeros_like(rows), where=lengths > 0)
    return units

"""Sentences as vectors of their rare terms: their similarity, and which of them are central."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy
from numpy.typing import NDArray

from tidings.enrich.keyphrases.term_rarity import term_rarity
from tidings.text.frequency.corpus import Corpus

Vector = NDArray[numpy.float64]
Matrix = NDArray[numpy.float64]

_MIN_WORDS = 8  # for the density; shorter sentences are not denser
_MIN_CONTENT = 1e-9  # avoids a division by zero for a sentence without terms
_DAMPING, _ROUNDS = 0.85, 20  # as in PageRank; after 20 rounds the order of sentences is stable


@dataclass(frozen=True)
class SentenceSpace:
    """The sentences of one or more texts in the space of their terms."""

    places: dict[str, int]  # of the terms
    counts: Matrix  # one row per sentence
    rarity: Vector  # of each term
    vectors: Matrix  # the weighted rows, of length one (or zero)

    @classmethod
    def of(
        cls, sentences: Sequence[Sequence[str]], corpus: Corpus, language: str
    ) -> "SentenceSpace":
        """Return the space of sentences, given as content terms."""
        places = _TermNumbers()
        columns = [places[term] for each in sentences for term in each]
        width = len(places)
        rows = numpy.repeat(numpy.arange(len(sentences)), [len(each) for each in sentences])
        cells = rows * width + numpy.array(columns, dtype=rows.dtype)
        counts = numpy.bincount(cells, minlength=len(sentences) * width).astype(float)
        counts = counts.reshape(len(sentences), width)
        rarities = term_rarity(list(places), corpus, language)
        return cls(places, counts, rarities, _unit(numpy.log1p(counts) * rarities))

    @cached_property
    def _presence(self) -> Matrix:
        """Which sentence has which term, as 1 and 0."""
        return (self.counts > 0).astype(float)

    @cached_property
    def _repeated(self) -> NDArray[numpy.bool_]:
        """The terms of more than one sentence, which are few."""
        repeated: NDArray[numpy.bool_] = self._presence.sum(axis=0) > 1
        return repeated

    def cosines(self) -> Matrix:
        """Return the cosine of each two sentences; 0 for a sentence and itself."""
        shared = self.vectors[:, self._repeated]
        found: Matrix = shared @ shared.T
        numpy.fill_diagonal(found, 0.0)
        return found

    def overlap(self) -> Matrix:
        """Return for each two sentences the share of the smaller one's content in the other."""
        content = self._presence @ self.rarity
        repeated = self._presence[:, self._repeated]
        common = (repeated * self.rarity[self._repeated]) @ repeated.T
        shares: Matrix = common / numpy.maximum(numpy.minimum.outer(content, content), _MIN_CONTENT)
        numpy.fill_diagonal(shares, 0.0)
        return shares

    def shares(self, terms: Sequence[str]) -> Vector:
        """Return the share of the terms' content in each sentence, from 0 to 1."""
        wanted = sorted({self.places[term] for term in terms if term in self.places})
        weights = self.rarity[wanted]
        content: Vector = self._presence[:, wanted] @ weights
        return content / weights.sum() if wanted else content

    def density(self, sizes: Sequence[int]) -> Vector:
        """Return the content of repeated terms per word, for each sentence."""
        content: Vector = self._presence @ numpy.where(self._repeated, self.rarity, 0.0)
        return content / numpy.maximum(sizes, _MIN_WORDS)


class _TermNumbers(dict[str, int]):
    """Numbers of terms, in the order of their first lookup."""

    def __missing__(self, term: str) -> int:
        place = self[term] = len(self)
        return place


def centrality(cosines: Matrix) -> Vector:
    """Return the centrality of each sentence (LexRank); 1 is average."""
    sums = cosines.sum(axis=1, keepdims=True)
    links = numpy.divide(cosines, sums, out=numpy.zeros_like(cosines), where=sums > 0)
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

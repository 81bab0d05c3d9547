"""What a model is given and what it answers; every model of this folder is a `Ranker`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.vectors import Floats, ForwardIndex, Packed, Vectors
from tidings.settings.tree import ZoneWeights

Seqs = NDArray[np.int64]

# Candidates for other words than the user's, under the same filters, the best first; None where
# every word of the query must be found, so that there can be none beyond the first ones.
Retrieve = Callable[[Mapping[str, float]], Seqs] | None


@dataclass(frozen=True, slots=True)
class WeightedWord:
    """A word of the query: the terms it may be in the articles count as one."""

    variants: tuple[str, ...]
    weight: float = 1.0
    title_only: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class RankerQuery:
    """A query as a model sees it."""

    words: Sequence[WeightedWord]
    candidates: Seqs  # the first, as tantivy orders them
    retrieve: Retrieve = None
    more_like: Seqs = field(default_factory=lambda: np.empty(0, np.int64))
    less_like: Seqs = field(default_factory=lambda: np.empty(0, np.int64))
    zones: ZoneWeights = field(default_factory=ZoneWeights)


@dataclass(frozen=True, slots=True, eq=False)
class ScoredCandidates:
    """The candidates with their relevance, in no order, and what it is made of."""

    seqs: Seqs
    scores: Floats
    terms: Sequence[str]  # the final query's; a word's variants are one, named by the first
    weights: Floats  # of the terms
    added: NDArray[np.bool_]  # which of the terms feedback brought
    packed: Packed  # counts: a row per candidate, a column per term
    shares: Callable[[int], Floats]  # what each term brought to one candidate's score
    held: Vectors | None = None  # of the candidates, from a model that has them in hand


class Ranker(Protocol):
    """A retrieval model."""

    def __call__(self, asked: RankerQuery, forward: ForwardIndex) -> ScoredCandidates:
        """Return the candidates, the model's own included, with their relevance."""
        ...

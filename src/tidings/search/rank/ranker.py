"""What a ranking model gets and returns. `rounds.py` has the steps between."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.statistics import CollectionStatistics
from tidings.search.rank.vectors import Floats, ForwardIndex, Packed, Vectors
from tidings.settings.tree import ZoneWeights

Seqs = NDArray[np.int64]

# Retrieves candidates for other terms under the same filters, the best first. None if every word
# of the query must match: then there are no candidates beyond the first ones.
Retrieve = Callable[[Mapping[str, float]], Seqs] | None


@dataclass(frozen=True, slots=True)
class WeightedWord:
    """A word of the query; its variants, the index terms it may stand for, count as one."""

    variants: tuple[str, ...]
    weight: float = 1.0
    title_only: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class RankerQuery:
    """A query as a model gets it."""

    words: Sequence[WeightedWord]
    candidates: Seqs  # the first matches, in tantivy's order
    retrieve: Retrieve = None
    more_like: Seqs = field(default_factory=lambda: np.empty(0, np.int64))
    less_like: Seqs = field(default_factory=lambda: np.empty(0, np.int64))
    zones: ZoneWeights = field(default_factory=ZoneWeights)


@dataclass(frozen=True, slots=True, eq=False)
class RankedIndex:
    """An index with the statistics of the collection, of which it is the whole or a shard."""

    forward: ForwardIndex
    statistics: CollectionStatistics

    @property
    def is_whole(self) -> bool:
        """Whether the index has the whole collection."""
        return self.statistics is self.forward


@dataclass(frozen=True, slots=True, eq=False)
class ScoredCandidates:
    """The candidates with their relevance, in no order, and what the relevance is made of."""

    seqs: Seqs
    scores: Floats
    terms: Sequence[str]  # of the final query; a word's variants are one term, named by the first
    weights: Floats  # of the terms
    added: NDArray[np.bool_]  # which of the terms feedback added
    packed: Packed  # counts: a row per candidate, a column per term
    shares: Callable[[int], Floats]  # what each term added to one candidate's score
    vectors: Vectors | None = None  # of the candidates, if the model has read them

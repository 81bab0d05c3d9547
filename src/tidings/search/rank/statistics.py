"""What models know of the whole collection: the number of articles, their length, their terms.

A lone index knows it itself. A shard is given the statistics of all shards, so that the scores of
different shards can be compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.vectors import Keys

Ints = NDArray[np.int64]


class CollectionStatistics(Protocol):
    """The statistics of a collection."""

    @property
    def count(self) -> int:
        """The number of articles."""
        ...

    @property
    def average_length(self) -> float:
        """The average length of an article; 1 if there are none."""
        ...

    def document_frequencies(self, keys: Keys) -> Ints:
        """Return the number of articles with each term."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class SharedStatistics:
    """The statistics of several shards together, as a value."""

    count: int
    total_length: int
    keys: Keys  # sorted
    frequencies: Ints  # of the keys
    languages: tuple[tuple[str, int], ...]  # articles by language, the most frequent first

    @property
    def average_length(self) -> float:
        """The average length of an article; 1 if there are none."""
        return (self.total_length / self.count if self.count else 0.0) or 1.0

    def document_frequencies(self, keys: Keys) -> Ints:
        """Return the number of articles with each term."""
        if not len(self.keys):
            return np.zeros(len(keys), np.int64)
        places = np.minimum(np.searchsorted(self.keys, keys), len(self.keys) - 1)
        return np.where(self.keys[places] == keys, self.frequencies[places], 0)


def added_statistics(shards: Sequence[SharedStatistics]) -> SharedStatistics:
    """Return the statistics of all shards together; no article may be in two of them."""
    keys, frequencies = summed_counts(
        [shard.keys for shard in shards], [shard.frequencies for shard in shards]
    )
    articles: dict[str, int] = {}
    for language, count in (each for shard in shards for each in shard.languages):
        articles[language] = articles.get(language, 0) + count
    return SharedStatistics(
        sum(shard.count for shard in shards),
        sum(shard.total_length for shard in shards),
        keys,
        frequencies,
        tuple(sorted(articles.items(), key=lambda each: (-each[1], each[0]))),
    )


def summed_counts(keys: Sequence[Keys], counts: Sequence[NDArray[np.integer]]) -> tuple[Keys, Ints]:
    """Return each key once, sorted, with the sum of its counts."""
    every = np.concatenate([np.zeros(0, np.uint64), *keys])
    distinct, places = np.unique(every, return_inverse=True)
    summed = np.bincount(places, np.concatenate([np.zeros(0), *counts]), len(distinct))
    return distinct, summed.astype(np.int64)

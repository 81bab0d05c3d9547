"""The centroid of some articles: the weighted sum of their vectors, each of length 1.

Common terms add up; terms of a single article stay small. So articles that have little in common
give a short centroid, and feedback from them changes little.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.feedback_articles import FeedbackArticles
from tidings.search.rank.statistics import CollectionStatistics, Ints
from tidings.search.rank.vectors import Floats, Keys

Idf = Callable[[int, Ints], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Centroid:
    """The terms of the articles, each once."""

    keys: Keys  # sorted
    weights: Floats
    articles: Ints  # how many articles with a positive share have the term
    article_counts: Ints  # how many of all articles have it
    idfs: Floats

    def weights_at(self, keys: Keys) -> Floats:
        """Return the weights of some terms; 0 for a term that is in none of the articles."""
        if not len(self.keys):
            return np.zeros(len(keys))
        places = np.searchsorted(self.keys, keys)
        found = self.keys.take(places, mode="clip") == keys
        return np.where(found, self.weights.take(places, mode="clip"), 0.0)

    def places(self, keys: Keys) -> Ints:
        """Return the positions of those terms that the articles have."""
        if not len(self.keys):
            return np.empty(0, np.int64)
        places = np.searchsorted(self.keys, keys)
        found: Ints = places[self.keys.take(places, mode="clip") == keys]
        return found


def centroid(
    articles: FeedbackArticles,
    counts: Floats,
    shares: Floats,
    idf: Idf,
    statistics: CollectionStatistics,
) -> Centroid:
    """Return the centroid of articles; `counts` is the weight of each entry before its idf.

    An article counts by its share, which may be negative.
    """
    keys, columns = np.unique(articles.vectors.keys, return_inverse=True)
    article_counts = statistics.document_frequencies(keys)
    idfs = idf(statistics.count, article_counts)
    rows = articles.vectors.rows
    values = counts * idfs[columns]
    lengths = np.sqrt(np.bincount(rows, values * values, len(shares)))
    values *= (shares / np.where(lengths, lengths, 1.0))[rows]
    weights: Floats = np.bincount(columns, values, len(keys)).astype(np.float64)
    having = np.bincount(columns[(shares > 0.0)[rows]], minlength=len(keys))
    return Centroid(keys, weights, having, article_counts, idfs)


def heaviest(weights: Floats, eligible: NDArray[np.bool_], limit: int) -> Ints:
    """Return the positions of the largest positive eligible weights, the largest first."""
    places = np.flatnonzero(eligible & (weights > 0.0))
    order = np.argsort(-weights[places], kind="stable")[:limit]
    return places[order].astype(np.int64)

"""Where some articles point: the weighted sum of their vectors, each of length 1.

What the articles have in common adds up; what each says alone stays small. So articles that have
little to do with each other make a short centroid, and feedback from them changes little.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.query_words import Ints
from tidings.search.rank.ranker import Seqs
from tidings.search.rank.vectors import Floats, ForwardIndex, Keys, Vectors

Idf = Callable[[int, Ints], Floats]
Counts = Callable[[Vectors], Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Centroid:
    """Each term of the articles once."""

    keys: Keys  # sorted
    weights: Floats
    articles: Ints  # how many of those that count for it have the term
    rarities: Ints  # how many of all
    idfs: Floats

    def weights_at(self, keys: Keys) -> Floats:
        """Return the weights of some terms; 0 for one that the articles lack."""
        if not len(self.keys):
            return np.zeros(len(keys))
        places = np.searchsorted(self.keys, keys)
        found = self.keys.take(places, mode="clip") == keys
        return np.where(found, self.weights.take(places, mode="clip"), 0.0)

    def places(self, keys: Keys) -> Ints:
        """Return where those of the terms stand that the articles have."""
        if not len(self.keys):
            return np.empty(0, np.int64)
        places = np.searchsorted(self.keys, keys)
        found: Ints = places[self.keys.take(places, mode="clip") == keys]
        return found


def centroid(
    seqs: Seqs, counts: Counts, shares: Floats, idf: Idf, forward: ForwardIndex
) -> Centroid:
    """Return the centroid of articles, given what each entry counts before its idf.

    An article's share says how much it counts; a negative one counts against.
    """
    vectors = forward.vectors(seqs)
    keys, columns = np.unique(vectors.keys, return_inverse=True)
    rarities = np.empty(len(keys), np.int64)
    rarities[columns] = forward.rarities(seqs)
    idfs = idf(forward.count, rarities)
    rows = vectors.rows
    values = counts(vectors) * idfs[columns]
    lengths = np.sqrt(np.bincount(rows, values * values, len(shares)))
    values *= (shares / np.where(lengths, lengths, 1.0))[rows]
    weights: Floats = np.bincount(columns, values, len(keys)).astype(np.float64)
    articles = np.bincount(columns[(shares > 0.0)[rows]], minlength=len(keys))
    return Centroid(keys, weights, articles, rarities, idfs)


def heaviest(weights: Floats, eligible: NDArray[np.bool_], limit: int) -> Ints:
    """Return the places of the heaviest positive weights among the eligible, the heaviest first."""
    places = np.flatnonzero(eligible & (weights > 0.0))
    order = np.argsort(-weights[places], kind="stable")[:limit]
    return places[order].astype(np.int64)

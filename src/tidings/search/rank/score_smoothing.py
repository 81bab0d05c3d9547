"""Smooths scores: similar articles get similar scores, by their nearest neighbours.

This is the regularisation of Diaz (2005). An article that matched by accident has no neighbours
among the first hits and sinks; one that says the same in other words rises with the rest.
"""

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.vectors import BUCKETS, Floats, Vectors

_FEW, _MOST = 50, 100  # articles smoothed; more helps little and takes long
_NEAREST = 10
_SHARE = 0.35  # of the new score comes from the neighbours; .3 to .5 do equally well
_MANY = 30  # articles; with more, terms of only two articles add many columns for little gain


def smoothing_depth(candidates: int) -> int:
    """Return how many of the first candidates to smooth: the better half, within limits."""
    return min(max(candidates // 2, _FEW), _MOST)


def smoothed(scores: Floats, likeness: NDArray[np.float32]) -> Floats:
    """Return the smoothed scores, given the likeness of each pair; the minimum stays a bound."""
    nearest = min(_NEAREST, len(scores) - 1)
    if nearest < 1:
        return scores
    close = np.maximum(likeness, 0.0, dtype=np.float64)
    np.fill_diagonal(close, 0.0)
    least = np.partition(close, -nearest, axis=1)[:, -nearest, None]
    close[close < least] = 0.0
    floor = scores.min()
    above = scores - floor
    ties = close.sum(axis=1)
    around = np.where(ties > 0.0, close @ above / np.where(ties > 0.0, ties, 1.0), above)
    return np.asarray(floor + (1.0 - _SHARE) * above + _SHARE * around)


def likeness(vectors: Vectors, counts: Floats) -> NDArray[np.float32]:
    """Return the cosine of each pair of articles, given the weight of each entry.

    A term counts less if more of these articles have it: what all of them share is the query, and
    does not show which belong together. Terms that hardly any other article has add to an article's
    length, but need no column. Terms that share a bucket are merged, which is rare.
    """
    size = len(vectors.starts) - 1
    rows, buckets = vectors.rows, vectors.buckets.astype(np.intp)
    articles = np.bincount(buckets, minlength=BUCKETS)
    having = articles[buckets]
    distinctness = np.log((size + 1.0) / np.clip(np.arange(size + 1), 1, None))
    values = counts * distinctness.take(having, mode="clip")
    lengths = np.sqrt(np.bincount(rows, values * values, size))
    least = 2 if size < _MANY else 3
    shared = np.flatnonzero(articles >= least)
    column_of = np.empty(BUCKETS, np.intp)  # only filled where it is read
    column_of[shared] = np.arange(len(shared))
    kept = np.flatnonzero(having >= least)
    matrix = np.zeros((size, len(shared)), np.float32)
    matrix.reshape(-1)[rows[kept] * len(shared) + column_of[buckets[kept]]] = values[kept]
    scale = (1.0 / np.where(lengths > 0.0, lengths, 1.0)).astype(np.float32)
    cosines: NDArray[np.float32] = matrix @ matrix.T * scale * scale[:, None]
    return cosines

"""Articles that are alike deserve like scores: each score leans on those of its nearest neighbours.

This is the regularisation of Diaz (2005). An article that matched by accident stands alone among
the first hits and sinks; one that says the same in other words rises with the rest.
"""

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.vectors import BUCKETS, Floats, Vectors

_FEW, _MOST = 50, 100  # articles, that lean on each other; more helps little and takes long
_NEAREST = 10
_SHARE = 0.35  # of the new score comes from the neighbours; .3 to .5 do alike
_MANY = 30  # articles; among more, terms that only two have are many columns for little


def smoothing_depth(candidates: int) -> int:
    """Return how many of the first are to lean on each other: the better half, within limits."""
    return min(max(candidates // 2, _FEW), _MOST)


def smoothed(scores: Floats, likeness: NDArray[np.float32]) -> Floats:
    """Return the scores, given the likeness of each two articles; the lowest stays the lowest."""
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
    """Return the cosine of each two articles, given what each entry counts.

    A term counts for less the more of these very articles have it: what all of them share is the
    query, and says nothing about which belong together. Terms that hardly any other has make an
    article longer, but need no column. Terms that share a bucket are taken for one; that is rare.
    """
    size = len(vectors.starts) - 1
    rows, buckets = vectors.rows, vectors.buckets.astype(np.intp)
    articles = np.bincount(buckets, minlength=BUCKETS)
    having = articles[buckets]
    telling = np.log((size + 1.0) / np.clip(np.arange(size + 1), 1, None))
    values = counts * telling.take(having, mode="clip")
    lengths = np.sqrt(np.bincount(rows, values * values, size))
    least = 2 if size < _MANY else 3
    shared = np.flatnonzero(articles >= least)
    column_of = np.empty(BUCKETS, np.intp)  # filled where it is looked at
    column_of[shared] = np.arange(len(shared))
    kept = np.flatnonzero(having >= least)
    matrix = np.zeros((size, len(shared)), np.float32)
    matrix.reshape(-1)[rows[kept] * len(shared) + column_of[buckets[kept]]] = values[kept]
    scale = (1.0 / np.where(lengths > 0.0, lengths, 1.0)).astype(np.float32)
    cosines: NDArray[np.float32] = matrix @ matrix.T * scale * scale[:, None]
    return cosines

"""Articles that are alike deserve like scores: each score leans on those of its nearest neighbours.

This is the regularisation of Diaz (2005). An article that matched by accident stands alone among
the first hits and sinks; one that says the same in other words rises with the rest.
"""

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.vectors import Floats, Vectors

DEPTH = 100  # articles; more helps little, and the likenesses of 100 take about a millisecond
_NEAREST = 10
_SHARE = 0.35  # of the new score comes from the neighbours; .3 to .5 do alike
_MANY = 30  # articles; among more, terms that only two have are many columns for little
_BUCKETS = 1 << 16  # terms are told apart by so much of their hash: quicker than sorting them


def smoothed(scores: Floats, likeness: NDArray[np.float32]) -> Floats:
    """Return the scores, given the likeness of each two articles; the lowest stays the lowest."""
    nearest = min(_NEAREST, len(scores) - 1)
    if nearest < 1:
        return scores
    close = np.clip(likeness, 0.0, None).astype(np.float64)
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
    rows = vectors.rows
    buckets = (vectors.keys % np.uint64(_BUCKETS)).astype(np.intp)
    articles = np.bincount(buckets, minlength=_BUCKETS)
    having = articles[buckets]
    values = counts * np.log((size + 1.0) / np.arange(1, size + 1))[np.minimum(having, size) - 1]
    lengths = np.sqrt(np.bincount(rows, values**2, size))
    values /= np.where(lengths > 0.0, lengths, 1.0)[rows]
    least = 2 if size < _MANY else 3
    shared = np.flatnonzero(articles >= least)
    column_of = np.zeros(_BUCKETS, np.intp)
    column_of[shared] = np.arange(len(shared))
    kept = np.flatnonzero(having >= least)
    matrix = np.zeros((size, len(shared)), np.float32)
    matrix[rows[kept], column_of[buckets[kept]]] = values[kept]
    cosines: NDArray[np.float32] = matrix @ matrix.T
    return cosines

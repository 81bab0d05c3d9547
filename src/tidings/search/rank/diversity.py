"""One story once: copies of an article go behind it, and hits too alike make room for others."""

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.vectors import MAX_TITLE, Floats, Keys, Vectors

_MAX_DISTANCE = 3  # bits of 64 in which the fingerprints of one text differ
_ROOM = 0.2  # a hit exactly like one above it loses this share of its score
_TITLE_SHIFT = 8


def originals(fingerprints: Keys) -> NDArray[np.intp]:
    """Return for each article, best first, the place of the first one that it is a copy of.

    An article that is no copy has its own place. 0 is no fingerprint and like nothing.
    """
    apart = np.bitwise_count(fingerprints[:, None] ^ fingerprints[None, :])
    alike = (apart <= _MAX_DISTANCE) & (fingerprints != 0)[:, None] & (fingerprints != 0)[None, :]
    np.fill_diagonal(alike, val=True)
    first: NDArray[np.intp] = alike.argmax(axis=1) if len(alike) else np.empty(0, np.intp)
    # A copy of a copy belongs to the one that is shown.
    while (first[first] != first).any():
        first = first[first]
    return first


def title_likeness(articles: Vectors) -> Floats:
    """Return how alike the titles of each two articles are: the cosine of their terms."""
    titled = articles.packed >> _TITLE_SHIFT & MAX_TITLE > 0
    terms, columns = np.unique(articles.keys[titled], return_inverse=True)
    matrix = np.zeros((len(articles.starts) - 1, len(terms)))
    matrix[articles.rows[titled], columns] = 1.0
    lengths = np.sqrt(matrix.sum(axis=1))
    matrix /= np.where(lengths, lengths, 1.0)[:, None]
    likeness: Floats = matrix @ matrix.T
    return likeness


def spread(scores: Floats, likeness: Floats) -> tuple[NDArray[np.intp], Floats]:
    """Return an order in which each hit also differs from those above it, and each hit's share.

    This is maximal marginal relevance (Carbonell and Goldstein 1998); the share is what is left of
    a hit's score where it came to stand.
    """
    left = scores.astype(np.float64)
    shares = np.ones(len(scores))
    order = np.empty(len(scores), dtype=np.intp)
    shown = np.zeros(len(scores))  # the likeness to the most similar hit above
    waiting = np.ones(len(scores), dtype=bool)
    for place in range(len(scores)):
        shares[waiting] = 1.0 - _ROOM * shown[waiting]
        best = int(np.where(waiting, left * shares, -np.inf).argmax())
        order[place], waiting[best] = best, False
        np.maximum(shown, likeness[best], out=shown)
    return order, shares

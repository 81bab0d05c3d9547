"""One story once: copies of an article go behind it, and hits too alike make room for others."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.vectors import TITLE_BITS, Keys, Vectors

_MAX_DISTANCE = 3  # bits of 64 in which the fingerprints of one text differ
_ROOM = 0.2  # a hit exactly like one above it loses this share of its score


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


def title_likeness(articles: Vectors) -> list[list[float]]:
    """Return how alike the titles of each two articles are: the cosine of their terms."""
    titled = np.flatnonzero(articles.packed & TITLE_BITS)
    rows = np.searchsorted(articles.starts, titled, side="right") - 1
    terms, columns = np.unique(articles.keys[titled], return_inverse=True)
    matrix = np.zeros((len(articles.starts) - 1, len(terms)))
    matrix[rows, columns] = 1.0
    lengths = np.sqrt(np.maximum(matrix.sum(axis=1), 1.0))
    matrix /= lengths[:, None]
    cosines: list[list[float]] = (matrix @ matrix.T).tolist()
    return cosines


def with_stories(
    likeness: Sequence[Sequence[float]], stories: Sequence[int | None]
) -> list[list[float]]:
    """Return the likeness of articles, those of one story being as alike as can be."""
    return [
        [1.0 if one is not None and one == other else alike
         for other, alike in zip(stories, row, strict=True)]
        for one, row in zip(stories, likeness, strict=True)
    ]  # fmt: skip


def diversified(
    scores: Sequence[float], likeness: Sequence[Sequence[float]]
) -> tuple[list[int], list[float]]:
    """Return an order in which each hit also differs from those above it, and each hit's share.

    This is maximal marginal relevance (Carbonell and Goldstein 1998); the share is what is left of
    a hit's score where it came to stand.
    """
    shares = [1.0] * len(scores)  # by the likeness to the most similar hit above
    left = list(scores)  # of each score
    order: list[int] = []
    waiting = list(range(len(scores)))
    while waiting:
        best = max(waiting, key=left.__getitem__)
        waiting.remove(best)
        order.append(best)
        alike = likeness[best]
        for at in waiting:
            share = 1.0 - _ROOM * alike[at]
            if share < shares[at]:
                shares[at], left[at] = share, scores[at] * share
    return order, shares

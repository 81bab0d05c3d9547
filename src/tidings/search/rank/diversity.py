"""One story once: copies of an article go behind it, and hits too alike make room for others."""

import math
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
    """Return how alike the titles of each two articles are: the cosine of their terms.

    For tens of articles sets are quicker than arrays.
    """
    titled = np.flatnonzero(articles.packed & TITLE_BITS)
    titles: list[set[int]] = [set() for _ in articles.starts[1:]]
    for row, key in zip(
        articles.rows[titled].tolist(), articles.keys[titled].tolist(), strict=True
    ):
        titles[row].add(key)
    return [[_cosine(one, other) for other in titles] for one in titles]


def _cosine(one: set[int], other: set[int]) -> float:
    shared = len(one & other)
    return shared / math.sqrt(len(one) * len(other)) if shared else 0.0


def spread(
    scores: Sequence[float], likeness: Sequence[Sequence[float]]
) -> tuple[list[int], list[float]]:
    """Return an order in which each hit also differs from those above it, and each hit's share.

    This is maximal marginal relevance (Carbonell and Goldstein 1998); the share is what is left of
    a hit's score where it came to stand.
    """
    shown = [0.0] * len(scores)  # the likeness to the most similar hit above
    order: list[int] = []
    waiting = set(range(len(scores)))
    while waiting:
        best = max(waiting, key=lambda at: (scores[at] * (1.0 - _ROOM * shown[at]), -at))
        waiting.remove(best)
        order.append(best)
        for at in waiting:
            shown[at] = max(shown[at], likeness[best][at])
    return order, [1.0 - _ROOM * alike for alike in shown]

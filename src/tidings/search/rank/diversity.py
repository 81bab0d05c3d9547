"""Variety among hits: folds copies of an article, and moves similar hits down."""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.vectors import TITLE_BITS, Vectors

_PENALTY = 0.2  # the share of its score that a hit loses if it equals one above it


def originals(ids: Sequence[str], pairs: Iterable[tuple[str, str]]) -> NDArray[np.intp]:
    """Return for each article, best first, the position of the first one that it is a copy of.

    An article that is not a copy has its own position. `pairs` are the copies, in any order.
    """
    place_of = {id_: place for place, id_ in enumerate(ids)}
    first = list(range(len(ids)))
    for one, other in pairs:
        above, below = sorted((place_of[one], place_of[other]))
        first[below] = min(first[below], above)
    for place, above in enumerate(first):
        first[place] = first[above]  # a copy of a copy belongs to the article that is shown
    return np.array(first, np.intp)


def title_likeness(articles: Vectors) -> list[list[float]]:
    """Return the cosine of the title terms of each pair of articles."""
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
    """Return the likeness of articles, with 1 for articles of the same story."""
    return [
        [1.0 if one is not None and one == other else alike
         for other, alike in zip(stories, row, strict=True)]
        for one, row in zip(stories, likeness, strict=True)
    ]  # fmt: skip


def diversified(
    scores: Sequence[float], likeness: Sequence[Sequence[float]]
) -> tuple[list[int], list[float]]:
    """Return an order in which similar hits are moved down, and the share of its score each keeps.

    This is maximal marginal relevance (Carbonell and Goldstein 1998).
    """
    shares = [1.0] * len(scores)  # by the likeness to the most similar hit above
    left = list(scores)  # what each hit keeps of its score
    order: list[int] = []
    waiting = list(range(len(scores)))
    while waiting:
        best = max(waiting, key=left.__getitem__)
        waiting.remove(best)
        order.append(best)
        alike = likeness[best]
        for at in waiting:
            share = 1.0 - _PENALTY * alike[at]
            if share < shares[at]:
                shares[at], left[at] = share, scores[at] * share
    return order, shares

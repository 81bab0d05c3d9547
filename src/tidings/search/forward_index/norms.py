"""The norms of articles: the length of the tf * idf vector (the thesis' docw)."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.vectors import Floats, Keys, Packed, frequencies
from tidings.settings.tree import ZoneWeights
from tidings.text.bulk.string_arrays import Ints

_ALL = np.arange(1 << 16, dtype=np.uint16)
_BLOCK = 1 << 20  # terms at once: a few arrays of 8 MB


class Norms(Protocol):
    """Computes the norms of a new segment; it knows the idfs of the whole index."""

    def __call__(
        self,
        starts: Ints,
        terms: NDArray[np.uint32],
        packed: Packed,
        keys: Keys,
        counts: NDArray[np.uint32],
    ) -> Floats:
        """Return the norm of each row, given the new segment's lexicon."""
        ...


def norms(
    starts: Ints, terms: NDArray[np.uint32], packed: Packed, idfs: Floats, zones: ZoneWeights
) -> Floats:
    """Return sqrt(sum (tf * idf)^2) of each row, given the idf of each term number."""
    squared_tf = frequencies(_ALL, zones) ** 2
    squared_idf = idfs**2
    found = np.zeros(len(starts) - 1)
    for first, last in blocks(starts):
        begin, end = starts[first], starts[last]
        squares = squared_tf[packed[begin:end]] * squared_idf[terms[begin:end]]
        filled = np.flatnonzero(np.diff(starts[first : last + 1]))  # reduceat allows no empty rows
        if len(filled):
            found[first + filled] = np.add.reduceat(squares, starts[first + filled] - begin)
    return np.sqrt(found)


def blocks(starts: Ints) -> list[tuple[int, int]]:
    """Return ranges of rows with about _BLOCK terms each, to limit memory."""
    rows = len(starts) - 1
    wanted = np.arange(0, starts[-1] + _BLOCK, _BLOCK)
    edges = np.unique(np.clip(np.searchsorted(starts, wanted), 0, rows))
    edges = np.unique(np.concatenate([[0], edges, [rows]]))
    return list(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True))

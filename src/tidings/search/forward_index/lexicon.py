"""The terms of one segment: their keys, article counts and texts."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.vectors import Keys
from tidings.text.bulk.string_arrays import Ints, StringArray


@dataclass(frozen=True, slots=True, eq=False)
class SegmentLexicon:
    """Terms by number; a number is a position among the sorted keys."""

    keys: Keys
    counts: NDArray[np.uint32]  # articles of the segment with the term
    texts: StringArray

    def numbers(self, keys: Keys) -> tuple[Ints, NDArray[np.bool_]]:
        """Return the numbers of the keys, and which keys exist; other numbers are meaningless."""
        return places_in(self.keys, keys)

    def counts_of(self, keys: Keys) -> Ints:
        """Return the number of articles of the segment with each term."""
        if not len(self.keys):
            return np.zeros(len(keys), np.int64)
        numbers, known = self.numbers(keys)
        counts: Ints = np.multiply(self.counts.take(numbers), known, dtype=np.int64)
        return counts


def places_in(sorted_: NDArray[np.generic], wanted: NDArray[np.generic]) -> tuple[
    Ints, NDArray[np.bool_]
]:  # fmt: skip
    """Return the positions of the wanted values among the sorted ones, and which exist."""
    if not len(sorted_):
        return np.zeros(len(wanted), np.int64), np.zeros(len(wanted), np.bool_)
    places: Ints = sorted_.searchsorted(wanted)
    np.minimum(places, len(sorted_) - 1, out=places)
    return places, sorted_.take(places) == wanted

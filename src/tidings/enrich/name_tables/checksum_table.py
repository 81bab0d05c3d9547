"""Checksums in order, in which one is found at once: a bucket for its upper half, then a few steps.

Not a set: a quarter of a million checksums take a megabyte as an array, and ten in a set.
"""

from bisect import bisect_left
from typing import Any
from zlib import crc32

import numpy
from numpy.typing import NDArray

_BUCKETS = 1 << 16  # checksums are even: of a quarter of a million there are four in each
_SHIFT = 16


class ChecksumTable:
    """Where each of many checksums stands; read as machine integers, which numpy is slow at."""

    def __init__(self, sums: NDArray[Any]) -> None:
        self._sums = numpy.ascontiguousarray(sums, dtype=numpy.uint32).data
        edges = numpy.arange(_BUCKETS + 1, dtype=numpy.uint64) << numpy.uint64(_SHIFT)
        self._edges = sums.searchsorted(edges).astype(numpy.int32).data

    def __len__(self) -> int:
        return len(self._sums)

    def first(self, wanted: int) -> int:
        """Return the first place of a checksum; -1 if it is not there."""
        bucket = wanted >> _SHIFT
        end = self._edges[bucket + 1]
        at = bisect_left(self._sums, wanted, self._edges[bucket], end)
        return at if at < end and self._sums[at] == wanted else -1

    def all(self, wanted: int) -> range:
        """Return all places of a checksum."""
        at = end = self.first(wanted)
        while 0 <= end < len(self._sums) and self._sums[end] == wanted:
            end += 1
        return range(at, end)


def checksum(text: str) -> int:
    """Return the checksum of a text, whatever is in it."""
    return crc32(text.encode("utf-8", "surrogatepass"))

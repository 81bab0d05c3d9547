"""A sorted table of checksums with fast lookup: a bucket by the upper half, then a short bisection.

Not a set: a quarter of a million checksums take one megabyte as an array, ten as a set.
"""

from bisect import bisect_left
from typing import Any
from zlib import crc32

import numpy
from numpy.typing import NDArray

_BUCKETS = 1 << 16  # checksums are evenly distributed: of a quarter of a million, four per bucket
_SHIFT = 16


class ChecksumTable:
    """The positions of checksums; a memoryview, because numpy is slow at single integers."""

    def __init__(self, sums: NDArray[Any]) -> None:
        self._sums = numpy.ascontiguousarray(sums, dtype=numpy.uint32).data
        edges = numpy.arange(_BUCKETS + 1, dtype=numpy.uint64) << numpy.uint64(_SHIFT)
        self._edges = sums.searchsorted(edges).astype(numpy.int32).data

    def __len__(self) -> int:
        return len(self._sums)

    def first(self, wanted: int) -> int:
        """Return the first position of a checksum; -1 if it is missing."""
        bucket = wanted >> _SHIFT
        end = self._edges[bucket + 1]
        at = bisect_left(self._sums, wanted, self._edges[bucket], end)
        return at if at < end and self._sums[at] == wanted else -1

    def all(self, wanted: int) -> range:
        """Return all positions of a checksum."""
        at = end = self.first(wanted)
        while 0 <= end < len(self._sums) and self._sums[end] == wanted:
            end += 1
        return range(at, end)


def checksum(text: str) -> int:
    """Return the checksum of any text."""
    return crc32(text.encode("utf-8", "surrogatepass"))

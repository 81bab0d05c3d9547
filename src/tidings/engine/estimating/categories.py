"""Which category the value of an attribute falls into: hashes of words, ranges of numbers.

Times are kept by the finest categories, and read by as many as the settings say. So a change of the
setting forgets nothing.
"""

import math
import zlib
from collections import defaultdict
from collections.abc import Mapping

from tidings.model.jobs.record_times import RecordTimes

_HASHES = 1 << 16  # of words; so many rows has an attribute at most: a few megabytes
# Ranges of numbers, four for each doubling: within one of them, sizes differ by less than 19%, and
# half of that from its mean. 48 doublings suffice for any size in bytes.
_PER_DOUBLING = 4
_RANGES = 48 * _PER_DOUBLING


def fine_category(value: str | float) -> int:
    """Return the finest category of a value: a hash, or for a number a range, counted from -1 down.

    The sign tells them apart, so that an attribute knows by its categories what it is.
    """
    if isinstance(value, str):
        return zlib.crc32(value.encode("utf-8", "surrogatepass")) % _HASHES
    at_least = max(0.0, value)  # in this order, it is 0 for what is not a number, too
    return -1 - min(int(math.log2(1.0 + min(at_least, 2.0**48)) * _PER_DOUBLING), _RANGES - 1)


def category_of(fine: int, count: int) -> int:
    """Return one of `count` categories; neighbouring ranges fall into one or into neighbours."""
    if fine >= 0:
        return fine % count
    return fine if count >= _RANGES else -1 - (-1 - fine) * count // _RANGES


def folded(categories: Mapping[int, RecordTimes], count: int) -> dict[int, RecordTimes]:
    """Return the times of the finest categories by one of `count`."""
    times: defaultdict[int, RecordTimes] = defaultdict(lambda: RecordTimes(0, 0.0, 0.0))
    for fine, each in categories.items():
        times[category_of(fine, count)] += each
    return dict(times)

"""When to merge segments of the forward index, so that they stay few at little cost."""

from collections.abc import Sequence
from typing import Final

# A segment is merged with all newer ones once these have grown to half its size. So each is three
# times as large as the next: a million articles make twelve segments, and a row is copied at most
# once each time the index grows by half.
_RATIO: Final = 2


def first_to_merge(sizes: Sequence[int]) -> int | None:
    """Return the first of the segments to merge into one, or None; `sizes` go from the oldest."""
    start = None
    newer = 0
    for place in reversed(range(len(sizes))):
        if newer and sizes[place] < _RATIO * newer:
            start = place
        newer += max(sizes[place], 1)
    return start

"""When the segments of the forward index are merged: so that they stay few at little cost."""

from collections.abc import Sequence
from typing import Final

# A segment is merged with all that are newer once they have grown to half its size. So each is
# three times as large as the next: a million articles make twelve, and a row is copied at most
# once each time the index grows by half.
_RATIO: Final = 2


def first_to_merge(sizes: Sequence[int]) -> int | None:
    """Return from which segment on all are to be merged into one, or None; the oldest is first."""
    start = None
    newer = 0
    for place in reversed(range(len(sizes))):
        if newer and sizes[place] < _RATIO * newer:
            start = place
        newer += max(sizes[place], 1)
    return start

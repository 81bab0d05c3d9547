"""Packs items that must not be cut, such as the URLs of a host, into splits of equal length."""

import math
from bisect import bisect_left, insort
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import Generic, TypeVar

T = TypeVar("T")

Estimated = Sequence[tuple[T, float]]  # items, each with its seconds

# A move must bring two splits closer by this share of the longer one. Less is within what adding up
# rounds off: an item could move to and fro for ever.
_NOTICEABLE = 1e-9


@dataclass(frozen=True, slots=True)
class Split(Generic[T]):
    """Items that go together, the longest first."""

    items: tuple[T, ...]
    seconds: float


def packed(items: Estimated[T], splits: int) -> list[Split[T]]:
    """Return splits whose lengths differ as little as items permit.

    The longest item goes first, each to the split that is shortest by then (Graham 1969: the
    longest split is at most a third longer than it must be). Then items move as in `levelled`.
    """
    drafts = [_Draft() for _ in range(splits)]
    shortest = [(0.0, number) for number in range(splits)]
    for seconds, item in _longest_first(items):
        number = heappop(shortest)[1]
        drafts[number].add(seconds, item)
        heappush(shortest, (drafts[number].total, number))
    _level(drafts, 0.0)
    return _splits(items, drafts)


def levelled(
    items: Estimated[T], splits: int, place: Callable[[T], int], constant: float
) -> list[Split[T]]:
    """Return splits as the thesis has them: by hash, then moved until they are about equal.

    Items move from the longest split to the shortest, until any two differ by less than `constant`
    or no move brings two closer. A split that is longer because of one long item keeps it; the
    others go on.
    """
    drafts = [_Draft() for _ in range(splits)]
    for number, (item, seconds) in enumerate(items):
        drafts[place(item) % splits].add(seconds, number)
    _level(drafts, constant)
    return _splits(items, drafts)


class _Draft:
    """A split that still changes: numbers of items, sorted by their seconds."""

    def __init__(self) -> None:
        self.total = 0.0
        self.items: list[tuple[float, int]] = []

    def add(self, seconds: float, item: int) -> None:
        insort(self.items, (seconds, item))
        self.total += seconds

    def take(self, place: int) -> tuple[float, int]:
        seconds, item = self.items.pop(place)
        self.total -= seconds
        return seconds, item

    def best_for(self, gap: float) -> int | None:
        """Return the place of the item that closes a gap best: the one nearest to its half."""
        at = bisect_left(self.items, (gap / 2, -1))
        near = [place for place in (at - 1, at) if 0 <= place < len(self.items)]
        best = min(near, key=lambda place: abs(self.items[place][0] - gap / 2), default=None)
        least = self.total * _NOTICEABLE
        if best is None or not least < self.items[best][0] < gap - least:
            return None
        return best


def _level(drafts: Sequence[_Draft], constant: float) -> None:
    """Move items from the longest to the shortest while that brings two closer.

    The shortest split never gets shorter. So what the longest cannot give now, it never can, and
    it is done with. Heaps keep outdated totals, which are dropped when they come up.
    """
    longest = [(-draft.total, number) for number, draft in enumerate(drafts)]
    shortest = [(draft.total, number) for number, draft in enumerate(drafts)]
    heapify(longest)
    heapify(shortest)
    while longest:
        high, at = heappop(longest)
        giver = drafts[at]
        if -high != giver.total:
            continue
        while shortest[0][0] != drafts[shortest[0][1]].total:
            heappop(shortest)
        to = shortest[0][1]
        taker = drafts[to]
        gap = giver.total - taker.total
        if gap < constant or gap <= 0.0:
            return
        place = giver.best_for(gap)
        if place is None:
            continue
        taker.add(*giver.take(place))
        for number in (at, to):
            heappush(longest, (-drafts[number].total, number))
            heappush(shortest, (drafts[number].total, number))


def _longest_first(items: Estimated[T]) -> list[tuple[float, int]]:
    numbered = [(seconds, number) for number, (_, seconds) in enumerate(items)]
    return sorted(numbered, key=lambda each: (-each[0], each[1]))


def _splits(items: Estimated[T], drafts: Sequence[_Draft]) -> list[Split[T]]:
    return [
        Split(
            tuple(items[number][0] for _, number in reversed(draft.items)),
            math.fsum(seconds for seconds, _ in draft.items),
        )
        for draft in drafts
    ]

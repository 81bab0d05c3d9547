"""Cuts the URLs of many hosts into slices of time, each of which is fetched in one place.

A host belongs to one lane, and a lane's slices run one after another: so no host is ever asked from
two places. A lane asks several hosts at once; a slice holds what these allow within some seconds.
It is pure: the same hosts give the same slices.
"""

import heapq
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HostLoad:
    """A host, how many URLs it has, and how long each will take."""

    host: str
    urls: int
    seconds: float  # for each URL: its delay or its latency, whichever is longer

    @property
    def total(self) -> float:
        """How long all of it will take."""
        return self.urls * self.seconds


@dataclass(frozen=True, slots=True)
class Share:
    """Some URLs of a host, which follow those of the slice before."""

    host: str
    urls: int


@dataclass(frozen=True, slots=True)
class SliceSize:
    """How much a slice holds."""

    hosts_at_once: int
    seconds: float
    urls: int  # at most: results are held in memory


@dataclass(frozen=True, slots=True)
class HostSlice:
    """What is fetched together in one place."""

    shares: tuple[Share, ...]
    seconds: float  # how long it will probably take


def slices_of(lane: Sequence[HostLoad], size: SliceSize) -> Iterator[HostSlice]:
    """Yield the slices of a lane. The longest hosts begin, since nothing makes them faster."""
    waiting = deque(sorted(lane, key=lambda each: (-each.total, each.host)))
    while waiting:
        piece, left = _filled(waiting, size)
        yield piece
        waiting.extendleft(reversed(left))


def _filled(waiting: deque[HostLoad], size: SliceSize) -> tuple[HostSlice, list[HostLoad]]:
    """Return the next slice, and what is left of its hosts."""
    first = [each for each, _ in zip(waiting, range(size.hosts_at_once), strict=False)]
    seconds = min(size.seconds, size.urls / sum(1 / each.seconds for each in first))
    turns = [0.0] * len(first)  # when each of the hosts at once is done
    shares: list[Share] = []
    left: list[HostLoad] = []
    longest, room = 0.0, size.urls
    while waiting and room > 0 and (begins := turns[0]) < seconds:
        load = waiting.popleft()
        count = min(load.urls, room, max(1, round((seconds - begins) / load.seconds)))
        ends = begins + count * load.seconds
        heapq.heapreplace(turns, ends)
        longest, room = max(longest, ends), room - count
        shares.append(Share(load.host, count))
        if count < load.urls:
            left.append(HostLoad(load.host, load.urls - count, load.seconds))
    return HostSlice(tuple(shares), longest), left

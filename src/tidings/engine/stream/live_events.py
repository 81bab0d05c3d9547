"""Follows the stream once for all readers of a process.

Every quarter of a second it reads what is new, judges it once for each filter that is in use, and
joins what passed to one block of bytes. Readers with the same filter get the same block. The last
blocks are kept for readers that come back; older events are read from the log again.
"""

import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tidings.engine.process.home_errors import HOME_ERRORS
from tidings.engine.stream.event_stream import HomeStream, StreamPart
from tidings.engine.stream.position import Position
from tidings.engine.stream.stream_event import StreamEvent
from tidings.engine.stream.stream_filter import StreamFilter
from tidings.events.logged_event import emit
from tidings.events.server_events import StreamFailing

TICK_SECONDS: Final = 0.25  # so that a reader is written to at most four times a second
_FAILING_SECONDS: Final = 2.0  # between attempts, while the home cannot be read
_MAX_PARTS: Final = 4  # read in one tick: a burst must not keep readers waiting
_MAX_EVENTS: Final = 20_000  # in the kept blocks: some minutes of a busy home
_MAX_BYTES: Final = 32 * 1024 * 1024  # of the kept blocks, for all filters together
_BACKLOG: Final = 2_000  # changes: the first reader may begin that far back for all others

Frame = Callable[[StreamEvent], bytes]


@dataclass(frozen=True, slots=True)
class Tick:
    """What came in one tick: a block of bytes for each filter that something passed."""

    number: int
    start: Position
    end: Position
    blocks: dict[StreamFilter, bytes]
    events: int
    size: int  # bytes


@dataclass(frozen=True, slots=True)
class Joint:
    """Where a reader joins: what it gets first, up to where, and the number of the next tick."""

    blocks: Sequence[bytes]
    end: Position
    next_tick: int


class LiveEvents:
    """One thread that follows while anybody listens, and the last blocks. Thread-safe."""

    def __init__(self, stream: HomeStream, frame: Frame, on_tick: Callable[[Tick], None]) -> None:
        """`on_tick` is called in the thread, after a tick that brought anything."""
        self._stream = stream
        self._frame = frame
        self._on_tick = on_tick
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._closed = False
        self._readers: dict[StreamFilter, int] = {}
        self._since: dict[StreamFilter, int] = {}  # the first tick that has blocks of a filter
        self._ticks: deque[Tick] = deque()
        self._end: Position | None = None  # None while nobody listens
        self._next = 0  # number of the next tick
        self._building: int | None = None  # number of the tick that is being made
        self._is_behind = True  # there may be more than was read
        self._thread = threading.Thread(target=self._run, name="stream", daemon=True)

    def open(self, filter_: StreamFilter, position: Position) -> None:
        """Follow for one more reader, who has seen everything up to a position."""
        end = self._stream.log.end()
        with self._lock:
            if self._end is None:
                self._end = position if _is_near(position, end) else end
                self._is_behind = True
                self._wake.set()
            self._readers[filter_] = self._readers.get(filter_, 0) + 1
            self._since.setdefault(filter_, self._next)
            if not self._thread.is_alive() and not self._closed:
                self._thread.start()

    def leave(self, filter_: StreamFilter) -> None:
        """Follow for one reader less; without any, rest."""
        with self._lock:
            self._readers[filter_] -= 1
            if not self._readers[filter_]:
                del self._readers[filter_], self._since[filter_]
            if not self._readers:
                self._end = None
                self._ticks.clear()

    def joint(self, filter_: StreamFilter, position: Position) -> Joint | Position | None:
        """Return where a reader joins; or the position up to which it must read the log before.

        None if that is not known before the next tick.
        """
        with self._lock:
            since = self._since[filter_]
            ticks = [tick for tick in self._ticks if tick.number >= since]
            for at, tick in enumerate(ticks):
                if position == tick.start:
                    blocks = (each.blocks.get(filter_) for each in ticks[at:])
                    last = ticks[-1]
                    return Joint([block for block in blocks if block], last.end, last.number + 1)
                if position.is_within(tick.start):
                    return tick.start
            is_next_ours = self._building is None or self._building >= since
            if self._end is None or not is_next_ours or not position.is_within(self._end):
                return None
            next_tick = self._next if self._building is None else self._building
            return Joint((), position, next_tick) if position == self._end else self._end

    def close(self) -> None:
        """End the thread."""
        self._closed = True
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def _run(self) -> None:
        while not self._closed:
            try:
                wait = TICK_SECONDS if self._follow() else None  # None: until somebody listens
            except HOME_ERRORS as error:
                emit(StreamFailing(str(error)))
                self._is_behind, wait = True, _FAILING_SECONDS
            self._wake.wait(wait)
            self._wake.clear()

    def _follow(self) -> bool:
        """Take in what is new; False if nobody listens."""
        with self._lock:  # both at once: whoever opens later sets both again
            end, is_behind = self._end, self._is_behind
            self._is_behind = False
        if end is None:
            return False
        if (self._stream.log.has_changed() or is_behind) and not self._take_in(end):
            self._is_behind = True
        return True

    def _take_in(self, end: Position) -> bool:
        """Take in what is behind a position; return whether that was all."""
        for _ in range(_MAX_PARTS):
            part = self._stream.part(end)
            if part.end != end and not self._take(end, part):
                return False
            end = part.end
            if part.is_last:
                return True
        return False

    def _take(self, start: Position, part: StreamPart) -> bool:
        """Make a tick of a part; False if nobody listens any more, or others since then."""
        with self._lock:
            filters, number = list(self._readers), self._next
            self._next, self._building = number + 1, number
        tick: Tick | None = None
        try:
            tick = self._tick(number, start, part, filters)
        finally:
            with self._lock:
                # Both at once: a reader that joins now sees the tick, or waits for it.
                self._building = None
                is_wanted = tick is not None and self._end == start
                if tick is not None and is_wanted:
                    self._ticks.append(tick)
                    self._end = tick.end
                    self._forget()
        if is_wanted:
            self._on_tick(tick)
        return is_wanted

    def _tick(
        self, number: int, start: Position, part: StreamPart, filters: Sequence[StreamFilter]
    ) -> Tick:
        frames = {event.position: self._frame(event) for event in part.events}
        joined: dict[tuple[Position, ...], bytes] = {}  # filters often agree
        blocks: dict[StreamFilter, bytes] = {}
        judging = self._stream.judging(part.events)
        for filter_ in filters:
            key = tuple(event.position for event in judging.wanted(filter_))
            if key and key not in joined:
                joined[key] = b"".join(frames[position] for position in key)
            if key:
                blocks[filter_] = joined[key]
        size = sum(map(len, joined.values()))
        return Tick(number, start, part.end, blocks, len(part.events), size)

    def _forget(self) -> None:
        """Forget the oldest ticks that are too much to keep."""
        events, size = (sum(tick.events for tick in self._ticks),
                        sum(tick.size for tick in self._ticks))  # fmt: skip
        while self._ticks and (events > _MAX_EVENTS or size > _MAX_BYTES):
            tick = self._ticks.popleft()
            events, size = events - tick.events, size - tick.size


def _is_near(position: Position, end: Position) -> bool:
    """Return whether a reader's position is a good one to begin with, for those who follow it."""
    return position.is_within(end) and (
        end.article - position.article <= _BACKLOG and end.story - position.story <= _BACKLOG
    )

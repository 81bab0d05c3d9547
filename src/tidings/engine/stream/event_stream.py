"""The stream of a home: parts of it, from any position, for any filter."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from tidings.engine.library.library import Library
from tidings.engine.stream.event_log import EventLog
from tidings.engine.stream.position import Position
from tidings.engine.stream.stream_event import EventMaker, StreamEvent, event_of_gap
from tidings.engine.stream.stream_filter import EVERYTHING, Judge, Judging, StreamFilter

PART_ENTRIES: Final = 500  # that are read at once: some 100 ms of work
PART_BYTES: Final = 1024 * 1024  # of events; reached only if titles and standfirsts are very long


@dataclass(frozen=True, slots=True)
class StreamPart:
    """Some events, and the position behind them: filtered ones count as seen."""

    events: Sequence[StreamEvent]
    end: Position
    is_last: bool  # nothing more is there yet


class HomeStream:
    """Reads the stream of a library. It blocks, keeps no reader's state, and is thread-safe."""

    def __init__(self, library: Library) -> None:
        self.log = EventLog(library.database, library.index)
        self._maker = EventMaker(library)
        self._judge = Judge(library)

    def beginning(self, position: Position | None) -> tuple[Position, StreamEvent | None]:
        """Return where a reader begins, and what it must be told first.

        Without a position it begins now. One that this home never reached is another home's, or of
        a later state: then the reader begins now, too.
        """
        if position is None:
            return self.log.end(), None
        gap = self.log.foreign_gap(position)
        return (position, None) if gap is None else (gap.until, event_of_gap(gap))

    def part(
        self, after: Position, until: Position | None = None, filter_: StreamFilter = EVERYTHING
    ) -> StreamPart:
        """Return the next events after a position."""
        chunk = self.log.chunk(after, PART_ENTRIES, until)
        made = self._maker.events(chunk.entries)
        kept = _beginning(made)
        is_whole = len(kept) == len(made)
        events = self.judging(kept).wanted(filter_)
        if chunk.gap:
            events = [event_of_gap(chunk.gap), *events]
        end = chunk.end if is_whole else kept[-1].position
        return StreamPart(events, end, is_whole and len(chunk.entries) < PART_ENTRIES)

    def judging(self, events: Sequence[StreamEvent]) -> Judging:
        """Return what judges some events by any number of filters."""
        return self._judge.judging(events)


def _beginning(events: Sequence[StreamEvent]) -> Sequence[StreamEvent]:
    """Return as many events as a part may have bytes, at least one."""
    sizes = accumulate(len(event.data) for event in events)
    return events[: max(1, bisect_right(list(sizes), PART_BYTES))]

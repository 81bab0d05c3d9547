"""Which events a reader wants."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tidings.engine.stream.stream_event import StreamEvent
from tidings.shapes.v1.event import GAP


@dataclass(frozen=True, slots=True)
class StreamFilter:
    """What a reader asked for; equal filters are judged once, however many readers have them."""

    text: str = ""  # a query, as in a search
    source: str | None = None
    language: str | None = None
    kinds: frozenset[str] = frozenset()  # none: all


EVERYTHING: Final = StreamFilter()


class Judge:
    """Judges events by filters."""

    def wanted(self, filter_: StreamFilter, events: Sequence[StreamEvent]) -> list[StreamEvent]:
        """Return the events that pass a filter."""
        if filter_ == EVERYTHING:
            return list(events)
        return [event for event in events if _passes(filter_, event)]


def _passes(filter_: StreamFilter, event: StreamEvent) -> bool:
    """Judge what needs no text."""
    if event.kind == GAP:
        return True
    if filter_.kinds and event.kind not in filter_.kinds:
        return False
    return _is(filter_.source, event.source, event) and _is(filter_.language, event.language, event)


def _is(wanted: str | None, value: str | None, event: StreamEvent) -> bool:
    if wanted is None:
        return True
    return event.is_for_all if value is None else value == wanted

"""What a run tells, as bytes to be sent. For one thread: that of readers of the log."""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from tidings.engine.listing.query_runs import events_after, finds_of, run_status
from tidings.engine.stream.stream_event import json_line
from tidings.model.agents.agent_event import AgentEventKind
from tidings.model.agents.query_run import RunState, RunStatus
from tidings.serve.context import AppContext
from tidings.serve.mine.run_finds import Told, Trail, find_shapes
from tidings.serve.stream.sent_event import framed
from tidings.shapes.v1.query_run import RunFindV1, agent_event_v1, event_id

_PER_PART: Final = 500  # events that are read at once
_KEPT: Final = 64  # parts, for readers that are as far as others
_KEPT_RUNS: Final = 16  # of which is known which link led where


@dataclass(frozen=True, slots=True)
class RunPart:
    """The next events of a run."""

    block: bytes
    end: int  # number of the last one
    is_over: bool  # whether nothing follows, for good


class RunEvents:
    """Reads events of runs, and keeps the last parts: many readers are equally far."""

    def __init__(self, context: AppContext) -> None:
        self._context = context
        self._parts: OrderedDict[tuple[int, int], RunPart] = OrderedDict()
        self._version: object = None  # of the database, when they were read
        self._trails: OrderedDict[int, Trail] = OrderedDict()

    def has_told(self, run: int, seq: int) -> bool:
        """Return whether a run has told an event with this number; 0 is before the first one."""
        return not seq or any(
            number == seq for number, _, _ in events_after(self._reader(), run, seq - 1, 1)
        )

    def part(self, run: int, after: int) -> RunPart:
        """Return what follows an event."""
        version = self._context.library.database.version()
        if version != self._version:  # an article may have been deleted since
            self._version = version
            self._parts.clear()
        known = self._parts.get((run, after))
        return known or self._read(run, after)

    def _read(self, run: int, after: int) -> RunPart:
        # The state is read first: what was told before the run ended is there, too.
        status = run_status(self._reader(), run)
        told = events_after(self._reader(), run, after, _PER_PART)
        is_last = status is None or (status.state is RunState.ENDED and len(told) < _PER_PART)
        if not told:
            return RunPart(b"", after, is_last)
        finds = self._finds(run, told)
        frames = [self._frame(run, each, finds, status) for each in told]
        part = RunPart(b"".join(frames), told[-1][0], is_last)
        self._parts[run, after] = part
        while len(self._parts) > _KEPT:
            self._parts.popitem(last=False)
        return part

    def _frame(
        self, run: int, told: Told, finds: dict[str, RunFindV1], status: RunStatus | None
    ) -> bytes:
        seq, at, event = told
        is_find = event.kind is AgentEventKind.FOUND
        has_run = event.kind in (AgentEventKind.RATE, AgentEventKind.ENDED)
        shape = agent_event_v1(
            run, seq, at, event,
            finds.get(event.url) if is_find else None, status if has_run else None,
        )  # fmt: skip
        return framed(event_id(run, seq), event.kind, json_line(shape))

    def _finds(self, run: int, told: Sequence[Told]) -> dict[str, RunFindV1]:
        """Return the finds that are told of, by URL."""
        urls = {event.url for _, _, event in told if event.kind is AgentEventKind.FOUND}
        if not urls:
            return {}
        finds = [find for find in finds_of(self._reader(), run) if find.url in urls]
        shapes = find_shapes(self._context, finds, self._trail(run, told[-1][0]))
        return {shape["url"]: shape for shape in shapes}

    def _trail(self, run: int, until: int) -> Trail:
        """Return which links led to the finds of a run, up to an event."""
        trail = self._trails.setdefault(run, Trail())
        self._trails.move_to_end(run)
        while len(self._trails) > _KEPT_RUNS:
            self._trails.popitem(last=False)
        while trail.end < until and (
            told := events_after(self._reader(), run, trail.end, _PER_PART)
        ):
            trail.take(told)
        return trail

    def _reader(self) -> Any:
        return self._context.library.database.read()

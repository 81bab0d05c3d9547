"""The answer that sends what a run tells, from its beginning or from where a reader was."""

import re
from collections.abc import Callable
from functools import partial
from typing import Final

from starlette.types import Receive, Send

from tidings.engine.stream.live_events import TICK_SECONDS
from tidings.engine.stream.stream_event import json_line
from tidings.engine.stream.stream_filter import EVERYTHING
from tidings.serve.mine.run_events import RunEvents
from tidings.serve.stream.endless_response import RETRY_SECONDS, EndlessResponse
from tidings.serve.stream.fan_out import FanOut
from tidings.serve.stream.sent_event import framed, opening, place
from tidings.serve.stream.stream_reader import StreamEnd, StreamReader
from tidings.shapes.v1.query_run import event_id, run_gap

_form: Final = re.compile(r"(\d{1,15})-(\d{1,15})", re.ASCII)


class RunPlaceInvalid(ValueError):
    """A text that is not the id of an event of this run; the message says what to do."""


def run_place(run: int, text: str) -> int:
    """Return the number of the event that an id names; raises RunPlaceInvalid."""
    found = _form.fullmatch(text.strip())
    if found is None or int(found[1]) != run:
        raise RunPlaceInvalid(
            f"{text[:40]!r} is not the id of an event of run {run}: expected one such as "
            f"{event_id(run, 17)}, or leave it out to get everything."
        )
    return int(found[2])


class RunStreamResponse(EndlessResponse):
    """Sends what a run tells to one reader; ends after the run has ended."""

    def __init__(
        self,
        fan_out: FanOut,
        events: RunEvents,
        run: int,
        after: int,
        still_allowed: Callable[[], bool] | None = None,
        abort: Callable[[], None] = lambda: None,
    ) -> None:
        """`after` is the number of the last event that the reader has seen."""
        super().__init__(fan_out, EVERYTHING, still_allowed, abort)
        self._events = events
        self._run = run
        self._after = after

    async def follow(self, reader: StreamReader, receive: Receive, send: Send) -> None:
        """Serve a reader; one that has seen what was never told begins anew."""
        run, after = self._run, self._after
        gap = b""
        if not await self.fan_out.run(lambda: self._events.has_told(run, after)):
            self._after = 0
            gap = framed(event_id(run, 0), "gap", json_line(run_gap(run, after, 0)))
        first = opening(event_id(run, self._after), RETRY_SECONDS) + gap
        await self.serve(reader, first, receive, send)

    async def send_missed(self, reader: StreamReader, send: Send) -> None:
        """Send what was told, and what is told, until the run is over."""
        while reader.ended is None:
            part = await self.fan_out.run(partial(self._events.part, self._run, self._after))
            self._after = part.end
            if part.block:
                await self.write(reader, send, part.block)
            if part.is_over:
                reader.end(StreamEnd.OVER)
            elif not part.block:
                if self.is_quiet:
                    await self.write(
                        reader, send, place(event_id(self._run, part.end), "heartbeat")
                    )
                await reader.rest(TICK_SECONDS)

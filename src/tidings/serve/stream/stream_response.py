"""The answer that does not end: events as they come, until somebody has enough."""

import asyncio
from collections.abc import Callable
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tidings.engine.process.home_errors import HOME_ERRORS
from tidings.engine.stream.live_events import TICK_SECONDS, Joint
from tidings.engine.stream.position import Position
from tidings.engine.stream.stream_filter import StreamFilter
from tidings.serve.problem import problem
from tidings.serve.stream.fan_out import FanOut
from tidings.serve.stream.sent_event import farewell, frame, opening, place
from tidings.serve.stream.stream_reader import MAX_WAITING, StreamEnd, StreamReader

MEDIA_TYPE: Final = "text/event-stream"
HEADERS: Final = {
    "Content-Type": MEDIA_TYPE,  # always UTF-8; a charset confuses some clients
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # or nginx would keep events back
}
_RETRY_SECONDS: Final = 2.0  # before a reader comes back; a restart takes about as long
_FULL_SECONDS: Final = 10  # before a reader that found no place tries again
_PACE: Final = TICK_SECONDS * 0.96  # between two writes; ticks are not that exact
_ABORTING: Final = 1.0  # seconds until an aborted connection is gone, at most


class EventStreamResponse(Response):
    """Sends events to one reader: first from the log, then together with all other readers."""

    def __init__(
        self,
        fan_out: FanOut,
        filter_: StreamFilter,
        position: Position | None,
        still_allowed: Callable[[], bool] | None = None,
        abort: Callable[[], None] = lambda: None,
    ) -> None:
        """`abort` cuts the connection, without waiting until what was written is sent."""
        super().__init__(headers=HEADERS)
        del self.headers["Content-Length"], self.body  # it has none that could be known
        self._fan_out = fan_out
        self._filter = filter_
        self._position = position
        self._still_allowed = still_allowed
        self._abort = abort
        self._wrote_at = 0.0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one reader until its stream ends."""
        fan_out, stream = self._fan_out, self._fan_out.stream
        if fan_out.is_full:
            full = "Too many readers follow the stream here: try again soon."
            await problem(503, full, headers={"Retry-After": str(_FULL_SECONDS)})(
                scope, receive, send
            )
            return
        reader = StreamReader(self._filter, self._still_allowed)
        fan_out.add(reader)
        try:
            reader.position, gap = await fan_out.run(lambda: stream.beginning(self._position))
            await fan_out.run(lambda: fan_out.live.open(self._filter, reader.position))
            try:
                first = opening(reader.position, _RETRY_SECONDS) + (frame(gap) if gap else b"")
                await self._serve(reader, first, receive, send)
            finally:
                fan_out.live.leave(self._filter)
        finally:
            fan_out.remove(reader)

    async def _serve(
        self, reader: StreamReader, first: bytes, receive: Receive, send: Send
    ) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        gone = asyncio.create_task(_disconnected(receive))
        gone.add_done_callback(lambda _: reader.end(StreamEnd.GONE))
        try:
            await self._write(reader, send, first)
            await self._catch_up(reader, send)
            while block := await reader.blocks():
                await self._write(reader, send, block)
        except HOME_ERRORS:
            reader.end(StreamEnd.FAILING)
        except TimeoutError:
            reader.end(StreamEnd.SLOW)
        finally:
            await self._end(reader, send, gone)

    async def _catch_up(self, reader: StreamReader, send: Send) -> None:
        """Send what the reader missed, until it has what all others have."""
        fan_out = self._fan_out
        while reader.ended is None:
            joint = fan_out.live.joint(reader.filter, reader.position)
            if isinstance(joint, Joint):
                if sum(map(len, joint.blocks)) <= MAX_WAITING // 2:
                    fan_out.join(reader, joint)
                    return
                for block in joint.blocks:  # one by one: together they may be a lot
                    await self._write(reader, send, block)
                reader.position = joint.end
            elif joint is None:
                await reader.rest(TICK_SECONDS)
            else:
                await self._replay(reader, joint, send)

    async def _replay(self, reader: StreamReader, until: Position, send: Send) -> None:
        """Send a part of the log."""
        after, wanted = reader.position, reader.filter
        part = await self._fan_out.run(lambda: self._fan_out.stream.part(after, until, wanted))
        reader.position = until if part.is_last else part.end
        if part.events:
            await self._write(reader, send, b"".join(map(frame, part.events)))
        elif _now() - self._wrote_at >= self._fan_out.settings.stream_heartbeat_seconds:
            await self._write(reader, send, place(reader.position, "heartbeat"))

    async def _write(self, reader: StreamReader, send: Send, block: bytes) -> None:
        """Write a block, at the pace of the stream; raises TimeoutError if it is not taken."""
        if (wait := self._wrote_at + _PACE - _now()) > 0:
            await asyncio.sleep(wait)
            block += reader.take()
        async with reader.sending(self._fan_out.settings.stream_stall_seconds):
            await send({"type": "http.response.body", "body": block, "more_body": True})
        self._wrote_at = _now()

    async def _end(self, reader: StreamReader, send: Send, gone: "asyncio.Task[None]") -> None:
        """End the response: in an orderly way, or by cutting a connection that takes nothing."""
        try:
            if reader.ended in (None, StreamEnd.SLOW):
                self._abort()
                await asyncio.wait((gone,), timeout=_ABORTING)
            elif reader.ended is not StreamEnd.GONE:
                async with asyncio.timeout(_ABORTING):
                    body = farewell(reader.ended)
                    await send({"type": "http.response.body", "body": body, "more_body": False})
        except TimeoutError:
            self._abort()
            await asyncio.wait((gone,), timeout=_ABORTING)
        finally:
            gone.cancel()


async def _disconnected(receive: Receive) -> None:
    """Return when the client is gone."""
    while (await receive())["type"] != "http.disconnect":
        pass


def _now() -> float:
    return asyncio.get_running_loop().time()

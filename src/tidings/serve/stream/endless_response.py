"""An answer that does not end: bytes as they come, until somebody has enough."""

import asyncio
from abc import abstractmethod
from collections.abc import Callable
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tidings.engine.process.home_errors import HOME_ERRORS
from tidings.engine.stream.live_events import TICK_SECONDS
from tidings.engine.stream.stream_filter import StreamFilter
from tidings.serve.problem import problem
from tidings.serve.stream.fan_out import FanOut
from tidings.serve.stream.sent_event import farewell
from tidings.serve.stream.stream_reader import StreamEnd, StreamReader

MEDIA_TYPE: Final = "text/event-stream"
HEADERS: Final = {
    "Content-Type": MEDIA_TYPE,  # always UTF-8; a charset confuses some clients
    "Cache-Control": "no-store",
    "X-Accel-Buffering": "no",  # or nginx would keep events back
}
RETRY_SECONDS: Final = 2.0  # before a reader comes back; a restart takes about as long
_FULL_SECONDS: Final = 10  # before a reader that found no place tries again
_PACE: Final = TICK_SECONDS * 0.96  # between two writes; ticks are not that exact
_ABORTING: Final = 1.0  # seconds until an aborted connection is gone, at most


class EndlessResponse(Response):
    """Sends to one reader what comes; one of those that the process has places for.

    What it sends, and from where, is said by its subclasses: `follow` and `send_missed`.
    """

    def __init__(
        self,
        fan_out: FanOut,
        filter_: StreamFilter,
        still_allowed: Callable[[], bool] | None = None,
        abort: Callable[[], None] = lambda: None,
    ) -> None:
        """`abort` cuts the connection, without waiting until what was written is sent."""
        super().__init__(headers=HEADERS)
        del self.headers["Content-Length"], self.body  # it has none that could be known
        self.fan_out = fan_out
        self.filter = filter_
        self.wrote_at = 0.0
        self._still_allowed = still_allowed
        self._abort = abort

    @abstractmethod
    async def follow(self, reader: StreamReader, receive: Receive, send: Send) -> None:
        """Find out where the reader begins, and serve it from there."""

    @abstractmethod
    async def send_missed(self, reader: StreamReader, send: Send) -> None:
        """Write what the reader has missed, until others give it what comes, or it has all."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one reader until its stream ends."""
        if self.fan_out.is_full:
            full = "Too many readers follow the stream here: try again soon."
            await problem(503, full, headers={"Retry-After": str(_FULL_SECONDS)})(
                scope, receive, send
            )
            return
        reader = StreamReader(self.filter, self._still_allowed)
        self.fan_out.add(reader)
        try:
            await self.follow(reader, receive, send)
        finally:
            self.fan_out.remove(reader)

    async def serve(self, reader: StreamReader, first: bytes, receive: Receive, send: Send) -> None:
        """Write the beginning, what was missed, and what is given to the reader, to the end."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        gone = asyncio.create_task(_disconnected(receive))
        gone.add_done_callback(lambda _: reader.end(StreamEnd.GONE))
        try:
            await self.write(reader, send, first)
            await self.send_missed(reader, send)
            while block := await reader.blocks():
                await self.write(reader, send, block)
        except HOME_ERRORS:
            reader.end(StreamEnd.FAILING)
        except TimeoutError:
            reader.end(StreamEnd.SLOW)
        finally:
            await self._end(reader, send, gone)

    async def write(self, reader: StreamReader, send: Send, block: bytes) -> None:
        """Write a block, at the pace of the stream; raises TimeoutError if it is not taken."""
        if (wait := self.wrote_at + _PACE - now()) > 0:
            await asyncio.sleep(wait)
            block += reader.take()
        async with reader.sending(self.fan_out.settings.stream_stall_seconds):
            await send({"type": "http.response.body", "body": block, "more_body": True})
        self.wrote_at = now()

    @property
    def is_quiet(self) -> bool:
        """Whether a sign of life is due."""
        return now() - self.wrote_at >= self.fan_out.settings.stream_heartbeat_seconds

    async def _end(self, reader: StreamReader, send: Send, gone: "asyncio.Task[None]") -> None:
        """End the response: in an orderly way, or by cutting a connection that takes nothing."""
        try:
            if reader.ended in (None, StreamEnd.SLOW):
                self._abort()
                await asyncio.wait((gone,), timeout=_ABORTING)
            elif reader.ended is not StreamEnd.GONE:
                async with asyncio.timeout(_ABORTING):
                    body = b"" if reader.ended is StreamEnd.OVER else farewell(reader.ended)
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


def now() -> float:
    """Return the time of the event loop."""
    return asyncio.get_running_loop().time()

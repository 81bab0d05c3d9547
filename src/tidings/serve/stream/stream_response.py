"""The answer that sends the live stream: first from the log, then together with all others."""

from collections.abc import Callable

from starlette.types import Receive, Send

from tidings.engine.stream.live_events import TICK_SECONDS, Joint
from tidings.engine.stream.position import Position
from tidings.engine.stream.stream_filter import StreamFilter
from tidings.serve.stream.endless_response import RETRY_SECONDS, EndlessResponse
from tidings.serve.stream.fan_out import FanOut
from tidings.serve.stream.sent_event import frame, opening, place
from tidings.serve.stream.stream_reader import MAX_WAITING, StreamReader


class EventStreamResponse(EndlessResponse):
    """Sends events to one reader: first from the log, then together with all other readers."""

    def __init__(
        self,
        fan_out: FanOut,
        filter_: StreamFilter,
        position: Position | None,
        still_allowed: Callable[[], bool] | None = None,
        abort: Callable[[], None] = lambda: None,
    ) -> None:
        """`position` is where to begin; None: now."""
        super().__init__(fan_out, filter_, still_allowed, abort)
        self._position = position

    async def follow(self, reader: StreamReader, receive: Receive, send: Send) -> None:
        """Serve a reader, and follow the log for it meanwhile."""
        fan_out, stream = self.fan_out, self.fan_out.stream
        reader.position, gap = await fan_out.run(lambda: stream.beginning(self._position))
        await fan_out.run(lambda: fan_out.live.open(self.filter, reader.position))
        try:
            first = opening(reader.position, RETRY_SECONDS) + (frame(gap) if gap else b"")
            await self.serve(reader, first, receive, send)
        finally:
            fan_out.live.leave(self.filter)

    async def send_missed(self, reader: StreamReader, send: Send) -> None:
        """Send what the reader missed, until it has what all others have."""
        fan_out = self.fan_out
        while reader.ended is None:
            joint = fan_out.live.joint(reader.filter, reader.position)
            if isinstance(joint, Joint):
                if sum(map(len, joint.blocks)) <= MAX_WAITING // 2:
                    fan_out.join(reader, joint)
                    return
                for block in joint.blocks:  # one by one: together they may be a lot
                    await self.write(reader, send, block)
                reader.position = joint.end
            elif joint is None:
                await reader.rest(TICK_SECONDS)
            else:
                await self._replay(reader, joint, send)

    async def _replay(self, reader: StreamReader, until: Position, send: Send) -> None:
        """Send a part of the log."""
        after, wanted = reader.position, reader.filter
        part = await self.fan_out.run(lambda: self.fan_out.stream.part(after, until, wanted))
        reader.position = until if part.is_last else part.end
        if part.events:
            await self.write(reader, send, b"".join(map(frame, part.events)))
        elif self.is_quiet:
            await self.write(reader, send, place(reader.position, "heartbeat"))

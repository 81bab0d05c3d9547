"""One reader of the stream: what waits to be sent to it, and why its stream ends."""

import asyncio
from collections.abc import Callable
from enum import StrEnum
from typing import Final

from tidings.engine.stream.position import Position
from tidings.engine.stream.stream_filter import StreamFilter

# Bytes that may wait for one reader. Blocks are shared, so this costs memory only if nobody else
# is as slow.
MAX_WAITING: Final = 8 * 1024 * 1024
_LAST_CHANCE: Final = 0.5  # seconds to take what is on its way when the server stops


class StreamEnd(StrEnum):
    """Why a stream ends."""

    OVER = "this is all"
    GONE = "the reader is gone"
    SLOW = "the reader is too slow"
    STOPPING = "the server stops"
    REVOKED = "the access was revoked"
    FAILING = "the home cannot be read"


class StreamReader:
    """What one connection reads. Only for the event loop."""

    def __init__(
        self, filter_: StreamFilter, still_allowed: Callable[[], bool] | None = None
    ) -> None:
        """`still_allowed` says whether it may go on; it blocks."""
        self.filter = filter_
        self.still_allowed = still_allowed
        self.position = Position(0, 0)  # everything up to here was given to it
        self.next_tick: int | None = None  # None until it has joined the others
        self.ended: StreamEnd | None = None
        self.last_given = asyncio.get_running_loop().time()
        self._wake = asyncio.Event()
        self._waiting: list[bytes] = []
        self._size = 0
        self._deadline: asyncio.Timeout | None = None  # while bytes are being sent

    def give(self, block: bytes) -> None:
        """Have bytes sent; a reader for whom too many wait already is disconnected."""
        if self._size > MAX_WAITING:
            self.end(StreamEnd.SLOW)
        self._waiting.append(block)
        self._size += len(block)
        self._wake.set()

    def end(self, why: StreamEnd) -> None:
        """End the stream, also if it cannot be written to just now."""
        if self.ended is None:
            self.ended = why
        self._wake.set()
        if self._deadline is not None:
            now = asyncio.get_running_loop().time()
            self._deadline.reschedule(now + _LAST_CHANCE * (why is StreamEnd.STOPPING))

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits to be sent."""
        return not self._waiting and self._deadline is None

    async def blocks(self) -> bytes:
        """Wait for bytes, and return all that wait; empty when the stream has ended."""
        while not self._waiting and self.ended is None:
            await self._wake.wait()
            self._wake.clear()
        return b"" if self.ended is not None else self.take()

    def take(self) -> bytes:
        """Return everything that waits."""
        block = self._waiting[0] if len(self._waiting) == 1 else b"".join(self._waiting)
        self._waiting, self._size = [], 0
        self.last_given = asyncio.get_running_loop().time()
        return block

    async def rest(self, seconds: float) -> None:
        """Wait, unless the stream ends."""
        try:
            async with asyncio.timeout(seconds):
                while self.ended is None:
                    await self._wake.wait()
                    self._wake.clear()
        except TimeoutError:
            pass

    def sending(self, seconds: float) -> "_Sending":
        """Return a context for a write, which raises TimeoutError if it takes too long."""
        return _Sending(self, seconds)


class _Sending:
    """Lets `end` shorten the time that a write may take."""

    def __init__(self, reader: StreamReader, seconds: float) -> None:
        self._reader = reader
        self._timeout = asyncio.timeout(seconds)

    async def __aenter__(self) -> None:
        await self._timeout.__aenter__()
        self._reader._deadline = self._timeout

    async def __aexit__(self, *error: object) -> None:
        self._reader._deadline = None
        await self._timeout.__aexit__(*error)  # type: ignore[arg-type]

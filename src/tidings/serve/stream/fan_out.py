"""All readers of a process: one thread reads the log for them, the event loop passes it on."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Final, TypeVar

from tidings.engine.library.library import Library
from tidings.engine.process.home_errors import HOME_ERRORS
from tidings.engine.stream.event_stream import HomeStream
from tidings.engine.stream.live_events import Joint, LiveEvents, Tick
from tidings.serve.stream.sent_event import frame, place
from tidings.serve.stream.stream_reader import StreamEnd, StreamReader
from tidings.settings.tree import ServeSettings

T = TypeVar("T")
_LOOKS_PER_HEARTBEAT: Final = 5  # so that a quiet reader waits a fifth longer at most


class FanOut:
    """The readers of one application. Everything but `run` is for the event loop."""

    def __init__(self, library: Library, settings: ServeSettings) -> None:
        self.settings = settings
        self.stream = HomeStream(library)
        self.live = LiveEvents(self.stream, frame, self._on_tick)
        self._readers: set[StreamReader] = set()
        # Readers that come back after a long time read the log here, one part after the other.
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="stream-replay")
        self._loop: asyncio.AbstractEventLoop | None = None
        self._heartbeat: asyncio.Task[None] | None = None
        self._is_closing = False

    @property
    def is_full(self) -> bool:
        """Whether no further reader can be served: too many, or the server stops."""
        return self._is_closing or len(self._readers) >= self.settings.stream_readers

    def add(self, reader: StreamReader) -> None:
        """Count a reader, who joins the others later."""
        self._loop = asyncio.get_running_loop()
        self._readers.add(reader)
        if self._heartbeat is None or self._heartbeat.done():
            self._heartbeat = asyncio.create_task(self._beat())

    def remove(self, reader: StreamReader) -> None:
        """Forget a reader."""
        self._readers.discard(reader)

    def join(self, reader: StreamReader, joint: Joint) -> None:
        """Let a reader take part: it gets what the others get."""
        reader.next_tick, reader.position = joint.next_tick, joint.end
        for block in joint.blocks:
            reader.give(block)

    async def run(self, work: Callable[[], T]) -> T:
        """Run blocking work on the thread for readers of the log."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def stop(self) -> None:
        """End all streams: the server stops."""
        self._is_closing = True
        for reader in list(self._readers):
            reader.end(StreamEnd.STOPPING)
        if self._heartbeat is not None and not self._heartbeat.done():
            self._heartbeat.cancel()

    def close(self) -> None:
        """End the threads."""
        self.stop()
        self.live.close()
        self._thread.shutdown(cancel_futures=True)

    def _on_tick(self, tick: Tick) -> None:
        """Pass a tick to the event loop; called in the thread that follows the log."""
        if self._loop is not None:
            with suppress(RuntimeError):  # the loop is closed: the process ends
                self._loop.call_soon_threadsafe(self._take, tick)

    def _take(self, tick: Tick) -> None:
        for reader in self._readers:
            if reader.next_tick is None or reader.next_tick > tick.number:
                continue  # it has not joined, or has this tick already
            reader.position = tick.end
            if block := tick.blocks.get(reader.filter):
                reader.give(block)

    async def _beat(self) -> None:
        """Send a sign of life to readers that got nothing for a while; end those without access."""
        seconds = self.settings.stream_heartbeat_seconds
        while self._readers:
            for _ in range(_LOOKS_PER_HEARTBEAT):
                await asyncio.sleep(seconds / _LOOKS_PER_HEARTBEAT)
                self._greet(asyncio.get_running_loop().time() - seconds)
            with suppress(*HOME_ERRORS):  # asked again at the next heartbeat
                for reader in await self.run(partial(_revoked, list(self._readers))):
                    reader.end(StreamEnd.REVOKED)

    def _greet(self, before: float) -> None:
        for reader in self._readers:
            if reader.next_tick is not None and reader.is_idle and reader.last_given <= before:
                reader.give(place(reader.position, "heartbeat"))


def _revoked(readers: Sequence[StreamReader]) -> list[StreamReader]:
    """Return the readers that may no longer read."""
    return [each for each in readers if each.still_allowed and not each.still_allowed()]

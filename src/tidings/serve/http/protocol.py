"""HTTP as uvicorn speaks it with httptools: quicker than h11, and here with limits for heads."""

import asyncio
import math
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD: Final = 64 * 1024  # bytes of a request's line and headers, as h11 has it
HEAD_SECONDS = 20.0  # for a whole head, as Apache gives: who takes longer only wants to be held


class LimitedProtocol(HttpToolsProtocol):
    """Hangs up on who never comes to the end of his headers, be they many or slow.

    Whoever could hold connections for nothing would soon hold all that a process may open.
    """

    _head = 0  # bytes of a head that has not ended yet
    _in_head = True
    _awaited = math.inf  # since when no request is under way
    _watch: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first head."""
        super().connection_made(transport)
        self._awaited = self.loop.time()
        self._look()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        if self._watch is not None:
            self._watch.cancel()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Note that a head begins."""
        self._in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Note that it has ended."""
        self._in_head = False
        self._awaited = math.inf
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Wait for the next head, unless it is here already."""
        super().on_response_complete()
        if self.cycle.response_complete:
            self._awaited = self.loop.time()

    def data_received(self, data: bytes) -> None:
        """Read on, unless the head has become too long."""
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head else 0
        if self._head > MAX_HEAD and not self.transport.is_closing():
            self.send_400_response("The headers are too long.")

    def _look(self) -> None:
        """Hang up if no head has come for too long; else look again when it might be so."""
        waited = max(0.0, self.loop.time() - self._awaited)
        if waited >= HEAD_SECONDS:
            self.transport.close()
        else:
            self._watch = self.loop.call_later(HEAD_SECONDS - waited, self._look)

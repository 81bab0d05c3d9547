"""uvicorn's HTTP protocol with httptools, which is faster than h11, plus limits for requests."""

import asyncio
import math
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD: Final = 64 * 1024  # bytes of a request line and headers, as in h11
HEAD_SECONDS = 20.0  # for a whole head, as in Apache: slower clients only hold a connection
BODY_STEP: Final = 1024  # bytes of a body for which there is as much time: slow lines, not drips


class LimitedProtocol(HttpToolsProtocol):
    """Closes connections whose headers are too long, or whose requests are too slow.

    A client that could hold connections at no cost would soon hold all that a process may open.
    """

    _head = 0  # bytes of a head that has not ended yet
    _in_head = True
    _body = 0  # bytes of a body since the last step
    _idle_since = math.inf  # infinite while we answer: then the client waits for us
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start to wait for the first head."""
        super().connection_made(transport)
        self._idle_since = self.loop.time()
        self._check()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        if self._timer is not None:
            self._timer.cancel()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """Record that a head begins."""
        self._in_head = True
        super().on_message_begin()
        self.scope["state"]["abort"] = self.transport.abort  # for readers that take nothing

    def on_headers_complete(self) -> None:
        """Record that the head has ended, and start to wait for the body."""
        self._in_head = False
        self._body = 0
        self._idle_since = self.loop.time()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Wait for the next step of the body."""
        self._body += len(body)
        if self._body >= BODY_STEP:
            self._body = 0
            self._idle_since = self.loop.time()
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Record that the request is here; what is left is ours, unless it was answered before."""
        is_answered = self.cycle is not None and self.cycle.response_complete
        self._idle_since = self.loop.time() if is_answered else math.inf
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Start to wait for the next head, unless it is here already."""
        super().on_response_complete()
        if self.cycle.response_complete:
            self._idle_since = self.loop.time()

    def data_received(self, data: bytes) -> None:
        """Process the data, unless the head is too long."""
        super().data_received(data)
        self._head = self._head + len(data) if self._in_head else 0
        if self._head > MAX_HEAD and not self.transport.is_closing():
            self.send_400_response("The headers are too long.")

    def _check(self) -> None:
        """Close the connection if the client is late; otherwise check again when it could be."""
        waited = max(0.0, self.loop.time() - self._idle_since)
        if waited >= HEAD_SECONDS:
            self.transport.close()
        else:
            self._timer = self.loop.call_later(HEAD_SECONDS - waited, self._check)

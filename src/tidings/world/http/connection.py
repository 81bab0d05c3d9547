"""One client connection: splits the byte stream into requests and passes them on."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import cast

from tidings.world.http.http_message import WorldRequest, parse_request, response

_MAX_HEAD = 64 * 1024
_MAX_BODY = 16 * 1024  # larger ones are skipped


class WorldConnection(asyncio.Protocol):
    """One connection; `answer` gets each request and writes to the transport."""

    def __init__(
        self,
        answer: Callable[["WorldConnection", WorldRequest], None],
        open_connections: set["WorldConnection"],
    ) -> None:
        self._answer = answer
        self._open = open_connections
        self._buffer = b""
        self._skip = 0  # bytes of a request's body still to come
        self._can_write = asyncio.Event()
        self._can_write.set()
        self.on_lost: Callable[[], object] | None = None
        self.busy = False  # a slow response is being sent: later requests wait
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Register the connection."""
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is not a subclass
        self._open.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Remove the connection, and wake tasks that wait to write."""
        self._open.discard(self)
        self._can_write.set()
        if self.on_lost:
            self.on_lost()

    def pause_writing(self) -> None:
        """Pause streams: the client reads too slowly."""
        self._can_write.clear()

    def resume_writing(self) -> None:
        """Resume streams."""
        self._can_write.set()

    async def wait_to_write(self) -> bool:
        """Wait until more can be written; return False when the client has gone."""
        await self._can_write.wait()
        return self in self._open and not self.transport.is_closing()

    def data_received(self, data: bytes) -> None:
        """Answer every complete request."""
        self._buffer += data
        self.answer_pending()

    def answer_pending(self) -> None:
        """Answer the requests that have arrived so far."""
        while self._buffer and not self.busy:
            if self._skip:
                taken = min(self._skip, len(self._buffer))
                self._buffer, self._skip = self._buffer[taken:], self._skip - taken
                continue
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                if len(head) > _MAX_HEAD:
                    self._refuse()
                return
            request = parse_request(head)
            size = request.body_size if request else 0
            if size <= _MAX_BODY and len(rest) < size:
                return
            self._buffer = rest
            self._answer_one(request)

    def _answer_one(self, request: WorldRequest | None) -> None:
        if request is None:
            self._refuse()
            return
        if request.body_size <= _MAX_BODY:
            body, self._buffer = (
                self._buffer[: request.body_size],
                self._buffer[request.body_size :],
            )
            request = replace(request, body=body)
        else:
            self._skip = request.body_size
        self._answer(self, request)
        if not (request.keep_alive or self.busy):
            self._buffer = b""
            self.transport.close()

    def _refuse(self) -> None:
        """Reject invalid data."""
        self._buffer = b""
        self.transport.write(response(400, [("Connection", "close")]))
        self.transport.close()

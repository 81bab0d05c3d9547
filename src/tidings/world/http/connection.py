"""A visitor: one connection, its requests cut out of the stream of bytes and handed on."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import cast

from tidings.world.http.http_message import WorldRequest, parse_request, response

_MAX_HEAD = 64 * 1024
_MAX_BODY = 16 * 1024  # larger ones are passed over


class WorldConnection(asyncio.Protocol):
    """One connection; `answer` gets each request and writes to the transport."""

    def __init__(
        self,
        answer: Callable[["WorldConnection", WorldRequest], None],
        present: set["WorldConnection"],
    ) -> None:
        self._answer = answer
        self._present = present
        self._buffer = b""
        self._skip = 0  # bytes of a request's body still to come
        self._room = asyncio.Event()
        self._room.set()
        self.on_lost: Callable[[], object] | None = None
        self.busy = False  # a slow answer is under way: later requests wait
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection."""
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is no subclass
        self._present.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection, and wake whoever waits for room."""
        self._present.discard(self)
        self._room.set()
        if self.on_lost:
            self.on_lost()

    def pause_writing(self) -> None:
        """Stop a stream: the client reads too slowly."""
        self._room.clear()

    def resume_writing(self) -> None:
        """Let a stream go on."""
        self._room.set()

    async def room(self) -> bool:
        """Wait until more can be written; False when the client has gone."""
        await self._room.wait()
        return self in self._present and not self.transport.is_closing()

    def data_received(self, data: bytes) -> None:
        """Answer every complete request."""
        self._buffer += data
        self.go_on()

    def go_on(self) -> None:
        """Answer what has arrived so far."""
        while self._buffer and not self.busy:
            if self._skip:
                taken = min(self._skip, len(self._buffer))
                self._buffer, self._skip = self._buffer[taken:], self._skip - taken
                continue
            head, found, rest = self._buffer.partition(b"\r\n\r\n")
            if not found:
                if len(head) > _MAX_HEAD:
                    self.refuse()
                return
            request = parse_request(head)
            size = request.body_size if request else 0
            if size <= _MAX_BODY and len(rest) < size:
                return
            self._buffer = rest
            self._take(request)

    def _take(self, request: WorldRequest | None) -> None:
        if request is None:
            self.refuse()
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

    def refuse(self) -> None:
        """Answer what is no request."""
        self._buffer = b""
        self.transport.write(response(400, [("Connection", "close")]))
        self.transport.close()

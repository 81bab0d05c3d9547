"""The hostile site: every way in which a server can hurt a careless client, by path.

Each path's behaviour is the docstring of its function; `PATHS` names them all.
"""

import asyncio
import socket
import struct
from collections.abc import AsyncIterator, Callable

from tidings.world.http.connection import WorldConnection
from tidings.world.http.http_message import WorldRequest
from tidings.world.traps.hostile_responses import RESPONSES

_HTML = "Content-Type: text/html; charset=utf-8\r\n"
_OK = f"HTTP/1.1 200 OK\r\n{_HTML}"
_DRIP_SECONDS = 0.05


async def _hang() -> AsyncIterator[bytes]:
    """Take the request and never answer."""
    await asyncio.Event().wait()
    yield b""


async def _hang_headers() -> AsyncIterator[bytes]:
    """Begin the headers and never end them."""
    yield _OK.encode() + b"X-Wait: "
    await asyncio.Event().wait()


async def _hang_body() -> AsyncIterator[bytes]:
    """Promise ten thousand bytes, send a few, and stop."""
    yield f"{_OK}Content-Length: 10000\r\n\r\n<html><body><p>One moment".encode()
    await asyncio.Event().wait()


async def _drip() -> AsyncIterator[bytes]:
    """Send a body of a hundred thousand bytes one byte at a time."""
    yield f"{_OK}Content-Length: 100000\r\n\r\n".encode()
    for _ in range(100_000):
        yield b"d"
        await asyncio.sleep(_DRIP_SECONDS)


async def _endless() -> AsyncIterator[bytes]:
    """Send chunks of a body that has no end."""
    yield f"{_OK}Transfer-Encoding: chunked\r\n\r\n".encode()
    chunk = b"<p>and so on and on and on</p>\n" * 512
    while True:
        yield b"%x\r\n%b\r\n" % (len(chunk), chunk)


async def _huge() -> AsyncIterator[bytes]:
    """Promise ten gigabytes, and send them as long as anybody reads."""
    yield f"{_OK}Content-Length: {10 * 1024**3}\r\n\r\n".encode()
    chunk = b"<p>and so on and on and on</p>\n" * 512
    while True:
        yield chunk


async def _reset() -> AsyncIterator[bytes]:
    """Send a part of the body, then reset the connection."""
    yield f"{_OK}Content-Length: 10000\r\n\r\n<html><body><p>Soon".encode()


_STREAMS: dict[str, Callable[[], AsyncIterator[bytes]]] = {
    "/hang": _hang,
    "/hang-headers": _hang_headers,
    "/hang-body": _hang_body,
    "/drip": _drip,
    "/endless": _endless,
    "/huge": _huge,
    "/reset": _reset,
}
HOSTILE_PATHS = (*_STREAMS, *RESPONSES)


class HostileSite:
    """Answers hostile paths; everything else at its address is an ordinary paper's."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def takes(self, target: str) -> bool:
        """Whether a request's target is one of the hostile paths."""
        return _split(target)[0] in HOSTILE_PATHS

    def answer(self, visitor: WorldConnection, request: WorldRequest, origin: str) -> None:
        """Answer badly."""
        path, tail = _split(request.target)
        if path in _STREAMS:
            visitor.busy = True
            task = asyncio.get_running_loop().create_task(self._stream(visitor, path))
            visitor.on_lost = task.cancel
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            return
        # Broken framing makes a connection unusable: none of these keeps it alive.
        visitor.transport.write(RESPONSES[path](tail, origin))
        visitor.transport.close()

    def close(self) -> None:
        """Stop all answers that are under way."""
        for task in self._tasks:
            task.cancel()

    async def _stream(self, visitor: WorldConnection, path: str) -> None:
        async for data in _STREAMS[path]():
            if not await visitor.room():
                return
            visitor.transport.write(data)
        if path == "/reset":
            _reset_on_close(visitor)
            visitor.transport.abort()
        else:
            visitor.transport.close()


def _split(target: str) -> tuple[str, str]:
    """Return the hostile path that a target begins with, and the rest."""
    path = target.partition("?")[0]
    first = "/" + path[1:].partition("/")[0]
    return first, path[len(first) + 1 :]


def _reset_on_close(visitor: WorldConnection) -> None:
    """Make the close a reset: no lingering, whatever is unsent is dropped."""
    sock = visitor.transport.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

"""The hostile site: the ways in which a server can harm a careless client, by path.

The docstring of each function describes its path; `HOSTILE_PATHS` lists them all.
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
    """Accept the request and never answer."""
    await asyncio.Event().wait()
    yield b""


async def _hang_headers() -> AsyncIterator[bytes]:
    """Start the headers and never finish them."""
    yield _OK.encode() + b"X-Wait: "
    await asyncio.Event().wait()


async def _hang_body() -> AsyncIterator[bytes]:
    """Announce ten thousand bytes, send a few, and stop."""
    yield f"{_OK}Content-Length: 10000\r\n\r\n<html><body><p>One moment".encode()
    await asyncio.Event().wait()


async def _drip() -> AsyncIterator[bytes]:
    """Send a body of a hundred thousand bytes one byte at a time."""
    yield f"{_OK}Content-Length: 100000\r\n\r\n".encode()
    for _ in range(100_000):
        yield b"d"
        await asyncio.sleep(_DRIP_SECONDS)


async def _endless() -> AsyncIterator[bytes]:
    """Send chunks of an endless body."""
    yield f"{_OK}Transfer-Encoding: chunked\r\n\r\n".encode()
    chunk = b"<p>and so on and on and on</p>\n" * 512
    while True:
        yield b"%x\r\n%b\r\n" % (len(chunk), chunk)


async def _huge() -> AsyncIterator[bytes]:
    """Announce ten gigabytes, and send them as long as the client reads."""
    yield f"{_OK}Content-Length: {10 * 1024**3}\r\n\r\n".encode()
    chunk = b"<p>and so on and on and on</p>\n" * 512
    while True:
        yield chunk


async def _reset() -> AsyncIterator[bytes]:
    """Send part of the body, then reset the connection."""
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
    """Answers the hostile paths; the rest of its address is an ordinary paper."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def handles(self, target: str) -> bool:
        """Return whether a target is one of the hostile paths."""
        return _split(target)[0] in HOSTILE_PATHS

    def answer(self, connection: WorldConnection, request: WorldRequest, origin: str) -> None:
        """Send the hostile response."""
        path, tail = _split(request.target)
        if path in _STREAMS:
            connection.busy = True
            task = asyncio.get_running_loop().create_task(self._stream(connection, path))
            connection.on_lost = task.cancel
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            return
        # Broken framing makes a connection unusable, so it is always closed.
        connection.transport.write(RESPONSES[path](tail, origin))
        connection.transport.close()

    def close(self) -> None:
        """Cancel all running responses."""
        for task in self._tasks:
            task.cancel()

    async def _stream(self, connection: WorldConnection, path: str) -> None:
        async for data in _STREAMS[path]():
            if not await connection.wait_to_write():
                return
            connection.transport.write(data)
        if path == "/reset":
            _reset_on_close(connection)
            connection.transport.abort()
        else:
            connection.transport.close()


def _split(target: str) -> tuple[str, str]:
    """Return the hostile path that a target begins with, and the rest."""
    path = target.partition("?")[0]
    first = "/" + path[1:].partition("/")[0]
    return first, path[len(first) + 1 :]


def _reset_on_close(connection: WorldConnection) -> None:
    """Make the close a reset: no lingering, unsent data is dropped."""
    sock = connection.transport.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

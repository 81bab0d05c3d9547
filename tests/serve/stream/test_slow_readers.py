"""Readers that take nothing: cut off, without harm to others."""

import asyncio
import socket
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.engine.stream.written_home import WrittenHome
from tests.serve.stream.conftest import Serve
from tests.serve.stream.sse_connection import PATIENCE, connected

# More than the buffers of both ends hold.
_EVENTS, _LONG = 200, "A long standfirst. " * 2_000


@asynccontextmanager
async def unread(port: int, path: str = "/stream") -> AsyncIterator[socket.socket]:
    """Open a stream below /api/v1, and read only the beginning."""
    loop = asyncio.get_running_loop()
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setblocking(False)
        await loop.sock_connect(connection, ("127.0.0.1", port))
        request = f"GET /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
        await loop.sock_sendall(connection, request.encode())
        assert b"200 OK" in await loop.sock_recv(connection, 512)
        yield connection


async def is_cut(connection: socket.socket) -> bool:
    """Return whether the server cut a connection."""
    loop = asyncio.get_running_loop()
    try:
        async with asyncio.timeout(PATIENCE):
            while await loop.sock_recv(connection, 2**20):
                pass
    except ConnectionResetError:
        return True
    return True


async def test_a_slow_reader_is_cut_off_and_others_get_everything(
    home: WrittenHome, serve: Serve
) -> None:
    home.release(0)
    async with (
        serve(stream_stall_seconds=0.5, stream_readers=2) as server,
        unread(server.port) as slow,
        connected(server.port) as quick,
    ):
        await quick.block()
        home.keep(*(f"n{number}" for number in range(_EVENTS)), standfirst=_LONG)
        home.release()
        assert await quick.ids(_EVENTS) == [f"{n}-0" for n in range(1, _EVENTS + 1)]
        while True:  # until its place is free
            async with connected(server.port, Connection="close") as third:
                if third.status == 200:
                    break
            await asyncio.sleep(0.05)
        assert await is_cut(slow)


async def test_a_slow_reader_does_not_hold_up_the_end(home: WrittenHome, serve: Serve) -> None:
    home.release(0)
    async with (
        serve(stream_stall_seconds=600.0) as server,
        unread(server.port),
        connected(server.port) as quick,
    ):
        await quick.block()
        home.keep(*(f"n{number}" for number in range(_EVENTS)), standfirst=_LONG)
        home.release()
        await quick.ids(_EVENTS)
        began = time.monotonic()
        server.stop()
        await server.ended()
        assert time.monotonic() - began < 30  # instead of ten minutes

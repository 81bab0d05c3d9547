"""Request heads that are too long or too slow, over real sockets."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from starlette.types import Receive, Scope, Send

from tidings.serve.http import protocol, server
from tidings.serve.http.protocol import MAX_HEAD, LimitedProtocol
from tidings.serve.http.server import bound_socket, serving
from tidings.settings.tree import ServeSettings

REQUEST = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
Pair = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Waiter:
    """An application that answers on command."""

    def __init__(self) -> None:
        self.requested, self.may_answer = asyncio.Event(), asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            self.requested.set()
            await self.may_answer.wait()
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})


@asynccontextmanager
async def connected(app: Waiter) -> AsyncIterator[Pair]:
    async with serving(app, bound_socket(ServeSettings(port=0))) as running:  # type: ignore[arg-type]
        reader, writer = await asyncio.open_connection(running.host, running.port)
        try:
            yield reader, writer
        finally:
            app.may_answer.set()
            writer.close()


@pytest.mark.parametrize(
    "start", [b"", b"G", REQUEST[:-2], b"\r\n", REQUEST[:-2] + b"Content-Length: 9\r\n\r\nx"]
)
async def test_a_client_with_a_slow_request_is_disconnected(
    start: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.2)
    app = Waiter()
    app.may_answer.set()
    async with connected(app) as (reader, writer):
        writer.write(start)
        async with asyncio.timeout(60):
            await reader.read()  # until the server closes the connection
        assert reader.at_eof()


async def test_a_client_that_sends_byte_by_byte_is_disconnected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.2)
    async with connected(Waiter()) as (reader, writer):
        ended = asyncio.create_task(reader.read())
        async with asyncio.timeout(60):
            while not ended.done():
                writer.write(b"X")
                await asyncio.sleep(0.01)
        assert reader.at_eof()


async def test_a_slow_response_keeps_its_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    app, checks, made = Waiter(), asyncio.Semaphore(0), []

    class Watched(LimitedProtocol):
        def _check(self) -> None:
            super()._check()
            made.append(self)
            checks.release()

    monkeypatch.setattr(server, "LimitedProtocol", Watched)
    async with asyncio.timeout(60), connected(app) as (reader, writer):
        writer.write(REQUEST * 3)  # the others arrive while the first is in progress
        await app.requested.wait()
        monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.01)
        made[0]._check()
        for _ in range(3):
            await checks.acquire()
        app.may_answer.set()
        assert (await reader.read()).count(b" 204 ") == 3


async def test_an_endless_head_is_refused() -> None:
    async with connected(Waiter()) as (reader, writer):
        writer.write(REQUEST[:-2] + b"X: " + b"x" * MAX_HEAD * 4)
        async with asyncio.timeout(60):
            assert b" 400 " in await reader.readline()


class BodyReader:
    """An application that answers when it has read the whole body."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            while (await receive()).get("more_body"):
                pass
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})


POST = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\n"


@pytest.mark.parametrize(
    "start",
    [
        POST + b"Content-Length: 99999\r\n\r\n",
        POST + b"Content-Length: 99999\r\n\r\nhalf of it",
        POST + b"Transfer-Encoding: chunked\r\n\r\nffff\r\nhalf of it",
    ],
    ids=["nothing", "half", "chunked"],
)
async def test_a_client_whose_body_stops_is_disconnected(
    start: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.2)
    async with connected(BodyReader()) as (reader, writer):  # type: ignore[arg-type]
        writer.write(start)
        async with asyncio.timeout(60):
            assert await reader.read() == b""


async def test_a_client_that_drips_its_body_is_disconnected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.2)
    async with connected(BodyReader()) as (reader, writer):  # type: ignore[arg-type]
        writer.write(POST + b"Content-Length: 99999\r\n\r\n")
        async with asyncio.timeout(60):
            while not reader.at_eof():
                writer.write(b"x")
                with contextlib.suppress(TimeoutError, ConnectionError):
                    await asyncio.wait_for(reader.read(1), 0.02)
        assert reader.at_eof()


async def test_a_large_body_may_take_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever sends a step in time goes on, however many there are."""
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 5.0)
    async with connected(BodyReader()) as (reader, writer):  # type: ignore[arg-type]
        size = 20 * protocol.BODY_STEP
        writer.write(POST + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % size)
        for _ in range(20):
            writer.write(b"x" * protocol.BODY_STEP)
            await writer.drain()
        async with asyncio.timeout(60):
            assert (await reader.read()).startswith(b"HTTP/1.1 204")

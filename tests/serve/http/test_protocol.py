"""What the server does with heads that are too long or too slow, over real sockets."""

import asyncio
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
    """An application that answers when it is told to."""

    def __init__(self) -> None:
        self.asked, self.may_answer = asyncio.Event(), asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            self.asked.set()
            await self.may_answer.wait()
            await send({"type": "http.response.start", "status": 204, "headers": []})
            await send({"type": "http.response.body", "body": b""})


@asynccontextmanager
async def connected(app: Waiter) -> AsyncIterator[Pair]:
    async with serving(app, bound_socket(ServeSettings(port=0))) as handle:  # type: ignore[arg-type]
        reader, writer = await asyncio.open_connection(handle.host, handle.port)
        try:
            yield reader, writer
        finally:
            app.may_answer.set()
            writer.close()


@pytest.mark.parametrize(
    "begun", [b"", b"G", REQUEST[:-2], b"\r\n", REQUEST[:-2] + b"Content-Length: 9\r\n\r\nx"]
)
async def test_who_is_slow_with_a_request_is_hung_up_on(
    begun: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.2)
    app = Waiter()
    app.may_answer.set()
    async with connected(app) as (reader, writer):
        writer.write(begun)
        async with asyncio.timeout(60):
            await reader.read()  # to the end, which comes only when the server hangs up
        assert reader.at_eof()


async def test_who_drips_is_hung_up_on_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.2)
    async with connected(Waiter()) as (reader, writer):
        ended = asyncio.create_task(reader.read())
        async with asyncio.timeout(60):
            while not ended.done():
                writer.write(b"X")
                await asyncio.sleep(0.01)
        assert reader.at_eof()


async def test_a_slow_answer_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    app, looks, made = Waiter(), asyncio.Semaphore(0), []

    class Watched(LimitedProtocol):
        def _look(self) -> None:
            super()._look()
            made.append(self)
            looks.release()

    monkeypatch.setattr(server, "LimitedProtocol", Watched)
    async with asyncio.timeout(60), connected(app) as (reader, writer):
        writer.write(REQUEST * 3)  # the later ones come while the first is being answered
        await app.asked.wait()
        monkeypatch.setattr(protocol, "HEAD_SECONDS", 0.01)
        made[0]._look()
        for _ in range(3):
            await looks.acquire()
        app.may_answer.set()
        assert (await reader.read()).count(b" 204 ") == 3


async def test_a_head_without_end_is_refused() -> None:
    async with connected(Waiter()) as (reader, writer):
        writer.write(REQUEST[:-2] + b"X: " + b"x" * MAX_HEAD * 4)
        async with asyncio.timeout(60):
            assert b" 400 " in await reader.readline()

"""Connections between exchanges: which are reused, and what arrives while they are idle."""

import asyncio

import pytest
from tests.fetch.conftest import Page, Server, quick

from tidings.fetch.client import WebFetcher
from tidings.model.web.exchange import FetchFailure, Request, Response
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import RequestPurpose

HEAD = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


async def bodies(fetcher: WebFetcher, server: Server, *paths: str) -> list[bytes | Reason]:
    found: list[bytes | Reason] = []
    for path in paths:
        outcome = await fetcher.fetch(Request(server.url(path)), politely=False)
        found.append(outcome.body if isinstance(outcome, Response) else outcome.reason)
    return found


async def kept_open(writer: asyncio.StreamWriter, raw: bytes) -> None:
    writer.write(raw)
    await writer.drain()
    await asyncio.Event().wait()


async def test_one_connection_serves_many_exchanges(server: Server, fetcher: WebFetcher) -> None:
    server.routes |= {"/a": Page(b"a"), "/b": Page(status=304), "/c": Page(b"c", 503)}
    server.routes["/d"] = Page(b"d")
    await bodies(fetcher, server, "/a", "/b", "/c", "/d", "/gone")
    assert server.connections == 1


@pytest.mark.parametrize("header", ["Connection: close", "Connection: Close, x"])
async def test_a_connection_marked_close_is_not_reused(
    server: Server, fetcher: WebFetcher, header: str
) -> None:
    name, _, value = header.partition(": ")
    server.routes["/a"] = Page(b"a", headers=((name, value),))
    assert await bodies(fetcher, server, "/a", "/a") == [b"a", b"a"]
    assert server.connections == 2


async def test_a_second_response_to_one_request_is_ignored(
    server: Server, fetcher: WebFetcher
) -> None:
    planted = Page(b"good").raw() + Page(b"planted").raw()
    server.routes |= {"/a": lambda writer: kept_open(writer, planted), "/b": Page(b"b")}
    assert await bodies(fetcher, server, "/a", "/b") == [b"good", b"b"]
    assert server.connections == 2


async def test_data_on_an_idle_connection_is_ignored(server: Server, fetcher: WebFetcher) -> None:
    async def add_later(writer: asyncio.StreamWriter) -> None:
        writer.write(Page(b"good").raw())
        await writer.drain()
        await is_idle.wait()
        try:
            while True:
                writer.write(Page(b"planted").raw())
                await writer.drain()
                await asyncio.sleep(0)
        finally:
            closed.set()

    is_idle, closed = asyncio.Event(), asyncio.Event()
    server.routes |= {"/a": add_later, "/b": Page(b"b")}
    assert await bodies(fetcher, server, "/a") == [b"good"]
    is_idle.set()
    await closed.wait()
    assert await bodies(fetcher, server, "/b") == [b"b"]
    assert server.connections == 2


async def test_a_post_is_never_sent_over_an_idle_connection(
    server: Server, fetcher: WebFetcher
) -> None:
    server.routes |= {"/a": Page(b"a"), "/hub": Page(status=202)}
    await bodies(fetcher, server, "/a")
    outcome = await fetcher.post(server.url("/hub"), b"a=b", {}, RequestPurpose.HUB)
    assert isinstance(outcome, Response)
    assert server.connections == 2


@pytest.mark.parametrize(
    "endless",
    [b"0\r\nX: ", b"0\r\n", b"5;"],
    ids=["one trailer", "trailers", "a chunk extension"],
)
async def test_endless_data_after_a_body_is_cut_off(server: Server, endless: bytes) -> None:
    more = b"X: a\r\n" * 500 if endless == b"0\r\n" else b"a" * 3000

    async def go_on(writer: asyncio.StreamWriter) -> None:
        writer.write(CHUNKED + b"5\r\nhello\r\n" + endless)
        while True:
            writer.write(more)
            await writer.drain()
            await asyncio.sleep(0)

    server.routes["/a"] = go_on
    async with WebFetcher(quick(total_seconds=60.0, low_speed_seconds=60.0)) as fetcher:
        outcome = await fetcher.fetch(Request(server.url("/a")), politely=False)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.HEADERS_TOO_LARGE


async def test_trailers_are_ignored(server: Server, fetcher: WebFetcher) -> None:
    raw = CHUNKED + b"5\r\nhello\r\n0\r\nContent-Encoding: gzip\r\n\r\n"
    server.routes |= {"/a": lambda writer: kept_open(writer, raw)}
    assert await bodies(fetcher, server, "/a") == [b"hello"]


@pytest.mark.parametrize(
    "head",
    [
        b"Content-Length: 4, 4\r\n",
        b"Content-Length: 4\r\ncontent-length: 4\r\n",
        b"Content-Length : 4\r\n",
        b"X-Served-By : cache\r\nContent-Length: 4\r\n",
    ],
)
async def test_no_second_response_is_read_after_a_head_that_was_repaired(
    server: Server, fetcher: WebFetcher, head: bytes
) -> None:
    answer = HEAD + head + b"\r\ngood"
    planted = answer + Page(b"planted").raw()
    server.routes |= {
        "/a": lambda writer: kept_open(writer, answer),
        "/b": lambda writer: kept_open(writer, planted),
        "/c": Page(b"c"),
    }
    assert await bodies(fetcher, server, "/a", "/b", "/c") == [b"good", b"good", b"c"]
    assert server.connections == 3


async def test_an_error_of_our_own_is_not_blamed_on_the_server(server: Server) -> None:
    server.routes["/a"] = Page(b"a")
    async with WebFetcher(quick()) as fetcher:

        def fail(host: str, address: str | None) -> None:
            raise ZeroDivisionError

        fetcher._pace.note_response = fail  # type: ignore[method-assign]
        with pytest.raises(ZeroDivisionError):
            await fetcher.fetch(Request(server.url("/a")), politely=False)


async def test_a_cancelled_fetch_closes_its_connection(server: Server) -> None:
    begun, over = asyncio.Event(), asyncio.Event()

    async def go_on(writer: asyncio.StreamWriter) -> None:
        begun.set()
        try:
            while True:
                writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
                await writer.drain()
                await asyncio.sleep(0)
        finally:
            over.set()

    server.routes["/a"] = go_on
    async with WebFetcher(quick()) as fetcher:
        task = asyncio.ensure_future(fetcher.fetch(Request(server.url("/a")), politely=False))
        await begun.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await over.wait()  # while the fetcher is still open

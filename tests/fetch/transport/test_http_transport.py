"""Every way one exchange can fail, and the reason reported."""

import asyncio
import gzip
import socket
import zlib

import pytest
from tests.fetch.conftest import Page, Server, quick, reset

from tidings.fetch.client import WebFetcher
from tidings.model.web.exchange import FetchFailure, FetchOutcome, Request, Response
from tidings.model.web.reason import Reason
from tidings.settings.tree import FetchSettings

HEAD = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


def gzipped(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)  # mtime=0: the same bytes and test name every time


async def outcome_of(server: Server, settings: FetchSettings | None = None) -> FetchOutcome:
    async with WebFetcher(settings or quick()) as fetcher:
        return await fetcher.fetch(Request(server.url("/a")), politely=False)


async def reason_of(server: Server, settings: FetchSettings | None = None) -> Reason:
    outcome = await outcome_of(server, settings)
    assert isinstance(outcome, FetchFailure), outcome
    return outcome.reason


async def body_of(server: Server, settings: FetchSettings | None = None) -> bytes:
    outcome = await outcome_of(server, settings)
    assert isinstance(outcome, Response), outcome
    return outcome.body


@pytest.mark.parametrize(
    "raw",
    [
        b"\x00\x01\x02\x03 rubbish\r\n\r\n",
        b"<html>HTTP/0.9 has no headers</html>",
        b"ICY 200 OK\r\n\r\nmusic",
        b"HTTP/2 200 OK\r\n\r\n",
        b"HTTP/1.1 20 OK\r\n\r\n",
        HEAD + b"Content-Length: -3\r\n\r\nabc",
        HEAD + b"Content-Length: 3\r\nContent-Length: 5\r\n\r\nhello",
        HEAD + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        HEAD + b"Conten",
        CHUNKED + b"5\r\nhello\r\nZZZ\r\nnot a chunk",
    ],
)
async def test_invalid_http_is_a_protocol_failure(server: Server, raw: bytes) -> None:
    server.routes["/a"] = raw
    assert await reason_of(server) is Reason.PROTOCOL
    assert server.connections == 1


async def test_chunks_that_break_later_end_at_once(server: Server) -> None:
    async def break_later(writer: asyncio.StreamWriter) -> None:
        writer.write(CHUNKED + b"5\r\nhello\r\n")
        await writer.drain()
        await read_by_client.wait()
        writer.write(b"ZZZ\r\nnot a chunk")
        await writer.drain()
        await asyncio.Event().wait()

    read_by_client = asyncio.Event()
    server.routes["/a"] = break_later
    asyncio.get_running_loop().call_later(0.05, read_by_client.set)
    # Waiting for the timeout would take total_seconds.
    assert await reason_of(server, quick(total_seconds=60.0)) is Reason.PROTOCOL


@pytest.mark.parametrize(
    "raw",
    [
        HEAD + b"Content-Length: 100\r\n\r\nshort",
        CHUNKED + b"5\r\nhello\r\n",
        CHUNKED + b"5\r\nhel",
        HEAD + b"Content-Encoding: gzip\r\n\r\n" + gzipped(b"x" * 999)[:-9],
        HEAD + b"Content-Encoding: deflate\r\n\r\n" + zlib.compress(b"x" * 999)[:-9],
    ],
)
async def test_a_body_that_ends_early_is_truncated(server: Server, raw: bytes) -> None:
    server.routes["/a"] = raw
    outcome = await outcome_of(server)
    assert isinstance(outcome, FetchFailure)
    assert (outcome.reason, outcome.status) == (Reason.BODY_TRUNCATED, 200)


@pytest.mark.parametrize("head", [HEAD + b"\r\n", HEAD + b"Content-Length: 100\r\n\r\n"])
async def test_a_reset_within_the_body_is_truncated(server: Server, head: bytes) -> None:
    async def reset_midway(writer: asyncio.StreamWriter) -> None:
        writer.write(head + b"hello")
        await writer.drain()
        await started.wait()
        reset(writer)

    started = asyncio.Event()
    server.routes["/a"] = reset_midway
    asyncio.get_running_loop().call_later(0.05, started.set)
    assert await reason_of(server) is Reason.BODY_TRUNCATED


async def test_a_reset_after_the_whole_body_is_ignored(server: Server) -> None:
    async def reset_at_the_end(writer: asyncio.StreamWriter) -> None:
        writer.write(HEAD + b"Content-Length: 5\r\n\r\nhel")
        await writer.drain()
        await asyncio.sleep(0.01)
        writer.write(b"lo")
        await writer.drain()
        reset(writer)

    server.routes["/a"] = reset_at_the_end
    assert await body_of(server) == b"hello"


def chunked(data: bytes, size: int) -> bytes:
    chunks = (data[start : start + size] for start in range(0, len(data), size))
    return b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks) + b"0\r\n\r\n"


BIG = bytes(range(256)) * 12_000


@pytest.mark.parametrize(
    "raw",
    [
        HEAD + b"Content-Length: %d\r\n\r\n" % len(BIG) + BIG,
        HEAD + b"\r\n" + BIG,
        CHUNKED + chunked(BIG, 997),
    ],
    ids=["length", "close", "chunked"],
)
async def test_a_big_body_is_complete_whatever_its_framing(server: Server, raw: bytes) -> None:
    server.routes["/a"] = raw
    assert await body_of(server) == BIG


async def test_a_body_that_ends_with_the_connection_is_complete(server: Server) -> None:
    server.routes["/a"] = b"HTTP/1.0 200 OK\r\n\r\nold but whole"
    assert await body_of(server) == b"old but whole"


@pytest.mark.parametrize("resets", [True, False])
async def test_a_connection_closed_without_response_is_not_retried(
    server: Server, resets: bool
) -> None:
    async def drop(writer: asyncio.StreamWriter) -> None:
        if resets:
            reset(writer)

    server.routes["/a"] = drop
    assert await reason_of(server) is Reason.CONNECT
    assert server.connections == 1


async def test_a_stale_connection_is_replaced(server: Server) -> None:
    async def last_one(writer: asyncio.StreamWriter) -> None:
        writer.write(Page(b"last").raw())  # the handler closes what is not a Page

    server.routes["/a"] = last_one
    async with WebFetcher(quick()) as fetcher:
        for _ in range(5):
            outcome = await fetcher.fetch(Request(server.url("/a")), politely=False)
            assert isinstance(outcome, Response), outcome


async def test_a_closed_port_is_a_connect_failure() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/"
        async with WebFetcher(quick()) as fetcher:
            outcome = await fetcher.fetch(Request(url), politely=False)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.CONNECT


async def test_no_connection_in_time_is_a_connect_timeout() -> None:
    # A listener with a full queue ignores the next SYN.
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        address = full.getsockname()
        fillers = [socket.socket() for _ in range(4)]
        for filler in fillers:
            filler.setblocking(False)
            filler.connect_ex(address)
        settings = quick(connect_seconds=0.2)
        async with WebFetcher(settings) as fetcher:
            request = Request(f"http://127.0.0.1:{address[1]}/")
            outcome = await fetcher.fetch(request, politely=False)
        for filler in fillers:
            filler.close()
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.TIMEOUT_CONNECT


async def test_a_self_signed_certificate_is_a_tls_failure(tls_server: Server) -> None:
    tls_server.routes["/a"] = Page(b"secret")
    async with WebFetcher(quick()) as fetcher:
        url = tls_server.url("/a").replace("http:", "https:")
        outcome = await fetcher.fetch(Request(url), politely=False)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.TLS
    assert tls_server.seen == []


async def test_a_plain_server_behind_https_is_a_tls_failure() -> None:
    async def respond_without_tls(
        reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        await reader.read(1)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()

    listener = await asyncio.start_server(respond_without_tls, "127.0.0.1", 0)
    async with listener, WebFetcher(quick()) as fetcher:
        port = listener.sockets[0].getsockname()[1]
        outcome = await fetcher.fetch(Request(f"https://127.0.0.1:{port}/"), politely=False)
    assert isinstance(outcome, FetchFailure)
    assert outcome.reason is Reason.TLS


async def test_silence_is_a_total_timeout(server: Server) -> None:
    async def say_nothing(writer: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    server.routes["/a"] = say_nothing
    assert await reason_of(server, quick(total_seconds=0.2)) is Reason.TIMEOUT_TOTAL


async def test_endless_interim_responses_are_a_total_timeout(server: Server) -> None:
    async def go_on(writer: asyncio.StreamWriter) -> None:
        while True:
            writer.write(b"HTTP/1.1 100 Continue\r\n\r\n")
            await writer.drain()
            await asyncio.sleep(0.01)

    server.routes["/a"] = go_on
    assert await reason_of(server, quick(total_seconds=0.2)) is Reason.TIMEOUT_TOTAL


async def drip(writer: asyncio.StreamWriter) -> None:
    writer.write(HEAD + b"\r\n")
    while True:
        writer.write(b".")
        await writer.drain()
        await asyncio.sleep(0.01)


async def test_a_drip_is_too_slow(server: Server) -> None:
    server.routes["/a"] = drip
    settings = quick(low_speed_bytes=1024, low_speed_seconds=0.2, total_seconds=30.0)
    assert await reason_of(server, settings) is Reason.TOO_SLOW


async def test_a_steady_trickle_above_the_limit_ends_by_the_total_time(server: Server) -> None:
    server.routes["/a"] = drip
    settings = quick(low_speed_bytes=1, low_speed_seconds=0.5, total_seconds=0.8)
    assert await reason_of(server, settings) is Reason.TIMEOUT_TOTAL


async def test_a_long_header_is_too_large(server: Server) -> None:
    server.routes["/a"] = HEAD + b"X: " + b"a" * 5000 + b"\r\n\r\n"
    assert await reason_of(server, quick(max_header_bytes=4096)) is Reason.HEADERS_TOO_LARGE


async def test_a_long_reason_phrase_is_too_large(server: Server) -> None:
    server.routes["/a"] = b"HTTP/1.1 200 " + b"a" * 5000 + b"\r\n\r\n"
    assert await reason_of(server, quick(max_header_bytes=4096)) is Reason.HEADERS_TOO_LARGE


async def test_headers_are_too_large_together(server: Server) -> None:
    server.routes["/a"] = HEAD + (b"X: " + b"a" * 1000 + b"\r\n") * 5 + b"\r\n"
    assert await reason_of(server, quick(max_header_bytes=4096)) is Reason.HEADERS_TOO_LARGE


async def test_endless_headers_are_too_large(server: Server) -> None:
    async def go_on(writer: asyncio.StreamWriter) -> None:
        writer.write(HEAD)
        while True:
            writer.write(b"X: a\r\n" * 100)
            await writer.drain()
            await asyncio.sleep(0)

    server.routes["/a"] = go_on
    assert await reason_of(server) is Reason.HEADERS_TOO_LARGE


@pytest.mark.parametrize("head", [HEAD + b"\r\n", HEAD + b"Content-Length: 999999999\r\n\r\n"])
async def test_an_endless_body_is_cut_at_the_limit(server: Server, head: bytes) -> None:
    async def go_on(writer: asyncio.StreamWriter) -> None:
        writer.write(head)
        while True:
            writer.write(b"more" * 1000)
            await writer.drain()

    server.routes["/a"] = go_on
    outcome = await outcome_of(server, quick(max_body_bytes=100_000))
    assert isinstance(outcome, Response)
    assert (len(outcome.body), outcome.truncated) == (100_000, True)


async def test_a_body_that_just_fits_is_not_cut(server: Server) -> None:
    server.routes["/a"] = Page(b"x" * 1000)
    outcome = await outcome_of(server, quick(max_body_bytes=1000))
    assert isinstance(outcome, Response)
    assert (len(outcome.body), outcome.truncated) == (1000, False)


@pytest.mark.parametrize(
    ("kind", "size"),
    [("application/pdf", 2000), ("Application/RTF; x=y", 2000), ("text/html", 1000)],
)
async def test_a_document_may_be_larger_than_a_page(server: Server, kind: str, size: int) -> None:
    server.routes["/a"] = Page(b"x" * 3000, headers=(("Content-Type", kind),))
    outcome = await outcome_of(server, quick(max_body_bytes=1000, max_document_bytes=2000))
    assert isinstance(outcome, Response)
    assert (len(outcome.body), outcome.truncated) == (size, True)


async def test_ten_gigabytes_are_cut_and_not_read_on(server: Server) -> None:
    sent, over = 0, asyncio.Event()

    async def go_on(writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(HEAD + b"Content-Length: 10737418240\r\n\r\n")
        try:
            while True:
                writer.write(b"more" * 4096)
                await writer.drain()
                sent += 4 * 4096
        finally:
            over.set()  # the client closed the connection

    server.routes["/a"] = go_on
    async with WebFetcher(quick(max_body_bytes=100_000)) as fetcher:
        outcome = await fetcher.fetch(Request(server.url("/a")))
        assert isinstance(outcome, Response)
        assert (len(outcome.body), outcome.truncated) == (100_000, True)
        await over.wait()  # while the fetcher is open: the connection is closed, not pooled
    assert sent < 32 * 1024 * 1024  # the socket buffers of both sides


@pytest.mark.parametrize(
    "headers",
    [b"X: " + b"a" * 900_000 + b"\r\n", b"X: a\r\n" * 20_000],
    ids=["one of 900 KB", "20 000"],
)
async def test_headers_beyond_the_default_limits_are_too_large(
    server: Server, headers: bytes
) -> None:
    server.routes["/a"] = HEAD + headers + b"Content-Length: 0\r\n\r\n"
    assert await reason_of(server) is Reason.HEADERS_TOO_LARGE


async def test_a_head_that_never_ends_is_a_total_timeout(server: Server) -> None:
    async def hang(writer: asyncio.StreamWriter) -> None:
        writer.write(HEAD + b"X-Wait: ")
        await asyncio.Event().wait()

    server.routes["/a"] = hang
    assert await reason_of(server, quick(total_seconds=0.3)) is Reason.TIMEOUT_TOTAL


async def test_a_body_that_stops_is_too_slow(server: Server) -> None:
    async def hang(writer: asyncio.StreamWriter) -> None:
        writer.write(HEAD + b"Content-Length: 10000\r\n\r\n<p>One moment")
        await asyncio.Event().wait()

    server.routes["/a"] = hang
    settings = quick(low_speed_seconds=0.2, total_seconds=30.0)
    assert await reason_of(server, settings) is Reason.TOO_SLOW


def bomb() -> bytes:
    stream = zlib.compressobj(9, zlib.DEFLATED, 31)
    zeros = bytes(1 << 20)
    return b"".join(stream.compress(zeros) for _ in range(30)) + stream.flush()


async def test_a_gzip_bomb_is_cut_at_the_limit(server: Server) -> None:
    server.routes["/a"] = Page(bomb(), headers=(("Content-Encoding", "gzip"),))
    outcome = await outcome_of(server, quick(max_body_bytes=50_000))
    assert isinstance(outcome, Response)
    assert (outcome.body, outcome.truncated) == (bytes(50_000), True)


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("gzip", gzipped(b"hello")),
        ("X-GZIP", gzipped(b"hello")),
        ("gzip", gzipped(b"hel") + gzipped(b"lo")),
        ("deflate", zlib.compress(b"hello")),
        ("deflate", zlib.compress(b"hello")[2:-4]),
        ("identity", b"hello"),
        ("gzip", b"hello"),
        ("gzip, gzip", gzipped(gzipped(b"hello"))),
        ("deflate, gzip", gzipped(zlib.compress(b"hello"))),
    ],
)
async def test_compressed_bodies_are_inflated(server: Server, encoding: str, body: bytes) -> None:
    server.routes["/a"] = Page(body, headers=(("Content-Encoding", encoding),))
    assert await body_of(server) == b"hello"


@pytest.mark.parametrize(
    ("encoding", "body"),
    [
        ("br", b"whatever"),
        ("gzip", b"\x1f\x8bthis is not gzip at all"),
        ("gzip", gzipped(b"hello")[:10] + b"\x07 is not a block type"),
        ("gzip", gzipped(b"hello")[:-8] + b"checksum"),
        ("deflate", b"\xff\xff\xff\xff"),
        ("gzip, gzip, gzip, gzip", b"whatever"),
    ],
)
async def test_a_corrupt_or_unknown_encoding_is_a_bad_encoding(
    server: Server, encoding: str, body: bytes
) -> None:
    server.routes["/a"] = Page(body, headers=(("Content-Encoding", encoding),))
    assert await reason_of(server) is Reason.BAD_ENCODING

import asyncio
import gzip
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import urlsplit

import pytest

from tidings.world.server.server import WorldServer, serve
from tidings.world.traps.hostile_responses import PRIVATE, SCHEMES
from tidings.world.traps.hostile_site import HOSTILE_PATHS
from tidings.world.world import World

Get = Callable[..., Awaitable[Any]]


def url_of(site: WorldServer, path: str) -> str:
    assert site.hostile_url is not None
    return site.hostile_url + path.removeprefix("/")


@asynccontextmanager
async def sent_request(site: WorldServer, path: str) -> AsyncIterator[asyncio.StreamReader]:
    """Send a request and yield the reader of its response."""
    parts = urlsplit(url_of(site, path))
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    writer.write(f"GET {parts.path} HTTP/1.1\r\nHost: x\r\n\r\n".encode())
    try:
        yield reader
    finally:
        writer.transport.abort()


async def raw(site: WorldServer, path: str) -> tuple[bytes, bytes]:
    async with sent_request(site, path) as reader:
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        return head, body


async def is_silent(reader: asyncio.StreamReader) -> bool:
    """Return whether nothing more arrives while the server answers other requests."""
    read = asyncio.ensure_future(reader.read(1))
    for _ in range(50):
        await asyncio.sleep(0)
    silent = not read.done()
    read.cancel()
    return silent


async def test_the_hostile_site_is_off_by_default(get: Get) -> None:
    async with serve(World(history=1)) as site:
        assert site.hostile_url is None
        port = urlsplit(site.urls[0]).port
        with pytest.raises(OSError, match=r"."):
            await get(f"http://127.0.0.66:{port}/")


async def test_the_front_page_is_ordinary_and_links_to_every_trap(
    site: WorldServer, get: Get
) -> None:
    front = await get(url_of(site, "/"))
    assert front.status == 200
    for path in HOSTILE_PATHS:
        assert f'href="{path}"'.encode() in front.body
    assert (await get(url_of(site, "/robots.txt"))).status == 200


async def test_its_ordinary_articles_have_a_truth(site: WorldServer, get: Get) -> None:
    own = [truth for truth in site.world.articles() if truth.paper == "trap"]
    assert len(own) == 8
    for truth in own:
        assert (await get(truth.url)).status == 200


async def test_hang_never_answers(site: WorldServer, get: Get) -> None:
    async with sent_request(site, "/hang") as reader:
        assert (await get(url_of(site, "/robots.txt"))).status == 200
        assert await is_silent(reader)


async def test_hang_headers_never_finishes_the_headers(site: WorldServer) -> None:
    async with sent_request(site, "/hang-headers") as reader:
        assert await reader.readuntil(b"X-Wait: ")
        assert await is_silent(reader)


async def test_hang_body_stops_in_the_body(site: WorldServer) -> None:
    async with sent_request(site, "/hang-body") as reader:
        assert b"Content-Length: 10000" in await reader.readuntil(b"\r\n\r\n")
        await reader.readuntil(b"moment")
        assert await is_silent(reader)


async def test_drip_sends_single_bytes(site: WorldServer) -> None:
    async with sent_request(site, "/drip") as reader:
        await reader.readuntil(b"\r\n\r\n")
        assert [await reader.read(100) for _ in range(3)] == [b"d", b"d", b"d"]


async def test_endless_continues_after_many_megabytes(site: WorldServer) -> None:
    async with sent_request(site, "/endless") as reader:
        assert b"chunked" in await reader.readuntil(b"\r\n\r\n")
        for _ in range(8):
            assert len(await reader.readexactly(1 << 20)) == 1 << 20


async def test_huge_announces_ten_gigabytes(site: WorldServer) -> None:
    async with sent_request(site, "/huge") as reader:
        assert b"Content-Length: 10737418240" in await reader.readuntil(b"\r\n\r\n")
        assert len(await reader.readexactly(1 << 20)) == 1 << 20


async def test_bomb_is_small_and_inflates_to_a_gigabyte(site: WorldServer) -> None:
    head, body = await raw(site, "/bomb")
    assert b"Content-Encoding: gzip" in head
    assert len(body) < 2_000_000
    unpacker = zlib.decompressobj(31)
    assert len(unpacker.decompress(body, 64 << 20)) == 64 << 20
    assert len(unpacker.unconsumed_tail) > len(body) * 0.9


async def test_truncated_gzip_ends_early(site: WorldServer) -> None:
    head, body = await raw(site, "/truncated-gzip")
    assert f"Content-Length: {len(body)}".encode() in head
    with pytest.raises(EOFError):
        gzip.decompress(body)


async def test_corrupt_gzip_cannot_be_inflated(site: WorldServer) -> None:
    _, body = await raw(site, "/corrupt-gzip")
    with pytest.raises((zlib.error, gzip.BadGzipFile)):
        gzip.decompress(body)


async def test_loop_redirects_to_itself(site: WorldServer, get: Get) -> None:
    for path, location in (("/loop", "/loop"), ("/loop/a", "/loop/b"), ("/loop/b", "/loop/a")):
        answer = await get(url_of(site, path))
        assert (answer.status, answer.headers["location"]) == (302, location)


async def test_chain_ends_after_thirty_redirects(site: WorldServer, get: Get) -> None:
    url, hops = url_of(site, "/chain"), 0
    while (answer := await get(url)).status == 302:
        url, hops = answer.headers["location"], hops + 1
    assert (answer.status, hops) == (200, 30)


async def test_redirects_lead_to_private_addresses_and_other_schemes(
    site: WorldServer, get: Get
) -> None:
    for path, places in (("/to-private", PRIVATE), ("/to-file", SCHEMES)):
        assert (await get(url_of(site, path))).headers["location"] == places[0]
        for number, place in enumerate(places):
            answer = await get(url_of(site, f"{path}/{number}"))
            assert (answer.status, answer.headers["location"]) == (302, place)


@pytest.mark.parametrize("status", [429, 503])
async def test_retry_after_comes_in_seconds_or_as_a_date(
    site: WorldServer, get: Get, status: int
) -> None:
    seconds = await get(url_of(site, f"/{status}"))
    dated = await get(url_of(site, f"/{status}/date"))
    assert (seconds.status, dated.status) == (status, status)
    assert seconds.headers["retry-after"] == "7"
    wait = parsedate_to_datetime(dated.headers["retry-after"]) - parsedate_to_datetime(
        dated.headers["date"]
    )
    assert 5 <= wait.total_seconds() <= 9


async def test_wrong_charset_is_not_as_declared(site: WorldServer, get: Get) -> None:
    answer = await get(url_of(site, "/wrong-charset"))
    assert "utf-8" in answer.headers["content-type"]
    with pytest.raises(UnicodeDecodeError):
        answer.body.decode("utf-8")
    assert "schöne Grüße" in answer.body.decode("windows-1252")


async def test_broken_chunking_has_an_invalid_size(site: WorldServer) -> None:
    head, body = await raw(site, "/broken-chunking")
    assert b"chunked" in head
    assert body.split(b"\r\n")[2] == b"zz"


async def test_short_body_is_shorter_than_announced(site: WorldServer) -> None:
    head, body = await raw(site, "/short-body")
    assert b"Content-Length: 5000" in head
    assert len(body) < 5000


async def test_reset_resets_the_connection(site: WorldServer) -> None:
    async with sent_request(site, "/reset") as reader:
        with pytest.raises(ConnectionResetError):
            await reader.read()


async def test_http09_has_no_headers(site: WorldServer) -> None:
    async with sent_request(site, "/http09") as reader:
        assert (await reader.read()).startswith(b"<html>")


async def test_headers_are_too_big_and_too_many(site: WorldServer) -> None:
    big, _ = await raw(site, "/big-headers")
    many, _ = await raw(site, "/many-headers")
    assert max(map(len, big.split(b"\r\n"))) > 1 << 20
    assert many.count(b"\r\n") > 20_000


async def test_raw_location_is_not_encoded(site: WorldServer) -> None:
    head, _ = await raw(site, "/raw-location")
    assert "Location: /chain/0?q=schöne Grüße 你好".encode() in head


async def test_soft_404_answers_200(site: WorldServer, get: Get) -> None:
    for path in ("/soft-404", "/soft-404/any/where"):
        answer = await get(url_of(site, path))
        assert answer.status == 200
        assert b"not found" in answer.body


async def test_wrong_types_are_wrong_both_ways(site: WorldServer, get: Get) -> None:
    picture = await get(url_of(site, "/wrong-type"))
    page = await get(url_of(site, "/wrong-type/html"))
    assert picture.headers["content-type"] == "image/png"
    assert picture.body.startswith(b"<html>")
    assert page.headers["content-type"].startswith("text/html")
    assert page.body.startswith(b"\x89PNG")


async def test_the_calendar_never_ends(site: WorldServer, get: Get) -> None:
    month, seen = "2026-11", set()
    for _ in range(30):
        answer = await get(url_of(site, f"/calendar/{month}"))
        assert answer.status == 200
        seen.add(month)
        month = answer.body.partition(b'href="/calendar/')[2][:7].decode()
    assert len(seen) == 30
    assert "2028-12" in seen or "2029-04" in seen


async def test_a_pdf_is_a_pdf(site: WorldServer, get: Get) -> None:
    answer = await get(url_of(site, "/not-html.pdf"))
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.body.startswith(b"%PDF")


async def test_hostile_requests_are_logged_too(site: WorldServer, get: Get) -> None:
    await get(url_of(site, "/429"), User_Agent="Tidings/1")
    visit = site.log.requests("trap")[-1]
    assert (visit.path, visit.agent) == ("/429", "Tidings/1")


async def test_closing_the_site_ends_running_responses() -> None:
    async with serve(World(history=1, hostile=True), speed=0) as site:
        parts = urlsplit(url_of(site, "/endless"))
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        writer.write(b"GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")
        await reader.readuntil(b"\r\n\r\n")
    with suppress(ConnectionResetError):
        await reader.read()
    assert reader.at_eof() or reader.exception()
    writer.transport.abort()

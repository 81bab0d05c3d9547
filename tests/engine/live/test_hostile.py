"""Hostile servers end to end: each path ends as docs/hostile-servers.md says."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tidings.engine.live.crawler import opened_crawler
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.model.search.explanation import Explanation
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.world.server.server import WorldServer, serve
from tidings.world.traps.hostile_site import HOSTILE_PATHS
from tidings.world.world import World

pytestmark = pytest.mark.worker_processes  # which have a memory limit of their own
REASONS = {
    "/hang": Reason.TIMEOUT_TOTAL,
    "/hang-headers": Reason.TIMEOUT_TOTAL,
    "/hang-body": Reason.TOO_SLOW,
    "/drip": Reason.TOO_SLOW,
    "/truncated-gzip": Reason.BODY_TRUNCATED,
    "/corrupt-gzip": Reason.BAD_ENCODING,
    "/loop": Reason.REDIRECT_LOOP,
    "/chain": Reason.TOO_MANY_HOPS,
    "/to-private": Reason.PRIVATE_ADDRESS,
    "/to-file": Reason.BAD_REDIRECT,
    "/broken-chunking": Reason.PROTOCOL,
    "/short-body": Reason.BODY_TRUNCATED,
    "/reset": Reason.BODY_TRUNCATED,
    "/http09": Reason.PROTOCOL,
    "/big-headers": Reason.HEADERS_TOO_LARGE,
    "/many-headers": Reason.HEADERS_TOO_LARGE,
    "/soft-404": Reason.VALUELESS,
    "/not-html.pdf": Reason.BROKEN,
}
MAX_MEMORY = 300 * 1024 * 1024  # held bodies: 64 MiB, each up to 5; gigabytes are sent
READ = ("/endless", "/huge", "/bomb", "/wrong-charset", "/wrong-type", "/raw-location", "/calendar")


@dataclass
class RawServer:
    """A server that answers every request with 200."""

    port: int = 0
    pages: dict[str, bytes] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    otherwise: bytes = b""
    requested: list[str] = field(default_factory=list)

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}{path}"

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split(" ")[1]
        self.requested.append(path)
        body = self.pages.get(path, self.otherwise)
        kind = self.types.get(path, "text/html; charset=utf-8")
        head = f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
        writer.write(f"{head}Connection: close\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()
        await writer.wait_closed()


def page_with_links(*paths: str) -> bytes:
    links = "".join(f'<li><a href="{path}">A headline of some length</a></li>' for path in paths)
    return f"<html><head><title>Front</title></head><body><ul>{links}</ul></body></html>".encode()


@pytest.fixture
async def trap() -> AsyncIterator[WorldServer]:
    async with serve(World(seed=3, history=8, hostile=True), speed=0) as site:
        yield site


@pytest.fixture
def hasty(settings: Settings, trap: WorldServer) -> Settings:
    """Short limits, and only the world's private addresses allowed."""
    hosts = [url.split("/")[2].split(":")[0] for url in (*trap.urls, str(trap.hostile_url))]
    limits = replace(
        settings.fetch,
        allow_private=tuple(f"{host}/32" for host in hosts),
        total_seconds=1.5,
        low_speed_seconds=0.4,
        low_speed_bytes=64,
        per_host=8,
    )
    return replace(settings, fetch=limits)


def memory_now() -> int:
    """Return the bytes that this process holds, and reset the peak."""
    Path("/proc/self/clear_refs").write_text("5")  # proc(5): resets the peak
    return _memory("VmRSS")


def memory_peak() -> int:
    """Return the most bytes that this process has held since the reset."""
    return _memory("VmHWM")


def _memory(name: str) -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith(name))


async def all_disconnected(site: WorldServer) -> None:
    """Wait until the last connection to the world's papers is closed."""
    async with asyncio.timeout(60):
        while site.connections:
            await asyncio.sleep(0.01)


async def crawled(settings: Settings, *urls: str) -> dict[str, Explanation]:
    database = open_database(ensure_home(settings).database, settings.store)
    for url in urls:
        source_list.add_source(database, url, datetime.now(UTC))
    database.close()
    async with opened_crawler(settings) as crawler:
        await crawler.crawl(max_pages=400)
        return {url: crawler.library.why(url) for url in urls}


async def test_every_hostile_path_ends_as_documented_and_other_sources_are_crawled(
    hasty: Settings, trap: WorldServer
) -> None:
    origin, paper = str(trap.hostile_url).removesuffix("/"), trap.urls[0]
    paths = [origin + path for path in (*REASONS, *READ)]
    before, tasks = memory_now(), asyncio.all_tasks()
    explanations = await crawled(hasty, paper, *paths)
    assert memory_peak() - before < MAX_MEMORY
    assert not asyncio.all_tasks() - tasks
    await all_disconnected(trap)
    reasons = {path: explanations[origin + path].visits[0].reason for path in REASONS}
    assert reasons == REASONS
    for path in READ:
        # A start page that is read but leads nowhere is tried again.
        assert explanations[origin + path].state in ("done", "refused", "queued"), path
        assert explanations[origin + path].visits[0].status in (200, 302), path
    articles = [page for page in trap.world.articles() if page.url.startswith(paper)]
    async with opened_crawler(hasty) as crawler:
        found = [crawler.library.why(page.url) for page in articles if page.allowed]
    assert found
    assert all(one.indexed for one in found)


@pytest.mark.parametrize("path", ["/429", "/503"])
async def test_retry_after_closes_the_whole_host(
    hasty: Settings, trap: WorldServer, path: str
) -> None:
    url = str(trap.hostile_url).removesuffix("/") + path
    explanation = (await crawled(hasty, url))[url]
    assert explanation.state == "queued"
    assert explanation.next_visit is not None
    assert explanation.last_visit is not None
    assert (explanation.next_visit - explanation.last_visit).total_seconds() >= 30


@pytest.mark.slow  # two of the paths demand a pause of seven seconds each
async def test_a_crawl_ends_when_one_site_links_to_every_hostile_path(
    hasty: Settings, trap: WorldServer
) -> None:
    hostile, paper = str(trap.hostile_url), trap.urls[0]
    before, tasks = memory_now(), asyncio.all_tasks()
    async with asyncio.timeout(240):
        await crawled(hasty, paper, hostile)
    assert memory_peak() - before < MAX_MEMORY
    assert not asyncio.all_tasks() - tasks
    await all_disconnected(trap)
    async with opened_crawler(hasty) as crawler:
        why = crawler.library.why
        healthy = [why(page.url) for page in trap.world.articles() if page.url.startswith(paper)]
        own = [why(page.url) for page in trap.world.articles() if page.paper == "trap"]
        outcomes = {path: why(hostile.removesuffix("/") + path) for path in HOSTILE_PATHS}
    assert len(healthy) > 5
    assert all(one.indexed for one in (*healthy, *own) if one.article)
    assert sum(one.indexed for one in healthy) == len(healthy)
    assert sum(one.indexed for one in own) == len(own) == 8
    assert all(one.reasons and one.state != "unknown" for one in outcomes.values())


@pytest.fixture
async def raw() -> AsyncIterator[RawServer]:
    server = RawServer()
    listening = await asyncio.start_server(server.handle, "127.0.0.1", 0)
    server.port = listening.sockets[0].getsockname()[1]
    async with listening:
        yield server


async def test_an_error_page_with_status_200_is_valueless_as_page_feed_or_sitemap(
    settings: Settings, raw: RawServer
) -> None:
    lost = b"<html><head><title>404 Not Found</title></head><body><h1>Page not found</h1></body>"
    raw.otherwise = lost
    raw.pages["/"] = page_with_links("/story/12345-one-that-was-here", "/section", "/news/feed")
    urls = {path: raw.url(path) for path in ("/", "/feed", "/sitemap.xml")}
    explanations = await crawled(settings, urls["/"], urls["/feed"])
    async with opened_crawler(settings) as crawler:
        why = crawler.library.why
        article, section = why(raw.url("/story/12345-one-that-was-here")), why(raw.url("/section"))
        sitemap = why(urls["/sitemap.xml"])
        assert crawler.library.newest(5) == []
    assert (article.state, article.kind) == ("done", "valueless")
    assert (section.state, section.kind) == ("done", "valueless")
    assert any(Reason.BAD_SITEMAP in reason for reason in sitemap.reasons)
    assert explanations[urls["/feed"]].article is None
    assert "/robots.txt" in raw.requested  # and did not disallow anything


STORY = (
    "Die schöne Brücke über den großen Fluß wird für vierzehn Tage gesperrt, weil die Träger "
    "morsch sind. Das teilte das Straßenbauamt am Dienstag nach einer Prüfung mit. "
)


LIES = (
    ("text/html; charset=utf-8", "utf-8", "windows-1252"),
    ("text/html; charset=iso-8859-1", "", "utf-8"),
    ("image/png", "utf-8", "utf-8"),
    ("application/octet-stream", "", "utf-8"),
    ("text/plain; charset=x-unknown", "windows-1252", "windows-1252"),
)


async def test_pages_with_a_wrong_type_or_charset_are_read_correctly(
    settings: Settings, raw: RawServer
) -> None:
    for number, (header, meta, encoding) in enumerate(LIES):
        body = "".join(f"<p>{STORY}Absatz {number}{n}.</p>" for n in range(8))
        page = (
            f'<html lang="de"><head><meta charset="{meta}"><title>Brücke {number} gesperrt</title>'
            f"</head><body><article><h1>Brücke {number} gesperrt</h1>{body}</article></body></html>"
        )
        path = f"/2026/03/02/schoene-bruecke-lange-gesperrt-1234{number}"
        raw.pages[path], raw.types[path] = page.encode(encoding), header
    raw.pages["/"] = page_with_links(*raw.pages)
    await crawled(settings, raw.url("/"))
    async with opened_crawler(settings) as crawler:
        kept = crawler.library.newest(9)
    titles = {f"Brücke {number} gesperrt" for number in range(len(LIES))}
    assert {article.title for article in kept} == titles
    assert all("schöne Brücke über den großen Fluß" in article.text for article in kept)


async def test_a_picture_with_an_html_type_is_rejected(settings: Settings, raw: RawServer) -> None:
    raw.pages["/"] = page_with_links("/story/12345-a-picture-it-is")
    raw.pages["/story/12345-a-picture-it-is"] = b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 20
    await crawled(settings, raw.url("/"))
    async with opened_crawler(settings) as crawler:
        explanation = crawler.library.why(raw.url("/story/12345-a-picture-it-is"))
    assert any(Reason.NOT_HTML in reason for reason in explanation.reasons)

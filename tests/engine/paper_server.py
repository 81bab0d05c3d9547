"""A small real web server for tests whose pages can change at any time, and a crawler for it."""

import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime, timedelta

from aiohttp import web

from tidings.engine.live.crawler import Crawler, opened_crawler
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.model.crawl.source_status import SourceStatus
from tidings.model.search.explanation import Explanation
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database

SENTENCE = (
    "The council of the small town met on Tuesday evening to decide about the old bridge, "
    "and many of the people who live near the river had come to hear what would be said. "
)


class PaperServer:
    """Serves a dictionary: path with query -> (status, content type, body).

    A redirect's body is its target. Status 0 closes the connection.
    """

    def __init__(self) -> None:
        self.origin = ""
        self.pages: dict[str, tuple[int, str, str]] = {}
        self.requests: Counter[str] = Counter()
        self.retry_after = ""  # sent with every error
        self.headers: dict[str, Mapping[str, str]] = {}  # of the last request for each path
        self.answered_with: dict[str, str] = {}  # of all responses that do not redirect

    def page(self, path: str, body: str, head: str = "") -> None:
        markup = f"<html><head><title>{path}</title>{head}</head><body>{body}</body></html>"
        self.pages[path] = (200, "text/html", markup)

    def front(self, *paths: str, head: str = "") -> None:
        items = "".join(f"<li><a href='{path}'>What happened at {path}</a></li>" for path in paths)
        self.page("/", f"<h1>The Paper</h1><ul>{items}</ul>", head)

    def article(self, number: int, head: str = "", foot: str = "") -> str:
        text = "".join(f"<p>{SENTENCE}{SENTENCE} Number {number}-{n}.</p>" for n in range(5))
        path = f"/2026/11/story-{number}"
        title = f"<h1>Bridge number {number} to be mended</h1>"
        self.page(path, f"<article>{title}{text}</article>{foot}", head)
        return path

    def feed(self, path: str, items: list[str], dates: bool = True) -> None:
        date = "<pubDate>Mon, 02 Nov 2026 08:00:00 GMT</pubDate>" if dates else ""
        rows = "".join(
            f"<item><title>{item}</title><link>{self.url(item)}</link>{date}</item>"
            for item in items
        )
        rss = f"<rss version='2.0'><channel><title>P</title><link>{self.origin}/</link>"
        self.pages[path] = (200, "application/rss+xml", f"{rss}{rows}</channel></rss>")

    def sitemap(self, path: str, items: list[str]) -> None:
        rows = "".join(f"<url><loc>{self.url(item)}</loc></url>" for item in items)
        self.pages[path] = (200, "application/xml", f"<urlset>{rows}</urlset>")

    def sitemap_index(self, path: str, children: dict[str, str]) -> None:
        rows = "".join(
            f"<sitemap><loc>{self.url(child)}</loc>"
            + (f"<lastmod>{moment}</lastmod>" if moment else "")
            + "</sitemap>"
            for child, moment in children.items()
        )
        self.pages[path] = (200, "application/xml", f"<sitemapindex>{rows}</sitemapindex>")

    def url(self, path: str) -> str:
        return path if "://" in path else f"{self.origin}{path}"

    async def answer(self, request: web.Request) -> web.StreamResponse:
        path = request.path_qs
        self.requests[path] += 1
        self.headers[path] = request.headers
        status, kind, body = self.pages.get(path, (404, "text/html", "no such page"))
        if status == 0 and request.transport is not None:
            request.transport.close()
        if status in (301, 302):
            return web.Response(status=status, headers={"location": body})
        headers = {"retry-after": self.retry_after} if self.retry_after and status >= 400 else {}
        headers |= self.answered_with
        kind, status = kind or "text/html", status or 500
        return web.Response(status=status, content_type=kind, text=body, headers=headers)


@asynccontextmanager
async def paper_server() -> AsyncIterator[PaperServer]:
    """Serve on a free loopback port."""
    server = PaperServer()
    app = web.Application()
    app.router.add_get("/{path:.*}", server.answer)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    server.origin = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield server
    finally:
        await runner.cleanup()


class ClockedCrawler:
    """A crawler whose clock can be moved; closing and reopening it is a restart."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._later = 0.0
        self._stack = AsyncExitStack()
        self._crawler: Crawler | None = None

    def wait(self, **span: float) -> None:
        """Move the clock forward."""
        self._later += timedelta(**span).total_seconds()

    def _clock(self) -> float:
        return time.time() + self._later

    async def _opened(self) -> Crawler:
        if self._crawler is None:
            opened = opened_crawler(self._settings, self._clock)
            self._crawler = await self._stack.enter_async_context(opened)
        return self._crawler

    async def close(self) -> None:
        """Close the home; the next call opens it again."""
        await self._stack.aclose()
        self._crawler = None

    async def follow(self, *urls: str) -> None:
        """Add sources as a user would."""
        home = ensure_home(self._settings)
        database = open_database(home.database, self._settings.store)
        for url in urls:
            source_list.add_source(database, url, datetime.fromtimestamp(self._clock(), UTC))
        database.close()

    async def crawl(self, rounds: int | None = None) -> None:
        """Fetch what is due, or run a number of refresh rounds."""
        await (await self._opened()).crawl(rounds)

    async def why(self, url: str) -> Explanation:
        """Explain a URL."""
        return (await self._opened()).library.why(url)

    async def sources(self) -> dict[str, SourceStatus]:
        """Return the followed sources by URL."""
        listed = (await self._opened()).library.sources()
        return {source.site.url: source for source in listed}


@asynccontextmanager
async def clocked_crawler(settings: Settings) -> AsyncIterator[ClockedCrawler]:
    """Yield a crawler and close its home at the end."""
    crawler = ClockedCrawler(settings)
    try:
        yield crawler
    finally:
        await crawler.close()

"""The peer: Scrapy fetches and follows links, a pool of processes runs trafilatura, SQLite stores.

One Scrapy process feeding a pool keeps every core busy to the end, whatever the sizes of the sites.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.http import HtmlResponse, Response
from scrapy.linkextractors import LinkExtractor

from benchmarks.peers.page import Page, read_page
from benchmarks.peers.page_store import PageStore

LINKS = LinkExtractor()


def page_of(response: HtmlResponse) -> Page:
    """Return the parts of a response that the pool needs."""
    return Page(response.url, response.status, response.encoding, response.body)


class NewsSpider(scrapy.Spider):
    """Follows every link that stays on its site."""

    name = "news"

    def __init__(self, urls: list[str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.start_urls = urls

    async def start(self) -> AsyncIterator[scrapy.Request]:
        """Begin with the front pages."""
        for url in self.start_urls:
            yield scrapy.Request(url)

    def parse(self, response: Response) -> Iterator[dict[str, Page] | scrapy.Request]:
        """Pass on the page and follow its links."""
        if not isinstance(response, HtmlResponse):
            return
        yield {"page": page_of(response)}
        site = urlsplit(response.url).netloc
        for link in LINKS.extract_links(response):
            if not link.nofollow and urlsplit(link.url).netloc == site:
                yield scrapy.Request(link.url)


class Keeping:
    """The item pipeline: extraction in the pool, storage here."""

    def __init__(self, folder: Path) -> None:
        self._shelf = PageStore(folder)
        # Not forked, because Twisted has threads. The workers do not import Scrapy.
        context = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(os.cpu_count(), mp_context=context)

    @classmethod
    def from_crawler(cls, crawler: Any) -> "Keeping":
        """Return the pipeline of a crawl, for Scrapy."""
        return cls(Path(crawler.settings["OUT"]))

    async def process_item(self, item: dict[str, Page]) -> dict[str, Page]:
        """Keep a page and its article."""
        page = item["page"]
        copy, row = await asyncio.wrap_future(self._pool.submit(read_page, page))
        self._shelf.add(page.url, copy, row)
        return item

    def close_spider(self) -> None:
        """Finish, and print the counts."""
        self._shelf.close()
        self._pool.shutdown()
        print(json.dumps({"pages": self._shelf.pages, "articles": self._shelf.articles}))


def settings(out: Path, per_host: int, max_pages: int) -> dict[str, object]:
    """Return Scrapy's settings: obeys robots.txt, otherwise as fast as possible."""
    return {
        "OUT": str(out),
        "ITEM_PIPELINES": {Keeping: 1},
        "ROBOTSTXT_OBEY": True,
        "DOWNLOAD_DELAY": 0,
        "AUTOTHROTTLE_ENABLED": False,
        "CONCURRENT_REQUESTS": min(200, max_pages or 200),
        "CONCURRENT_REQUESTS_PER_DOMAIN": per_host,
        "CLOSESPIDER_PAGECOUNT": max_pages,
        "DEPTH_LIMIT": 12,
        "COOKIES_ENABLED": False,
        "TELNETCONSOLE_ENABLED": False,
        "LOG_LEVEL": "ERROR",
        "ASYNCIO_EVENT_LOOP": "uvloop.Loop",
    }


def main() -> None:
    """Crawl the sites and print how many pages and articles were kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("urls", nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--per-host", type=int, default=8)
    parser.add_argument("--max-pages", type=int, default=0, help="0: all")
    options = parser.parse_args()
    process = AsyncCrawlerProcess(settings(options.out, options.per_host, options.max_pages))
    process.crawl(NewsSpider, urls=options.urls)
    process.start()


if __name__ == "__main__":
    main()

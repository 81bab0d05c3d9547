"""A peer: Scrapy alone, which fetches, follows links and stores a compressed copy of each page."""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import scrapy
from scrapy.crawler import AsyncCrawlerProcess
from scrapy.http import HtmlResponse, Response

from benchmarks.peers.page import copy_of
from benchmarks.peers.scrapy_trafilatura import LINKS, NewsSpider, page_of, settings


class ArchivingSpider(NewsSpider):
    """Follows every link that stays on its site; one gzip member per page."""

    def __init__(self, urls: list[str], out: Path, **kwargs: Any) -> None:
        super().__init__(urls, **kwargs)
        out.mkdir(parents=True, exist_ok=True)
        self._archive = (out / "pages.gz").open("wb")
        self._pages = 0

    def parse(self, response: Response) -> Iterator[scrapy.Request]:
        """Keep the page and follow its links."""
        if not isinstance(response, HtmlResponse):
            return
        self._archive.write(copy_of(page_of(response)))
        self._pages += 1
        site = urlsplit(response.url).netloc
        for link in LINKS.extract_links(response):
            if not link.nofollow and urlsplit(link.url).netloc == site:
                yield scrapy.Request(link.url)

    def closed(self, reason: str) -> None:
        """Finish, and print the counts."""
        self._archive.close()
        print(json.dumps({"pages": self._pages, "articles": 0}))


def main() -> None:
    """Crawl the sites and print how many pages were kept."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("urls", nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--per-host", type=int, default=8)
    parser.add_argument("--max-pages", type=int, default=0, help="0: all")
    options = parser.parse_args()
    chosen = settings(options.out, options.per_host, options.max_pages)
    process = AsyncCrawlerProcess({**chosen, "ITEM_PIPELINES": {}})
    process.crawl(ArchivingSpider, urls=options.urls, out=options.out)
    process.start()


if __name__ == "__main__":
    main()

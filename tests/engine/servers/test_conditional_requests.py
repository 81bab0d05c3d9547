"""Servers that compress and then do not know their own ETags: from the third poll on, 304s."""

import os
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from tests.engine.paper_server import ClockedCrawler, clocked_crawler
from tests.servers.needs import needs
from tests.servers.own_process import free_port, readable_folder
from tests.servers.web_servers import apache, nginx
from tests.servers.wordpress_feed import WordPressFeed

from tidings.engine.library.library import Library
from tidings.read.url import path_of
from tidings.settings.tree import Settings
from tidings.store.tables.frontier.request_log import logged_requests_since


@contextmanager
def weakened_by_nginx() -> Iterator[tuple[WordPressFeed, str]]:
    """Serve a feed through nginx, which compresses it and weakens its ETag."""
    port = free_port()
    with WordPressFeed.served() as feed, readable_folder() as folder:
        (folder / "root").mkdir()
        upstream = f"location / {{ proxy_pass http://127.0.0.1:{feed.port}; }}"
        with nginx(folder / "root", port, folder / "own", server=upstream):
            yield feed, f"http://127.0.0.1:{port}/feed/"


@contextmanager
def suffixed_before_wordpress() -> Iterator[tuple[WordPressFeed, str]]:
    """Serve a feed through Apache, which compresses it and adds -gzip to its ETag."""
    port = free_port()
    with WordPressFeed.served() as feed, readable_folder() as folder:
        (folder / "root").mkdir()
        upstream = (
            "AddOutputFilterByType DEFLATE application/rss+xml\n"
            f"ProxyPass / http://127.0.0.1:{feed.port}/"
        )
        own = folder / "own"
        with apache(folder / "root", port, own, modules=("proxy_http",), extra=upstream):
            yield feed, f"http://127.0.0.1:{port}/feed/"


@contextmanager
def suffixed_by_apache() -> Iterator[tuple[Path, str]]:
    """Serve a file with Apache, which compresses it and adds -gzip to its ETag."""
    port = free_port()
    with readable_folder() as folder:
        (folder / "root").mkdir()
        file = folder / "root" / "feed.xml"
        write_feed(file, WordPressFeed(), hours=5)
        with apache(folder / "root", port, folder / "own"):
            yield file, f"http://127.0.0.1:{port}/feed.xml"


def write_feed(file: Path, feed: WordPressFeed, hours: float) -> None:
    """Write a feed as a file that was changed some hours ago."""
    file.write_bytes(feed.document())
    moment = time.time() - hours * 3600
    os.utime(file, (moment, moment))


@asynccontextmanager
async def following(settings: Settings, url: str) -> AsyncIterator[ClockedCrawler]:
    """Follow a feed and visit it once."""
    async with clocked_crawler(settings) as crawler:
        await crawler.follow(url)
        await crawler.crawl()
        yield crawler


async def poll(crawler: ClockedCrawler, times: int) -> None:
    for _ in range(times):
        crawler.wait(minutes=5)
        await crawler.crawl(rounds=1)


def statuses(settings: Settings, url: str) -> list[tuple[int | None, bool]]:
    """Return the answers to all requests for a URL, and whether each had a body."""
    library = Library.open(settings)
    lines = [
        line
        for line in logged_requests_since(library._database.read())
        if line.path == path_of(url)
    ]
    library.close()
    return [(line.status, line.bytes > 0) for line in lines]


def shares(settings: Settings, url: str) -> tuple[float, float]:
    library = Library.open(settings)
    report = library.politeness_report(url)
    library.close()
    return report.not_modified * report.requests, report.same_bytes * report.requests


@needs("nginx")
async def test_a_tag_that_nginx_weakened_is_dropped_and_the_date_asked_by(
    settings: Settings,
) -> None:
    with weakened_by_nginx() as (feed, url):
        async with following(settings, url) as crawler:
            await poll(crawler, 4)
            why = await crawler.why(url)
            feed.publish("The bridge is closed again")
            await poll(crawler, 3)
    full, empty = (200, True), (304, False)
    assert statuses(settings, url) == [full, full, empty, empty, empty, full, empty, empty]
    assert shares(settings, url) == pytest.approx((5.0, 1.0))
    assert feed.statuses == [200, 200, 304, 304, 304, 200, 304, 304]
    assert [visit.detail for visit in why.visits] == [
        "", "", "", "the same bytes were sent again although we sent its ETag and date", "",
    ]  # fmt: skip
    assert any("asked by date" in reason for reason in why.reasons), why.reasons


@needs("apache2")
async def test_a_tag_that_apache_gave_a_suffix_is_dropped_and_the_date_asked_by(
    settings: Settings,
) -> None:
    with suffixed_by_apache() as (file, url):
        async with following(settings, url) as crawler:
            await poll(crawler, 4)
            changed = WordPressFeed()
            changed.publish("The bridge is closed again")
            write_feed(file, changed, hours=1)
            await poll(crawler, 3)
    full, empty = (200, True), (304, False)
    assert statuses(settings, url) == [full, full, empty, empty, empty, full, empty, empty]
    assert shares(settings, url) == pytest.approx((5.0, 1.0))


@needs("apache2")
async def test_a_suffix_before_a_program_that_compares_exactly_is_dropped_too(
    settings: Settings,
) -> None:
    with suffixed_before_wordpress() as (feed, url):
        async with following(settings, url) as crawler:
            await poll(crawler, 3)
    assert feed.statuses == [200, 200, 304, 304]


@needs("nginx")
async def test_a_feed_without_a_date_is_asked_by_its_tag_before_compression(
    settings: Settings,
) -> None:
    with weakened_by_nginx() as (feed, url):
        feed.gives_date = False
        async with following(settings, url) as crawler:
            await poll(crawler, 3)
            feed.publish("The bridge is closed again")
            await poll(crawler, 2)
    assert feed.statuses == [200, 200, 304, 304, 200, 304]


@needs("nginx")
async def test_a_date_that_does_not_move_hides_news_for_an_hour_at_most(
    settings: Settings,
) -> None:
    with weakened_by_nginx() as (feed, url):
        feed.moves_date = False
        async with following(settings, url) as crawler:
            await poll(crawler, 3)
            feed.publish("The bridge is closed again")
            await poll(crawler, 2)
            crawler.wait(hours=1)
            await poll(crawler, 2)  # the second of them sends the tag once more
            seen = statuses(settings, url)
            feed.publish("The bridge is open again")
            await poll(crawler, 2)
    assert [status for status, _ in seen] == [200, 200, 304, 304, 304, 304, 304, 200]
    assert [status for status, _ in statuses(settings, url)[8:]] == [200, 200]

"""Whole crawls of a news world whose true articles are known."""

import asyncio
import time
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tidings.engine.live import pipeline
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.live.tally import CrawlSummary
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.model.search.results import Query
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import article_by_id, newest_articles
from tidings.store.tables.sources.sources import sources_version
from tidings.world.server.server import WorldServer


def follow(settings: Settings, *urls: str) -> None:
    database = open_database(ensure_home(settings).database, settings.store)
    for url in urls:
        source_list.add_source(database, url, datetime.now(UTC))
    database.close()


async def crawl(settings: Settings, rounds: int | None = None) -> CrawlSummary:
    async with opened_crawler(settings) as crawler:
        return await crawler.crawl(rounds)


def kept_urls(settings: Settings) -> set[str]:
    database = open_database(settings.home / "tidings.db", settings.store)
    kept = {article.url for article in newest_articles(database.read(), 10_000)}
    database.close()
    return kept


@pytest.mark.worker_processes
async def test_a_crawl_keeps_the_articles_and_only_those(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, *site.urls)
    summary = await crawl(settings)
    truth = {page.url: page for page in site.world.pages()}
    expected = {u for u, page in truth.items() if page.kind == "article" and page.allowed}
    expected -= {url for url in expected if truth[url].noindex}
    kept = kept_urls(settings)
    assert summary.articles_new == len(kept)
    assert not {url for url in kept if url in truth and truth[url].kind != "article"}
    assert not {url for url in kept if url in truth and not truth[url].allowed}
    assert len(kept & expected) >= 0.95 * len(expected)


async def test_articles_of_every_paper_are_found_from_its_front_page_alone(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, *site.urls)
    await crawl(settings)
    truth = {page.url: page for page in site.world.pages()}
    papers = Counter(truth[url].paper for url in kept_urls(settings) if url in truth)
    assert set(papers) == {page.paper for page in truth.values()}


async def test_an_article_is_never_fetched_again(settings: Settings, site: WorldServer) -> None:
    follow(settings, site.urls[0])
    await crawl(settings)
    before = len(site.log.requests())
    summary = await crawl(settings, rounds=2)
    kept = kept_urls(settings)
    front = site.urls[0].removesuffix("/")
    later = site.log.requests()[before:]
    again = [visit.path for visit in later if front + visit.path in kept]
    assert again == []
    assert summary.fetched > 0


async def test_robots_txt_is_obeyed(settings: Settings, site: WorldServer) -> None:
    follow(settings, *site.urls)
    await crawl(settings)
    disallowed = [visit.path for visit in site.log.requests() if visit.path.startswith("/private/")]
    assert disallowed == []


async def test_a_new_article_is_searchable_soon_after_the_next_round(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, *site.urls)
    await crawl(settings)
    known = {page.url for page in site.world.articles()}
    site.advance(3600)
    fresh = [page for page in site.world.articles() if page.url not in known and page.allowed]
    assert fresh
    async with opened_crawler(settings) as crawler:
        await crawler.crawl(rounds=1)
    async with opened_crawler(settings) as crawler:
        explanations = [crawler.library.why(page.url) for page in fresh]
    assert sum(explanation.indexed for explanation in explanations) >= 0.95 * len(fresh)


async def test_kept_articles_can_be_found_and_read(settings: Settings, site: WorldServer) -> None:
    follow(settings, site.urls[0])
    await crawl(settings)
    async with opened_crawler(settings) as crawler:
        for article in crawler.library.newest(3):
            answer = crawler.library.search(Query(f'"{article.title}"'))
            assert article.id in {hit.id for hit in answer.hits}
            assert all(hit.snippet.text for hit in answer.hits)


async def test_a_page_can_be_read_back_from_the_archive(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, site.urls[0])
    await crawl(settings)
    async with opened_crawler(settings) as crawler:
        article = crawler.library.newest(1)[0]
        page = crawler.library.archived(article.url)
    assert page is not None
    assert page.status == 200
    assert b"<html" in page.body.lower()


async def test_a_silent_edit_becomes_a_revision_when_it_is_seen(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, site.urls[0])
    await crawl(settings)
    site.advance(24 * 3600)
    kept = kept_urls(settings)
    edited = [page for page in site.world.articles() if page.revision and page.url in kept]
    assert edited
    database = open_database(settings.home / "tidings.db", settings.store)
    database.write(
        lambda db: db.execute("UPDATE urls SET due = 0 WHERE url = ?", (edited[0].url,))
    ).result()
    database.close()
    await crawl(settings)
    database = open_database(settings.home / "tidings.db", settings.store)
    row = (
        database.read()
        .execute("SELECT id FROM articles WHERE url = ?", (edited[0].url,))
        .fetchone()
    )
    article = article_by_id(database.read(), row["id"])
    database.close()
    assert article is not None
    assert article.revision == 2


async def test_max_pages_limits_the_fetches(settings: Settings, site: WorldServer) -> None:
    follow(settings, *site.urls)
    async with opened_crawler(settings) as crawler:
        summary = await crawler.crawl(max_pages=10)
    assert 0 < summary.fetched <= 10


async def test_a_crawl_of_many_rounds_ends_when_it_is_stopped(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, site.urls[0])
    async with opened_crawler(settings) as crawler:
        crawling = asyncio.create_task(crawler.crawl(rounds=100_000))
        async with asyncio.timeout(90):  # the remaining rounds would take half an hour
            while crawler.tally.fetched == 0:
                await asyncio.sleep(0.01)
            crawler.stop()
            assert (await crawling).fetched > 0


async def test_the_sources_are_not_read_again_at_every_turn(
    settings: Settings, site: WorldServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings = 0

    def counted(connection: Reader) -> tuple[float, ...]:
        nonlocal readings
        readings += 1
        return sources_version(connection)

    monkeypatch.setattr(pipeline, "sources_version", counted)
    polite = replace(settings, fetch=replace(settings.fetch, delay=0.02))  # every page has to wait
    follow(polite, *site.urls)
    began = time.monotonic()
    summary = await crawl(polite)
    seconds = time.monotonic() - began
    assert summary.fetched > 20
    assert readings <= seconds + 2


async def test_a_source_added_while_following_is_crawled(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, site.urls[0])
    async with opened_crawler(settings) as crawler:
        following = asyncio.create_task(crawler.follow())
        while crawler.tally.articles_new == 0:
            await asyncio.sleep(0.02)
        follow(settings, site.urls[1])
        other = site.urls[1].split("/")[2]
        while not crawler.library.newest(1, source=other):
            await asyncio.sleep(0.02)
        crawler.stop()
        await following
        assert {source.site.url for source in crawler.library.sources()} == set(site.urls[:2])


@pytest.mark.worker_processes
async def test_a_stop_leaves_everything_settled(settings: Settings, site: WorldServer) -> None:
    follow(settings, *site.urls)
    async with opened_crawler(settings) as crawler:
        following = asyncio.create_task(crawler.follow())
        while crawler.tally.fetched < 20:
            await asyncio.sleep(0.01)
        crawler.stop()
        await following
        kept = crawler.tally.articles_new
    async with opened_crawler(settings) as crawler:
        status = crawler.library.status()
        assert status.articles == status.indexed == kept


@pytest.mark.worker_processes
async def test_a_new_article_is_searchable_soon_after_its_feed(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, site.urls[0])
    crawl_often = replace(settings.crawl, min_interval=0.5, max_interval=1.0)
    async with opened_crawler(replace(settings, crawl=crawl_often)) as crawler:
        following = asyncio.create_task(crawler.follow())
        while crawler.tally.articles_new == 0 or crawler.under_way:
            await asyncio.sleep(0.05)
        known = {page.url for page in site.world.articles()}
        site.advance(2 * 3600)
        moved = time.time()
        new = [page for page in site.world.articles() if page.url not in known]
        fresh = next(page for page in new if page.url.startswith(site.urls[0]) and page.allowed)
        feeds = ("feed", "rss", "atom", ".xml")
        while not any(
            visit.path.lower().find(word) > 0
            for visit in site.log.requests(since=moved)
            for word in feeds
            if visit.status == 200
        ):
            await asyncio.sleep(0.02)
        async with asyncio.timeout(30):  # about one second on a quiet machine
            while not crawler.library.why(fresh.url).indexed:
                await asyncio.sleep(0.02)
        assert crawler.library.search(Query(f'"{fresh.title}"')).total
        crawler.stop()
        await following


async def test_an_archive_only_crawl_follows_every_link_and_extracts_nothing(
    settings: Settings, site: WorldServer
) -> None:
    settings = replace(settings, crawl=replace(settings.crawl, archive_only=True))
    follow(settings, site.urls[0])
    async with opened_crawler(settings) as crawler:
        summary = await crawler.crawl()
        assert summary.articles_new == 0
        truths = [page for page in site.world.pages() if page.url.startswith(site.urls[0])]
        expected = {page.url for page in truths if page.allowed}
        kept = {url for url in expected if crawler.library.archived(url) is not None}
        assert kept == expected
        assert crawler.library.why(site.urls[0]).state == "done"

"""The whole way of a page, on a news world whose truth is known."""

import asyncio
import sqlite3
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
from tidings.store.database.sqlite import Database
from tidings.store.tables.articles.articles import article_by_id, newest_articles
from tidings.store.tables.sources.sources import sources_version
from tidings.world.server.server import WorldServer


def follow(settings: Settings, *urls: str) -> None:
    database = Database(ensure_home(settings.home).database, settings.store)
    for url in urls:
        source_list.add_source(database, url, datetime.now(UTC))
    database.close()


async def crawl(settings: Settings, rounds: int | None = None) -> CrawlSummary:
    async with opened_crawler(settings) as newsroom:
        return await newsroom.crawl(rounds)


def kept_urls(settings: Settings) -> set[str]:
    database = Database(settings.home / "tidings.db", settings.store)
    kept = {article.url for article in newest_articles(database.read(), 10_000)}
    database.close()
    return kept


async def test_a_crawl_keeps_the_articles_and_only_those(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, *site.urls)
    summary = await crawl(settings)
    truth = {page.url: page for page in site.world.pages()}
    wanted = {u for u, page in truth.items() if page.kind == "article" and page.allowed}
    wanted -= {url for url in wanted if truth[url].noindex}
    kept = kept_urls(settings)
    assert summary.articles_new == len(kept)
    assert not {url for url in kept if url in truth and truth[url].kind != "article"}
    assert not {url for url in kept if url in truth and not truth[url].allowed}
    assert len(kept & wanted) >= 0.95 * len(wanted)


async def test_every_paper_is_found_without_being_told_how(
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
    before = len(site.log.visits())
    summary = await crawl(settings, rounds=2)
    kept = kept_urls(settings)
    front = site.urls[0].removesuffix("/")
    later = site.log.visits()[before:]
    again = [visit.path for visit in later if front + visit.path in kept]
    assert again == []
    assert summary.fetched > 0


async def test_robots_are_obeyed_to_the_letter(settings: Settings, site: WorldServer) -> None:
    follow(settings, *site.urls)
    await crawl(settings)
    disallowed = [visit.path for visit in site.log.visits() if visit.path.startswith("/private/")]
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
    async with opened_crawler(settings) as newsroom:
        await newsroom.crawl(rounds=1)
    async with opened_crawler(settings) as newsroom:
        found = [newsroom.library.why(page.url) for page in fresh]
    assert sum(said.indexed for said in found) >= 0.95 * len(fresh)


async def test_what_was_kept_can_be_found_and_read(settings: Settings, site: WorldServer) -> None:
    follow(settings, site.urls[0])
    await crawl(settings)
    async with opened_crawler(settings) as newsroom:
        for article in newsroom.library.newest(3):
            answer = newsroom.library.search(Query(f'"{article.title}"'))
            assert article.id in {hit.id for hit in answer.hits}
            assert all(hit.snippet.text for hit in answer.hits)


async def test_a_page_can_be_read_back_from_the_archive(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, site.urls[0])
    await crawl(settings)
    async with opened_crawler(settings) as newsroom:
        article = newsroom.library.newest(1)[0]
        page = newsroom.library.archived(article.url)
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
    database = Database(settings.home / "tidings.db", settings.store)
    database.write(
        lambda db: db.execute("UPDATE urls SET due = 0 WHERE url = ?", (edited[0].url,))
    ).result()
    database.close()
    await crawl(settings)
    database = Database(settings.home / "tidings.db", settings.store)
    row = (
        database.read()
        .execute("SELECT id FROM articles WHERE url = ?", (edited[0].url,))
        .fetchone()
    )
    article = article_by_id(database.read(), row["id"])
    database.close()
    assert article is not None
    assert article.revision == 2


async def test_max_pages_is_a_bound(settings: Settings, site: WorldServer) -> None:
    follow(settings, *site.urls)
    async with opened_crawler(settings) as newsroom:
        summary = await newsroom.crawl(max_pages=10)
    assert 0 < summary.fetched <= 10


async def test_a_crawl_of_many_rounds_ends_when_it_is_told_to(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, site.urls[0])
    async with opened_crawler(settings) as newsroom:
        crawling = asyncio.create_task(newsroom.crawl(rounds=100_000))
        async with asyncio.timeout(90):  # the rounds that are left would take half an hour
            while newsroom.tally.fetched == 0:
                await asyncio.sleep(0.01)
            newsroom.stop()
            assert (await crawling).fetched > 0


async def test_the_sites_are_not_read_anew_at_every_turn(
    settings: Settings, site: WorldServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    readings = 0

    def counted(connection: sqlite3.Connection) -> tuple[float, ...]:
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


async def test_a_site_that_is_added_while_following_is_taken_up(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, site.urls[0])
    async with opened_crawler(settings) as newsroom:
        following = asyncio.create_task(newsroom.follow())
        while newsroom.tally.articles_new == 0:
            await asyncio.sleep(0.02)
        follow(settings, site.urls[1])
        other = site.urls[1].split("/")[2]
        while not newsroom.library.newest(1, source=other):
            await asyncio.sleep(0.02)
        newsroom.stop()
        await following
        assert {source.site.url for source in newsroom.library.sources()} == set(site.urls[:2])


async def test_a_stop_leaves_everything_settled(settings: Settings, site: WorldServer) -> None:
    follow(settings, *site.urls)
    async with opened_crawler(settings) as newsroom:
        following = asyncio.create_task(newsroom.follow())
        while newsroom.tally.fetched < 20:
            await asyncio.sleep(0.01)
        newsroom.stop()
        await following
        kept = newsroom.tally.articles_new
    async with opened_crawler(settings) as newsroom:
        status = newsroom.library.status()
        assert status.articles == status.indexed == kept


async def test_a_new_article_is_searchable_within_five_seconds_of_its_feed(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, site.urls[0])
    crawl_often = replace(settings.crawl, min_interval=0.5, max_interval=1.0)
    async with opened_crawler(replace(settings, crawl=crawl_often)) as newsroom:
        following = asyncio.create_task(newsroom.follow())
        while newsroom.tally.articles_new == 0 or newsroom.under_way:
            await asyncio.sleep(0.05)
        known = {page.url for page in site.world.articles()}
        site.advance(2 * 3600)
        moved = time.time()
        new = [page for page in site.world.articles() if page.url not in known]
        fresh = next(page for page in new if page.url.startswith(site.urls[0]) and page.allowed)
        feeds = ("feed", "rss", "atom", ".xml")
        while not any(
            visit.path.lower().find(word) > 0
            for visit in site.log.visits(since=moved)
            for word in feeds
            if visit.status == 200
        ):
            await asyncio.sleep(0.02)
        async with asyncio.timeout(5):
            while not newsroom.library.why(fresh.url).indexed:
                await asyncio.sleep(0.02)
        assert newsroom.library.search(Query(f'"{fresh.title}"')).total
        newsroom.stop()
        await following


async def test_an_archive_only_crawl_follows_every_link_and_extracts_nothing(
    settings: Settings, site: WorldServer
) -> None:
    settings = replace(settings, crawl=replace(settings.crawl, archive_only=True))
    follow(settings, site.urls[0])
    async with opened_crawler(settings) as newsroom:
        summary = await newsroom.crawl()
        assert summary.articles_new == 0
        truths = [page for page in site.world.pages() if page.url.startswith(site.urls[0])]
        wanted = {page.url for page in truths if page.allowed}
        kept = {url for url in wanted if newsroom.library.archived(url) is not None}
        assert kept == wanted
        assert newsroom.library.why(site.urls[0]).state == "done"

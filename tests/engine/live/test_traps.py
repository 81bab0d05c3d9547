"""Crawler traps end to end: the maze is left in time, with every article kept once."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.engine.paper_server import paper_server

from tidings.engine.library.url_explanation import explain
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.articles.articles import newest_articles
from tidings.store.tables.frontier.counts import drop_counts
from tidings.world.server.server import WorldServer, serve
from tidings.world.world import World

TRAPS = (Reason.TRAP_SHAPE, Reason.TRAP_SITE, Reason.SAME_PAGE)


@pytest.fixture
async def maze() -> AsyncIterator[WorldServer]:
    async with serve(World(seed=5, history=1, maze=True), speed=0) as site:
        yield site


async def crawled(settings: Settings, rounds: int | None = None) -> int:
    async with opened_crawler(settings) as crawler:
        return (await crawler.crawl(rounds, max_pages=3_000)).fetched


async def test_the_maze_is_left_in_time_with_every_article_once(
    settings: Settings, maze: WorldServer
) -> None:
    database = open_database(ensure_home(settings).database, settings.store)
    source_list.add_source(database, str(maze.maze_url), datetime.now(UTC))
    await crawled(settings)
    pages = [page for page in maze.world.pages() if page.paper == "maze"]
    expected = Counter(page.title for page in pages if page.kind == "article" and page.allowed)
    kept = Counter(article.title for article in newest_articles(database.read(), 1_000))
    requests = len(maze.log.requests("maze"))
    print(f"{requests} requests for {len(pages)} pages with {sum(expected.values())} articles")
    assert kept == expected
    assert requests <= 3 * len(pages)
    dropped = drop_counts(database.read())
    assert all(dropped.get(reason, 0) > 0 for reason in (Reason.TRAP_SHAPE, Reason.SAME_PAGE))
    assert_explained(database, settings)

    before = requests
    await crawled(settings)  # a new process: what was learned is in the database
    await crawled(settings, rounds=1)
    again = [visit for visit in maze.log.requests("maze")[before:] if "/calendar/" in visit.path]
    seen = {visit.path for visit in maze.log.requests("maze")[:before]}
    assert not {visit.path for visit in again} - seen
    assert Counter(a.title for a in newest_articles(database.read(), 1_000)) == expected
    database.close()


def assert_explained(database: Database, settings: Settings) -> None:
    """Check that every dropped URL has a reason with evidence."""
    rows = database.read().execute("SELECT url, reason, detail FROM urls WHERE state = 'dropped'")
    dropped = {row["reason"]: (row["url"], row["detail"]) for row in rows}
    for reason in (Reason.TRAP_SHAPE, Reason.SAME_PAGE):
        url, detail = dropped[reason]
        assert detail
        explanation = explain(database, None, settings.crawl, url)  # type: ignore[arg-type]
        assert explanation.state == "dropped"
        assert any(f"{reason} ({detail})" in sentence for sentence in explanation.reasons)
    assert not [row for row in dropped if row not in (*TRAPS, Reason.TRAP, Reason.TOO_DEEP)]


async def test_held_back_pages_share_few_transactions(settings: Settings) -> None:
    settings = replace(settings, store=replace(settings.store, commit_seconds=0.2))
    async with paper_server() as stand, opened_crawler(settings) as crawler:
        stand.front(*(f"/tag/{number}" for number in range(400)))
        database = crawler._parts.database
        await asyncio.to_thread(
            source_list.add_source, database, f"{stand.origin}/", datetime.now(UTC)
        )
        commits: list[None] = []
        sync = database.before_commit

        def counted() -> None:
            commits.append(None)
            sync()

        database.before_commit = counted
        await crawler.crawl()
        dropped = drop_counts(database.read())[Reason.TRAP_SHAPE]
        assert dropped > 300
        assert dropped + sum(stand.requests[f"/tag/{number}"] for number in range(400)) == 400
        assert len(commits) < dropped / 2

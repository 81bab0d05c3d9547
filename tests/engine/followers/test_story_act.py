"""Stories of the news world, grouped during a normal crawl."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import combinations
from pathlib import Path

import pytest
from tests.engine.conftest import without_delays
from tests.homes import copy_home

from tidings.engine.library.library import Library
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.maintenance.consistency import story_problems
from tidings.engine.process.home import ensure_home
from tidings.engine.rebuilding.rebuild import rebuild_home
from tidings.engine.sources import source_list
from tidings.model.articles.story import FullStory
from tidings.model.crawl.rebuild_step import RebuildStep
from tidings.model.search.results import Query
from tidings.model.web.rights import Rights, RobotsMeta
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import newest_articles, set_rights
from tidings.store.tables.articles.stories import memberships_of
from tidings.world.server.server import serve
from tidings.world.world import World

DERIVED = frozenset({RebuildStep.ANNOTATE, RebuildStep.STORIES})


@dataclass(frozen=True)
class Crawled:
    """A world, and the home that a crawl of it has filled."""

    home: Path
    world: World


@pytest.fixture(scope="module")
def crawled(tmp_path_factory: pytest.TempPathFactory) -> Crawled:
    """One crawl for all tests; each works on a copy of the home."""

    async def crawl() -> World:
        async with serve(World(seed=3, history=6), speed=0) as site:
            database = open_database(ensure_home(settings).database, settings.store)
            for url in site.urls:
                source_list.add_source(database, url, site.world.now)
            database.close()
            async with opened_crawler(settings, clock_of(site.world)) as crawler:
                await crawler.crawl()
            return site.world

    settings = without_delays(tmp_path_factory.mktemp("crawled") / "home")
    return Crawled(settings.home, asyncio.run(crawl()))


@pytest.fixture
def world(settings: Settings, crawled: Crawled) -> World:
    """The crawled world; the home of the settings is filled from it."""
    copy_home(crawled.home, settings.home)
    return crawled.world


def clock_of(world: World) -> Callable[[], float]:
    """The world's time, running on: articles are seen when they appear, not months later."""
    ahead = world.now.timestamp() - time.time()
    return lambda: time.time() + ahead


def stories_by_url(settings: Settings) -> dict[str, int]:
    database = open_database(settings.home / "tidings.db", settings.store)
    kept = newest_articles(database.read(), 10_000)
    members = memberships_of(database.read(), [article.id for article in kept])
    database.close()
    return {article.url: members[article.id].story for article in kept}


def pairs(groups: dict[str, object]) -> set[tuple[str, str]]:
    by_group: dict[object, list[str]] = {}
    for url, group in groups.items():
        by_group.setdefault(group, []).append(url)
    return {pair for urls in by_group.values() for pair in combinations(sorted(urls), 2)}


def full_stories(settings: Settings) -> list[FullStory]:
    library = Library.open(settings)
    found = [library.story(story.id) for story in library.stories(10_000)]
    library.close()
    return [each for each in found if each is not None]


@pytest.mark.parametrize("rebuilt", [False, True])
async def test_a_hidden_article_is_in_no_story_until_it_is_shown_again(
    settings: Settings, world: World, rebuilt: bool
) -> None:
    async def follow() -> None:
        if rebuilt:
            rebuild_home(settings, DERIVED, lambda *_: None, everything=False)
            return
        async with opened_crawler(settings, clock_of(world)):
            pass  # the followers catch up

    before = full_stories(settings)
    story = next(each for each in before if len(each.articles) > 1)
    alone = next(each for each in before if len(each.articles) == 1)
    chosen = [story.articles[0].article, alone.articles[0].article]
    set_hidden(settings, chosen, datetime.fromtimestamp(1_000, UTC))
    await follow()
    database = open_database(settings.home / "tidings.db", settings.store)
    assert not memberships_of(database.read(), chosen)
    assert list(story_problems(database.read())) == []
    database.close()
    after = {each.story.id: each for each in full_stories(settings)}
    assert alone.story.id not in after
    assert len(after[story.story.id].articles) == len(story.articles) - 1
    set_hidden(settings, chosen, None)
    await follow()
    assert len(full_stories(settings)) == len(before)


def set_hidden(settings: Settings, ids: list[str], moment: datetime | None) -> None:
    """Hide articles, or show them again."""
    database = open_database(settings.home / "tidings.db", settings.store)
    for id_ in ids:
        hiding = partial(
            set_rights,
            article_id=id_,
            robots=RobotsMeta(),
            rights=Rights(),
            hidden_from=moment,
            now=datetime.now(UTC),
        )
        database.write(hiding).result()
    database.close()


def test_events_become_stories_and_copies_point_to_their_original(
    settings: Settings, world: World
) -> None:
    truth = {page.url: page for page in world.pages() if page.kind == "article"}
    found = stories_by_url(settings)
    known = {url: story for url, story in found.items() if url in truth}
    expected = pairs({url: truth[url].story for url in known})
    grouped = pairs(dict(known))
    right = len(expected & grouped)
    assert right / len(grouped) >= 0.95
    assert right / len(expected) >= 0.85

    chapters = {each.url: each for story in full_stories(settings) for each in story.articles}
    by_id = {each.article: each for each in chapters.values()}
    copies = [url for url in known if truth[url].original in known]
    assert copies
    root_is_right = [by_id[chapters[url].root].url == truth[url].original for url in copies]
    assert sum(root_is_right) >= 0.95 * len(copies)
    originals = [url for url in known if truth[url].original is None]
    assert sum(chapters[url].copy_of is None for url in originals) >= 0.95 * len(originals)


@pytest.mark.usefixtures("world")
def test_a_story_has_articles_sources_and_a_summary_and_can_be_searched(settings: Settings) -> None:
    largest = max(full_stories(settings), key=lambda story: len(story.articles))
    story = largest.story
    assert story.articles == len(largest.articles) > 1
    assert story.sources == len(largest.sources) > 1
    assert sum(each.articles for each in largest.sources) == story.articles
    assert story.lead in {each.article for each in largest.articles}
    assert any(each.is_first for each in largest.articles)
    assert largest.summary
    assert any("shares" in each.membership.grounds.sentence for each in largest.articles)
    library = Library.open(settings)
    hits = library.search(Query(f"story:{story.id}", limit=100, copies=True))
    library.close()
    assert {hit.id for hit in hits.hits} == {each.article for each in largest.articles}


async def test_stories_survive_a_restart_and_regrouping(settings: Settings, world: World) -> None:
    before = stories_by_url(settings)
    async with opened_crawler(settings, clock_of(world)):
        pass
    assert stories_by_url(settings) == before
    again = rebuild_home(settings, DERIVED, lambda *_: None, everything=False)
    assert (again.articles, again.left) == (0, len(before))
    everything = rebuild_home(settings, DERIVED, lambda *_: None, everything=True)
    assert everything.articles == len(before)
    after = stories_by_url(settings)
    same = pairs(dict(before)) & pairs(dict(after))
    assert len(same) >= 0.9 * len(pairs(dict(before)))


@pytest.mark.parametrize("wrong", ["story:0", "story:x", "story:99999999999999999999", "story:-1"])
def test_an_unknown_story_has_no_articles(settings: Settings, wrong: str) -> None:
    ensure_home(settings)
    open_database(settings.home / "tidings.db", settings.store).close()
    library = Library.open(settings)
    assert library.search(Query(wrong)).total == 0
    assert library.story(0) is None
    library.close()

"""A source followed for a topic: what is kept, which links are followed, what is learned."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.factories import make_visit

from tidings.engine.live.crawler import opened_crawler
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.engine.state.focus_learning import FocusLearner, FocusOutcome, load_focus
from tidings.model.crawl.source import EVERYTHING, SourceFocus
from tidings.model.web.page import FrontierState
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.sources.learned_focuses import learned_focus_of
from tidings.store.tables.sources.sources import source_by_url
from tidings.world.server.server import WorldServer, serve
from tidings.world.world import World


@pytest.fixture
async def site() -> AsyncIterator[WorldServer]:
    """A world with enough articles to learn from."""
    async with serve(World(seed=3, history=25), speed=0) as site:
        yield site


NOW = datetime(2026, 1, 2, tzinfo=UTC)
TOPIC = SourceFocus("election vote ballot coalition")


def follow(settings: Settings, url: str, about: SourceFocus | None) -> None:
    database = open_database(ensure_home(settings).database, settings.store)
    source_list.add_source(database, url, datetime.now(UTC), about)
    database.close()


def kind_of(site: WorldServer, url: str) -> str:
    truth = site.world.truth(url)
    return (truth.story or "").partition("-")[0] if truth else ""


async def test_only_articles_about_the_topic_are_kept_and_the_others_are_explained(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, site.urls[0], TOPIC)
    async with opened_crawler(settings) as crawler:
        summary = await crawler.crawl()
        library = crawler.library
        kept = library.newest(1_000)
        refused = [
            page.url
            for page in site.world.articles()
            if page.url.startswith(site.urls[0])
            and library.why(page.url).state == FrontierState.REFUSED
            and page.allowed
        ]
        explanation = library.why(refused[0])
    async with opened_crawler(settings) as crawler:
        followed = crawler.library.sources()[0]
    wanted = [page.url for page in site.world.articles() if kind_of(site, page.url) == "election"]
    found = {article.url for article in kept}
    assert {url for url in wanted if url.startswith(site.urls[0])} <= found
    assert len(refused) > len(kept)
    assert summary.articles_new == len(kept)
    assert (followed.wanted, followed.judged) == (len(kept), len(kept) + len(refused))
    assert any(str(Reason.OFF_TOPIC) in reason for reason in explanation.reasons)
    assert any(reason.startswith("relevance 0.") for reason in explanation.reasons)
    assert any(TOPIC.words in reason for reason in explanation.reasons)


async def test_what_was_learned_survives_a_restart(settings: Settings, site: WorldServer) -> None:
    follow(settings, site.urls[0], TOPIC)
    async with opened_crawler(settings) as crawler:
        await crawler.crawl(max_pages=40)
    async with opened_crawler(settings) as crawler:
        before = crawler.library.sources()[0]
    database = open_database(ensure_home(settings).database, settings.store)
    followed = source_by_url(database.read(), site.urls[0])
    assert followed is not None
    focus = load_focus(database.read(), followed.id, TOPIC.words)
    other = load_focus(database.read(), followed.id, "something else")
    database.close()
    assert (focus.pages, focus.wanted) == (before.judged, before.wanted)
    assert focus.pages > 5
    assert sum(focus.page_model.examples) > 0
    assert other.pages == 0


async def test_removing_the_topic_brings_back_what_it_refused(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, site.urls[0], TOPIC)
    async with opened_crawler(settings) as crawler:
        narrow = await crawler.crawl()
    follow(settings, site.urls[0], EVERYTHING)
    async with opened_crawler(settings) as crawler:
        rest = await crawler.crawl()
        kept = {article.url for article in crawler.library.newest(1_000)}
        source = crawler.library.sources()[0]
    expected = {
        page.url
        for page in site.world.articles()
        if page.url.startswith(site.urls[0]) and page.allowed and not page.noindex
    }
    assert rest.articles_new > narrow.articles_new
    assert expected <= kept
    assert source.site.about == EVERYTHING
    assert source.judged == 0


async def test_unpromising_links_are_refused_counted_and_explained(
    settings: Settings, site: WorldServer
) -> None:
    words_alone = replace(settings.crawl, focus_learn=False, focus_explore=0.0)
    settings = replace(settings, crawl=words_alone)
    follow(settings, site.urls[0], TOPIC)
    async with opened_crawler(settings) as crawler:
        await crawler.crawl()
        library = crawler.library
        dropped = [
            page.url
            for page in site.world.articles()
            if library.why(page.url).state == FrontierState.DROPPED
        ]
        explanation = library.why(dropped[0])
        counted = library.status().dropped_links
    assert any(str(Reason.UNPROMISING) in reason for reason in explanation.reasons)
    assert any("on topic with a probability of" in reason for reason in explanation.reasons)
    assert counted[Reason.UNPROMISING] >= len(dropped)
    assert explanation.last_visit is None
    assert all(kind_of(site, url) != "election" for url in dropped)


@pytest.mark.parametrize("about", [EVERYTHING, TOPIC])
def test_workers_get_a_topic_only_if_there_is_one(database: Database, about: SourceFocus) -> None:
    url, _ = source_list.add_source(database, "example.org", NOW, about)
    followed = source_by_url(database.read(), url)
    assert followed is not None
    words, packed = FocusLearner(Settings().crawl).packed_for(database.read(), followed)
    assert words == about.words
    assert bool(packed) == bool(about.words)


def test_nothing_learned_about_an_earlier_topic_is_stored_after_the_topic_changed(
    database: Database,
) -> None:
    url, _ = source_list.add_source(database, "example.org", NOW, TOPIC)
    followed = source_by_url(database.read(), url)
    assert followed is not None
    learner = FocusLearner(Settings().crawl)
    visit = make_visit(url, site=followed.id, depth=1)
    outcome = FocusOutcome(TOPIC.words, None, 0.5)
    database.write(lambda db: learner.learn(db, visit, outcome, NOW)).result()
    source_list.add_source(database, "example.org", NOW, SourceFocus("harvest"))
    database.write(learner.flush).result()
    assert learned_focus_of(database.read(), followed.id) is None
    renewed = replace(outcome, words="harvest")
    database.write(lambda db: learner.learn(db, visit, renewed, NOW)).result()
    database.write(learner.flush).result()
    assert load_focus(database.read(), followed.id, "harvest").lessons == 1

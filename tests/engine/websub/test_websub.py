"""WebSub end to end: the news world's hub, a real server, a real crawl."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import urlsplit

import pytest

from tidings.engine.library.library import Library
from tidings.engine.live.crawler import Crawler, opened_crawler
from tidings.engine.process.home import ensure_home
from tidings.engine.sources import source_list
from tidings.engine.websub.hub_callbacks import opened_hub_callbacks
from tidings.model.crawl.subscription import Subscription, SubscriptionState
from tidings.model.search.results import Query
from tidings.read.url import host_of, url_id
from tidings.serve.app import create_app
from tidings.serve.http.server import bound_socket, serving
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.frontier.urls import url_record
from tidings.store.tables.sources.subscriptions import subscriptions_of_sites
from tidings.world.pages.truth import PageTruth
from tidings.world.server.server import WorldServer


def with_public_url(settings: Settings, port: int) -> Settings:
    address = f"http://127.0.0.1:{port}"
    return replace(settings, serve=replace(settings.serve, port=port, public_url=address))


def follow(settings: Settings, *urls: str) -> None:
    database = open_database(ensure_home(settings).database, settings.store)
    for url in urls:
        source_list.add_source(database, url, datetime.now(UTC))
    database.close()


@asynccontextmanager
async def running(
    settings: Settings, clock: Callable[[], float] = time.time
) -> AsyncIterator[tuple[Crawler, Settings]]:
    """Crawl and serve in one process, as `tidings run` does."""
    listener = bound_socket(replace(settings.serve, port=0))
    settings = with_public_url(settings, listener.getsockname()[1])
    async with opened_crawler(settings, clock) as crawler:
        app = create_app(
            crawler.library, settings.serve, crawler.health, hub_callbacks=crawler.hub_callbacks()
        )
        async with serving(app, listener):
            following = asyncio.create_task(crawler.follow())
            try:
                yield crawler, settings
            finally:
                crawler.stop()
                await following


async def until(check: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not check():
            await asyncio.sleep(0.05)


def subscriptions(settings: Settings) -> list[Subscription]:
    database = open_database(settings.home / "tidings.db", settings.store)
    with closing(database):
        by_site = subscriptions_of_sites(database.read())
    return [each for site in by_site.values() for each in site]


class MovableClock:
    """A clock that can be set ahead."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


def feed_of(site: WorldServer, paper: str) -> str:
    """A paper's feed: courier and quotidien name the hub in it, anzeiger in its headers."""
    path = {"courier": "/feed.atom", "quotidien": "/flux.json", "anzeiger": "/index.rdf"}[paper]
    return next(e.origin for e in site.world.paper_sites.values() if e.paper.key == paper) + path


async def published(site: WorldServer, origin: str) -> list[PageTruth]:
    """Advance the world until a paper publishes something, and return that."""
    since = site.world.now
    while not (new := [a for a in site.world.articles(since) if a.url.startswith(origin)]):
        site.advance(60)
    return new


def searchable(crawler: Crawler, articles: list[PageTruth]) -> bool:
    return all(
        any(hit.url == a.url for hit in crawler.library.search(Query(a.title)).hits)
        for a in articles
    )


@pytest.mark.parametrize(("paper", "algorithm"), [("quotidien", "sha256"), ("anzeiger", "sha512")])
async def test_a_delivered_article_is_found_without_a_poll(
    settings: Settings, site: WorldServer, paper: str, algorithm: str
) -> None:
    feed = feed_of(site, paper)
    site.hub.algorithm = algorithm
    follow(settings, feed)
    async with running(settings) as (crawler, settings):
        await until(lambda: len(site.hub.subscribers) == 1 and crawler.under_way == 0)
        before = time.time()
        new = await published(site, feed.rpartition("/")[0])
        await until(lambda: searchable(crawler, new))
        polled = {visit.path for visit in site.log.requests(since=before)}
        assert urlsplit(feed).path not in polled
        (kept,) = subscriptions(settings)
        assert (kept.state, kept.missed) == (SubscriptionState.ACTIVE, 0)
        assert kept.deliveries >= 1
        assert kept.url == feed


async def test_an_empty_delivery_makes_the_feed_due_at_once(
    settings: Settings, site: WorldServer
) -> None:
    feed = feed_of(site, "quotidien")
    site.hub.omits_content = True
    follow(settings, feed)
    async with running(settings) as (crawler, _):
        await until(lambda: len(site.hub.subscribers) == 1 and crawler.under_way == 0)
        new = await published(site, feed.rpartition("/")[0])
        await until(lambda: searchable(crawler, new))
        assert searchable(crawler, new)


@pytest.mark.worker_processes  # so that the event loop stays free to answer the hub
async def test_a_server_in_another_process_makes_the_feed_due_for_the_crawl(
    settings: Settings, site: WorldServer
) -> None:
    feed = feed_of(site, "quotidien")
    follow(settings, feed)
    listener = bound_socket(replace(settings.serve, port=0))
    settings = with_public_url(settings, listener.getsockname()[1])
    async with opened_crawler(settings) as crawler:
        library = Library.open(settings)
        with closing(library), opened_hub_callbacks(settings) as hub_callbacks:
            app = create_app(library, settings.serve, hub_callbacks=hub_callbacks)
            async with serving(app, listener):
                following = asyncio.create_task(crawler.follow())
                try:
                    await until(lambda: len(site.hub.subscribers) == 1 and crawler.under_way == 0)
                    new = await published(site, feed.rpartition("/")[0])
                    await until(lambda: searchable(crawler, new))
                    assert searchable(crawler, new)
                finally:
                    crawler.stop()
                    await following


async def test_without_a_public_url_no_hub_is_contacted(
    settings: Settings, site: WorldServer
) -> None:
    follow(settings, feed_of(site, "quotidien"))
    async with opened_crawler(settings) as crawler:
        assert crawler.hub_callbacks() is None
        await crawler.crawl()
    assert subscriptions(settings) == []
    assert site.log.requests("hub") == []


async def test_a_hub_at_a_private_address_is_never_contacted(
    settings: Settings, site: WorldServer
) -> None:
    feed = feed_of(site, "quotidien")
    papers = tuple(f"{address}/32" for address in site.world.paper_sites)
    closed = replace(settings, fetch=replace(settings.fetch, allow_private=papers))
    follow(closed, feed)
    async with opened_crawler(with_public_url(closed, 9)) as crawler:
        await crawler.crawl()
        (source,) = crawler.library.sources()
        assert any("private" in reason for reason in crawler.library.why(feed).reasons)
    (kept,) = source.subscriptions
    assert kept.state is SubscriptionState.WANTED
    assert "the address is private" in kept.detail
    assert kept.due is not None  # requested again, ever more rarely
    assert site.log.requests("hub") == []
    assert source.articles > 0  # polling still finds them


async def test_a_request_is_repeated_later_if_the_hub_is_down(
    settings: Settings, site: WorldServer
) -> None:
    clock = MovableClock()
    site.hub.is_down = True
    follow(settings, feed_of(site, "quotidien"))
    async with running(settings, clock) as (_, settings):
        await until(
            lambda: bool(subscriptions(settings)) and subscriptions(settings)[0].attempts > 0
        )
        (down,) = subscriptions(settings)
        assert (down.state, down.attempts) == (SubscriptionState.WANTED, 1)
        assert "status 503" in down.detail
        site.hub.is_down = False
        clock.ahead += 120
        await until(lambda: subscriptions(settings)[0].state is SubscriptionState.ACTIVE)


async def test_a_lease_is_renewed_before_it_ends(settings: Settings, site: WorldServer) -> None:
    clock = MovableClock()
    site.hub.max_lease = 86_400
    follow(settings, feed_of(site, "quotidien"))
    async with running(settings, clock) as (_, settings):
        await until(
            lambda: [s.state for s in subscriptions(settings)] == [SubscriptionState.ACTIVE]
        )
        (first,) = subscriptions(settings)
        assert first.lease_ends is not None
        clock.ahead += 0.9 * 86_400
        await until(lambda: subscriptions(settings)[0].lease_ends != first.lease_ends)
        (renewed,) = subscriptions(settings)
        assert renewed.lease_ends is not None
        assert renewed.lease_ends > first.lease_ends
        assert renewed.verified_at == first.verified_at  # there was no gap
        assert len(site.hub.subscribers) == 1


async def test_a_denied_subscription_says_why(settings: Settings, site: WorldServer) -> None:
    feed = feed_of(site, "quotidien")
    site.hub.is_denying = True
    follow(settings, feed)
    async with running(settings) as (crawler, settings):
        await until(
            lambda: [s.state for s in subscriptions(settings)] == [SubscriptionState.DENIED]
        )
        assert any("denied (closed)" in reason for reason in crawler.library.why(feed).reasons)
    assert not site.hub.subscribers


async def test_removing_a_source_ends_its_subscription(
    settings: Settings, site: WorldServer
) -> None:
    feed = feed_of(site, "quotidien")
    follow(settings, feed)
    async with running(settings) as (_, settings):
        await until(lambda: len(site.hub.subscribers) == 1)
        database = open_database(settings.home / "tidings.db", settings.store)
        with closing(database):
            source_list.remove_source(database, feed, datetime.now(UTC))
        await until(lambda: not site.hub.subscribers)
        await until(lambda: not subscriptions(settings))
        assert not site.hub.subscribers


async def test_polling_slows_down_only_while_the_hub_delivers(
    settings: Settings, site: WorldServer
) -> None:
    # The paper's articles are old: only a large budget permits more than rare polls.
    often = replace(settings.crawl, fetches_per_source_day=5000.0)
    settings = replace(settings, crawl=often)
    feed = feed_of(site, "quotidien")
    follow(settings, feed)
    async with running(settings) as (crawler, settings):
        await until(lambda: len(site.hub.subscribers) == 1 and crawler.under_way == 0)
        for number in range(1, 3):
            new = await published(site, feed.rpartition("/")[0])
            await until(lambda new=new: searchable(crawler, new))  # type: ignore[misc]
            assert subscriptions(settings)[0].deliveries >= number
    clock = MovableClock()
    assert await poll_wait(settings, clock, feed) == pytest.approx(4.0)
    site.hub.subscribers.clear()  # the hub forgets the subscription
    new = await published(site, feed.rpartition("/")[0])
    clock.ahead += 3600  # no delivery can be in transit any longer
    await poll_wait(settings, clock, feed)
    clock.ahead += 3600
    assert await poll_wait(settings, clock, feed) == pytest.approx(1.0)
    (kept,) = subscriptions(settings)
    assert kept.missed == 1


async def poll_wait(settings: Settings, clock: MovableClock, feed: str) -> float:
    """Poll once and return the wait until the next poll, in units of the schedule's interval."""
    async with opened_crawler(settings, clock) as crawler:
        await crawler.crawl(rounds=1)
    database = open_database(settings.home / "tidings.db", settings.store)
    with closing(database):
        known = url_record(database.read(), host_of(feed), url_id(feed))
    assert known is not None
    assert known.state.due is not None
    assert known.state.interval is not None
    assert known.visited_at is not None
    return (known.state.due - known.visited_at).total_seconds() / known.state.interval

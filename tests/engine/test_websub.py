"""WebSub from end to end: the news world's hub, a real server, a real crawl."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import urlsplit

from tidings.engine import roster
from tidings.engine.home import made_home
from tidings.engine.newsroom import Newsroom, opened_newsroom
from tidings.model.search import Query
from tidings.model.subscription import Standby, Subscription
from tidings.serve.app import create_app
from tidings.serve.server import Handle, bound_socket, serving
from tidings.settings.tree import Settings
from tidings.store.database import Database
from tidings.store.subscriptions import subscriptions_of_sites
from tidings.world.server import Site


def with_public_url(settings: Settings, port: int) -> Settings:
    address = f"http://127.0.0.1:{port}"
    return replace(settings, serve=replace(settings.serve, port=port, public_url=address))


def follow(settings: Settings, *urls: str) -> None:
    database = Database(made_home(settings.home).database, settings.store)
    for url in urls:
        roster.add(database, url, datetime.now(UTC))
    database.close()


@asynccontextmanager
async def running(
    settings: Settings, clock: Callable[[], float] = time.time
) -> AsyncIterator[tuple[Newsroom, Handle, Settings]]:
    """Crawl and serve in one process, as `tidings run` does."""
    listener = bound_socket(replace(settings.serve, port=0))
    settings = with_public_url(settings, listener.getsockname()[1])
    async with opened_newsroom(settings, clock) as newsroom:
        app = create_app(
            newsroom.library, settings.serve, newsroom.health, letterbox=newsroom.letterbox()
        )
        async with serving(app, listener) as handle:
            following = asyncio.create_task(newsroom.follow())
            try:
                yield newsroom, handle, settings
            finally:
                newsroom.stop()
                await following


async def until(check: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not check():
            await asyncio.sleep(0.05)


def subscriptions(settings: Settings) -> list[Subscription]:
    database = Database(settings.home / "tidings.db", settings.store)
    with closing(database):
        by_site = subscriptions_of_sites(database.read())
    return [each for site in by_site.values() for each in site]


def active(settings: Settings) -> list[Subscription]:
    return [each for each in subscriptions(settings) if each.state is Standby.ACTIVE]


async def test_an_article_is_found_by_its_push_without_a_poll(
    settings: Settings, site: Site
) -> None:
    front = site.urls[3]  # one JSON feed that names the hub
    follow(settings, front)
    async with running(settings) as (newsroom, _, settings):
        await until(lambda: len(site.hub.readers) == 1 and newsroom.under_way == 0)
        (topic,) = [topic for _, topic in site.hub.readers]
        since, before = site.world.now, time.time()
        while not [a for a in site.world.articles(since) if a.url.startswith(front)]:
            site.advance(60)
        new = [a for a in site.world.articles(since) if a.url.startswith(front)]
        await until(
            lambda: all(
                any(hit.url == a.url for hit in newsroom.library.search(Query(a.title)).hits)
                for a in new
            )
        )
        polled = {visit.path for visit in site.log.visits(since=before)}
        assert urlsplit(topic).path not in polled
        (kept,) = active(settings)
        assert kept.deliveries >= 1
        assert kept.missed == 0

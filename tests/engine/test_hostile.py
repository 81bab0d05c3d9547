"""Hostile servers from end to end: each path ends as docs/hostile-servers.md says it should."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from tidings.engine import roster
from tidings.engine.home import made_home
from tidings.engine.newsroom import opened_newsroom
from tidings.engine.why import Explanation
from tidings.model.reason import Reason
from tidings.settings.tree import Settings
from tidings.store.database import Database
from tidings.world.server import Site, serve
from tidings.world.world import World

FATES = {
    "/hang": Reason.TIMEOUT_TOTAL,
    "/hang-headers": Reason.TIMEOUT_TOTAL,
    "/hang-body": Reason.TOO_SLOW,
    "/drip": Reason.TOO_SLOW,
    "/truncated-gzip": Reason.BODY_TRUNCATED,
    "/corrupt-gzip": Reason.BAD_ENCODING,
    "/loop": Reason.REDIRECT_LOOP,
    "/chain": Reason.TOO_MANY_HOPS,
    "/to-private": Reason.PRIVATE_ADDRESS,
    "/to-file": Reason.BAD_REDIRECT,
    "/broken-chunking": Reason.PROTOCOL,
    "/short-body": Reason.BODY_TRUNCATED,
    "/reset": Reason.BODY_TRUNCATED,
    "/http09": Reason.PROTOCOL,
    "/big-headers": Reason.HEADERS_TOO_LARGE,
    "/many-headers": Reason.HEADERS_TOO_LARGE,
    "/soft-404": Reason.VALUELESS,
    "/not-html.pdf": Reason.BROKEN,
}
READ = ("/endless", "/bomb", "/wrong-charset", "/wrong-type", "/raw-location", "/calendar")


@pytest.fixture
async def trap() -> AsyncIterator[Site]:
    async with serve(World(seed=3, history=8, hostile=True), speed=0) as site:
        yield site


@pytest.fixture
def hasty(settings: Settings, trap: Site) -> Settings:
    """Short limits, and only the addresses of the world let through."""
    hosts = [url.split("/")[2].split(":")[0] for url in (*trap.urls, str(trap.hostile_url))]
    limits = replace(
        settings.fetch,
        allow_private=tuple(f"{host}/32" for host in hosts),
        total_seconds=1.5,
        low_speed_seconds=0.4,
        low_speed_bytes=64,
        per_host=8,
    )
    return replace(settings, fetch=limits)


async def crawled(settings: Settings, *urls: str) -> dict[str, Explanation]:
    database = Database(made_home(settings.home).database, settings.store)
    for url in urls:
        roster.add(database, url, datetime.now(UTC))
    database.close()
    async with opened_newsroom(settings) as newsroom:
        await newsroom.crawl(max_pages=400)
        return {url: newsroom.library.why(url) for url in urls}


async def test_every_hostile_path_ends_as_it_should_while_others_go_on(
    hasty: Settings, trap: Site
) -> None:
    origin, paper = str(trap.hostile_url).removesuffix("/"), trap.urls[0]
    paths = [origin + path for path in (*FATES, *READ)]
    said = await crawled(hasty, paper, *paths)
    fates = {path: said[origin + path].visits[0].reason for path in FATES}
    assert fates == FATES
    for path in READ:
        assert said[origin + path].state in ("done", "refused"), path
    articles = [page for page in trap.world.articles() if page.url.startswith(paper)]
    async with opened_newsroom(hasty) as newsroom:
        found = [newsroom.library.why(page.url) for page in articles if page.allowed]
    assert found
    assert all(one.indexed for one in found)


@pytest.mark.parametrize("path", ["/429", "/503"])
async def test_retry_after_closes_the_whole_host(hasty: Settings, trap: Site, path: str) -> None:
    asked = str(trap.hostile_url).removesuffix("/") + path
    said = (await crawled(hasty, asked))[asked]
    assert said.state == "queued"
    assert said.next_visit is not None
    assert said.last_visit is not None
    assert (said.next_visit - said.last_visit).total_seconds() >= 30

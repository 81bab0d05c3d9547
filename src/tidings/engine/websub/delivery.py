"""A delivery read: what a hub sent is read as the feed itself, in the workers like all else."""

import asyncio

from tidings.engine.reading.pool import Pool
from tidings.engine.reading.reading_task import Crash, Reading, ReadingTask
from tidings.engine.settling.settler import Settler
from tidings.model.articles.article import UnreadablePage
from tidings.model.crawl.source import Source
from tidings.model.crawl.subscription import Delivery
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.exchange import Response
from tidings.model.web.page import UrlRole
from tidings.store.database.sqlite import Database
from tidings.store.tables.frontier.urls import visit_to


async def read_delivery(
    push: Delivery, site: Source, database: Database, pool: Pool, settler: Settler
) -> tuple[FoundUrl, ...]:
    """Return the URLs that a delivery brought; an unreadable one is left to the next poll."""
    subscription = push.subscription
    visit = visit_to(database.read(), subscription.host, subscription.url_id)
    if visit is None:
        return ()
    focus = settler.learner.focuses.packed_for(database.read(), site)
    job = ReadingTask(visit, _response(push), site.domain, site.name, focus=focus)
    reading = await pool.read(job)
    if not _is_feed(reading):
        return ()
    assert isinstance(reading, Reading)
    done = reading
    write = database.write(lambda db: settler.delivery(db, push, done))
    return await asyncio.wrap_future(write)


def _is_feed(reading: Reading | Crash) -> bool:
    if isinstance(reading, Crash) or isinstance(reading.page, UnreadablePage):
        return False
    return reading.role is UrlRole.FEED


def _response(push: Delivery) -> Response:
    """The delivery as if the feed had been fetched."""
    url = push.subscription.url
    return Response(
        requested=url,
        url=url,
        status=200,
        headers=(("content-type", push.content_type),),
        body=push.body,
        truncated=False,
        hops=(),
        address="",
        at=push.at,
        seconds=0.0,
    )

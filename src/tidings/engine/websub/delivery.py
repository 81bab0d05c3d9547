"""Reads a hub's delivery like a fetched feed, in the worker processes."""

import asyncio

from tidings.engine.reading.pool import Pool
from tidings.engine.reading.reading_task import Crash, Reading, ReadingTask
from tidings.engine.settling.settler import Settler
from tidings.model.articles.article import UnreadablePage
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_settings import SourceScope
from tidings.model.crawl.subscription import Delivery
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.exchange import Response
from tidings.model.web.page import UrlRole
from tidings.store.database.database import Database
from tidings.store.tables.frontier.urls import visit_to


async def read_delivery(
    delivery: Delivery,
    source: Source,
    focus: bytes,
    scope: SourceScope | None,
    database: Database,
    pool: Pool,
    settler: Settler,
) -> tuple[FoundUrl, ...]:
    """Return the new URLs in a delivery. An unreadable one is ignored: the next poll follows."""
    subscription = delivery.subscription
    visit = visit_to(database.read(), subscription.host, subscription.url_id)
    if visit is None:
        return ()
    task = ReadingTask(
        visit, _response(delivery), source.domain, source.name, focus=focus, scope=scope
    )
    reading = await pool.read(task)
    if not _is_feed(reading):
        return ()
    assert isinstance(reading, Reading)
    feed = reading
    write = database.write(lambda db: settler.delivery(db, delivery, feed))
    return await asyncio.wrap_future(write)


def _is_feed(reading: Reading | Crash) -> bool:
    if isinstance(reading, Crash) or isinstance(reading.page, UnreadablePage):
        return False
    return reading.role is UrlRole.FEED


def _response(delivery: Delivery) -> Response:
    """Return the delivery as if the feed had been fetched."""
    url = delivery.subscription.url
    return Response(
        requested=url,
        url=url,
        status=200,
        headers=(("content-type", delivery.content_type),),
        body=delivery.body,
        truncated=False,
        hops=(),
        address="",
        at=delivery.at,
        seconds=0.0,
    )

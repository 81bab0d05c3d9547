"""What is left of each site."""

from datetime import UTC, datetime

from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import host_of, url_id
from tidings.store.database.database import Database
from tidings.store.tables.frontier.counts import count_drops
from tidings.store.tables.frontier.left_urls import (
    WaitingUrls,
    closed_shapes,
    held_back_counts,
    waiting_urls,
)
from tidings.store.tables.frontier.url_shapes import ShapeRow, keep_shapes
from tidings.store.tables.frontier.urls import add_urls

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def test_waiting_urls_are_counted_by_site_and_reason(database: Database) -> None:
    urls = [(1, "http://a.test/1"), (1, "http://a.test/2"), (2, "http://b.test/1")]
    found = [FoundUrl(u, host_of(u), url_id(u), s, UrlRole.PAGE, 3, 1, None) for s, u in urls]
    dropped = found[0]._replace(url="http://a.test/3", id=7, dropped=Reason.TRAP_SHAPE)
    database.write(lambda db: add_urls(db, [*found, dropped], NOW)).result()
    assert waiting_urls(database.read()) == [
        WaitingUrls(1, Reason.WAITING, 2, NOW),
        WaitingUrls(2, Reason.WAITING, 1, NOW),
    ]


def test_only_links_like_fruitless_ones_count_as_held_back(database: Database) -> None:
    drops = {Reason.TRAP_SHAPE: 3, Reason.TRAP_SITE: 2, Reason.OFF_SITE: 9}
    database.write(lambda db: count_drops(db, 1, drops)).result()
    assert held_back_counts(database.read()) == {1: 5}


def test_closed_shapes_are_named_most_visited_first(database: Database) -> None:
    rows = [
        ShapeRow("/open", 3.0, 40.0, 9, 1, 0, 0, 0.0),
        ShapeRow("/a", 0.0, 40.0, 8, 0, 0, 8, 0.0),
        ShapeRow("/b", -2.0, 40.0, 18, 0, 0, 18, 0.0),
    ]
    database.write(lambda db: keep_shapes(db, 1, rows)).result()
    assert closed_shapes(database.read(), (1, 2)) == {1: ["/b", "/a"], 2: []}

from datetime import UTC, datetime

import pytest

from tidings.model.crawl.visit import FoundUrl, UrlState
from tidings.model.web.page import FrontierState, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import url_id
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.frontier import due, urls
from tidings.store.tables.frontier.lists import read_lists_anew

NOW = datetime(2026, 11, 16, tzinfo=UTC)


def add(database: Database, url: str, role: UrlRole, state: UrlState) -> None:
    found = FoundUrl(url, "a.example", url_id(url), 1, role, 1, 1, None)

    def write(connection: Writer) -> None:
        urls.add_urls(connection, [found], NOW)
        urls.save_url_state(connection, "a.example", found.id, state, NOW, None)

    database.write(write).result()


@pytest.mark.parametrize("role", [UrlRole.FEED, UrlRole.SITEMAP])
def test_lists_are_read_anew_and_unreadable_ones_now(database: Database, role: UrlRole) -> None:
    read = UrlState(FrontierState.DONE, Reason.FEED_READ, role, etag="e", body_hash=b"x")
    bad = UrlState(FrontierState.FAILED, Reason.BAD_FEED, role, detail="broken", body_hash=b"y")
    page = UrlState(FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, etag="e", body_hash=b"z")
    add(database, "http://a.example/feed", role, read)
    add(database, "http://a.example/bad", role, bad)
    add(database, "http://a.example/page", UrlRole.PAGE, page)
    database.write(lambda db: read_lists_anew(db, NOW)).result()
    rows = database.read().execute("SELECT url, etag, body_hash FROM urls ORDER BY url")
    assert [tuple(row) for row in rows] == [
        ("http://a.example/bad", None, None),
        ("http://a.example/feed", None, None),
        ("http://a.example/page", "e", b"z"),
    ]
    visits = due.due_visits(database.read(), "a.example", NOW, 10)
    assert [(visit.url, visit.attempts) for visit in visits] == [("http://a.example/bad", 0)]

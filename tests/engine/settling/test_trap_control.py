"""Containment: what holds pages back, and that a crawl which only archives holds none back."""

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tidings.engine.settling.trap_control import TrapControl
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import host_of, url_id
from tidings.settings.tree import StoreSettings
from tidings.store.database.sqlite import Database, connect

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
BARREN = UrlState(FrontierState.DONE, Reason.VALUELESS, UrlRole.PAGE, kind=PageKind.VALUELESS)


@pytest.fixture
def rows(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    Database(tmp_path / "tidings.db", StoreSettings()).close()
    connection = connect(tmp_path / "tidings.db")
    yield connection
    connection.close()


def visit_to(number: int) -> Visit:
    url = f"https://a.example/calendar/2031/{number}"
    return Visit(
        url=url, host=host_of(url), id=url_id(url), site=1, role=UrlRole.PAGE, kind=None,
        listed=False, published=None, depth=2, parent=None, attempts=0, interval=None,
        visited_at=None, etag=None, last_modified=None, body_hash=None,
    )  # fmt: skip


def visited(containment: TrapControl, rows: sqlite3.Connection, standing: UrlState) -> None:
    for number in range(100):
        containment.begin(visit_to(number))
        containment.book(rows, visit_to(number), standing, NOW)
        containment.end(visit_to(number))


def test_pages_of_a_shape_that_brought_nothing_are_held_back(rows: sqlite3.Connection) -> None:
    containment = TrapControl()
    visited(containment, rows, BARREN)
    refusal = containment.refusal(rows, visit_to(100), NOW.timestamp())
    assert refusal is not None
    assert refusal.reason is Reason.TRAP_SHAPE


def test_a_crawl_that_only_archives_holds_nothing_back(rows: sqlite3.Connection) -> None:
    containment = TrapControl(archive_only=True)
    visited(containment, rows, UrlState(FrontierState.DONE, Reason.ARCHIVED, UrlRole.PAGE))
    for number in range(100, 200):
        assert not containment.must_wait(rows, visit_to(number))
        assert containment.refusal(rows, visit_to(number), NOW.timestamp()) is None
        containment.begin(visit_to(number))
    containment.flush(rows)
    assert not rows.execute("SELECT count(*) FROM shapes").fetchone()[0]

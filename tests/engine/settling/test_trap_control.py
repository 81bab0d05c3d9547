"""Which pages are held back, and that an archive-only crawl holds none back."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.factories import make_visit

from tidings.engine.settling.trap_control import TrapControl
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database
from tidings.store.database.session import Writer
from tidings.store.database.sqlite import connect

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
BARREN = UrlState(FrontierState.DONE, Reason.VALUELESS, UrlRole.PAGE, kind=PageKind.VALUELESS)


@pytest.fixture
def rows(tmp_path: Path) -> Iterator[Writer]:
    open_database(tmp_path / "tidings.db", StoreSettings()).close()
    connection = connect(tmp_path / "tidings.db")
    yield connection
    connection.close()


def visit_to(number: int) -> Visit:
    return make_visit(f"https://a.example/calendar/2031/{number}")


def visit_many(control: TrapControl, rows: Writer, state: UrlState) -> None:
    for number in range(100):
        control.begin(visit_to(number))
        control.note_outcome(rows, visit_to(number), state, NOW)
        control.end(visit_to(number))


def test_pages_of_a_shape_that_brought_nothing_are_held_back(rows: Writer) -> None:
    control = TrapControl()
    visit_many(control, rows, BARREN)
    refusal = control.refusal(rows, visit_to(100), NOW.timestamp())
    assert refusal is not None
    assert refusal.reason is Reason.TRAP_SHAPE


def test_an_archive_only_crawl_holds_nothing_back(rows: Writer) -> None:
    control = TrapControl(archive_only=True)
    visit_many(control, rows, UrlState(FrontierState.DONE, Reason.ARCHIVED, UrlRole.PAGE))
    for number in range(100, 200):
        assert not control.must_wait(rows, visit_to(number))
        assert control.refusal(rows, visit_to(number), NOW.timestamp()) is None
        control.begin(visit_to(number))
    control.flush(rows)
    assert not rows.execute("SELECT count(*) FROM shapes").fetchone()[0]

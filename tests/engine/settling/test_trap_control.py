"""What visits teach about traps, and that an archive-only crawl learns nothing."""

from datetime import UTC, datetime

from tests.factories import make_visit

from tidings.crawl.traps.trap_accounts import shape_refusal
from tidings.engine.settling.changes import ChargeShape
from tidings.engine.settling.trap_control import TrapControl, shape_charge
from tidings.engine.state.shape_accounts import stored_accounts
from tidings.engine.state.source_state import SourceState
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings
from tidings.store.database.session import Writer

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
BARREN = UrlState(FrontierState.DONE, Reason.VALUELESS, UrlRole.PAGE, kind=PageKind.VALUELESS)


def visit_to(number: int) -> Visit:
    return make_visit(f"https://a.example/calendar/2031/{number}")


def visit_many(state: SourceState, rows: Writer, outcome: UrlState, **options: bool) -> None:
    control = TrapControl(state, **options)
    archive_only = options.get("archive_only", False)
    for number in range(100):
        visit = visit_to(number)
        for charge in shape_charge(visit, outcome, NOW, archive_only=archive_only):
            assert isinstance(charge, ChargeShape)
            control.charge(rows, visit, charge.brought, NOW)
    state.flush(rows)


def test_pages_of_a_shape_that_brought_nothing_are_held_back(rows: Writer) -> None:
    state = SourceState(CrawlSettings())
    visit_many(state, rows, BARREN)
    refusal = shape_refusal(state.accounts.of(rows, 1).snapshot(), visit_to(100).url)
    assert refusal is not None
    assert refusal.reason is Reason.TRAP_SHAPE
    assert shape_refusal(stored_accounts(rows, 1), visit_to(100).url) == refusal


def test_an_archive_only_crawl_learns_nothing(rows: Writer) -> None:
    state = SourceState(CrawlSettings(archive_only=True))
    archived = UrlState(FrontierState.DONE, Reason.ARCHIVED, UrlRole.PAGE)
    visit_many(state, rows, archived, archive_only=True)
    assert not rows.execute("SELECT count(*) FROM shapes").fetchone()[0]

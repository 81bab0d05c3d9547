from datetime import UTC, datetime, timedelta

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tidings.model.crawl.visit import PastVisit
from tidings.model.web.reason import Reason
from tidings.store.database.database import Database
from tidings.store.tables.frontier.visits import add_visit, past_visits, prune_visits

NOW = datetime(2026, 1, 2, tzinfo=UTC)
PAGE = 7


def visited(database: Database, *times: datetime) -> None:
    for at in times:
        past = PastVisit(at, 200, Reason.ARTICLE, "", 10, 0.5)
        database.write(lambda db, past=past: add_visit(db, PAGE, past)).result()  # type: ignore[misc]


def test_visits_to_a_page_are_returned_newest_first(database: Database) -> None:
    visited(database, NOW, NOW + timedelta(hours=1))
    first, second = past_visits(database.read(), PAGE)
    assert (first.at, second.at) == (NOW + timedelta(hours=1), NOW)
    assert past_visits(database.read(), PAGE + 1) == ()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9))
def test_old_and_excess_rows_are_pruned(
    database: Database, count: int, days: int, rows: int
) -> None:
    database.write(lambda db: db.execute("DELETE FROM visits")).result()
    times = [NOW - timedelta(days=count - number) for number in range(count)]
    visited(database, *times)
    before = NOW - timedelta(days=days, hours=1)
    while database.write(lambda db: prune_visits(db, before, rows)).result():
        pass
    young = [time for time in times if time >= before]
    kept = [past.at for past in past_visits(database.read(), PAGE)]
    assert kept == young[::-1][:rows]

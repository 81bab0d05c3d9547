from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.factories import make_found

from tidings.model.crawl.visit import FoundUrl
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.database.sqlite import connect
from tidings.store.tables.frontier import due, urls
from tidings.store.tables.sources import sources
from tidings.store.tables.sources.sources import insert_source, unfollow_source

NOW = datetime(2026, 1, 2, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
MANY = 50_000


def page(name: object, host: str = "big.example", priority: int = 3, site: int = 1) -> FoundUrl:
    url = f"https://{host}/2026/01/a-story-with-a-name-of-the-usual-length-{name}.html"
    parent = f"https://{host}/news/"
    return make_found(url, site=site, priority=priority, depth=2, parent=parent)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A host with many waiting pages, most of them due later, among many small hosts."""
    database = open_database(
        tmp_path_factory.mktemp("home") / "db", StoreSettings(commit_seconds=0)
    )
    database.write(
        lambda db: insert_source(db, "https://big.example/", "big.example", NOW)
    ).result()
    later = [page(number, priority=number % 6) for number in range(MANY - 2000)]
    small = [page(0, f"paper-{number}.example", site=2) for number in range(2000)]
    database.write(lambda db: urls.add_urls(db, later, LATER)).result()
    database.write(lambda db: urls.add_urls(db, small, NOW)).result()
    yield database
    database.close()


def test_pages_that_are_due_later_are_not_scanned(large: Database) -> None:
    now = page("now", priority=5)
    large.write(lambda db: urls.add_urls(db, [now], NOW)).result()
    visits_steps = _steps(large, lambda db: due.due_visits(db, "big.example", NOW, 48))
    next_due_steps = _steps(large, lambda db: due.next_due(db, "big.example"))
    visits = due.due_visits(large.read(), "big.example", NOW, 48)
    assert [visit.url for visit in visits] == [now.url]
    assert due.next_due(large.read(), "big.example") == NOW
    assert visits_steps < 10
    assert next_due_steps < 10
    plans = _plans(large, lambda db: due.due_visits(db, "big.example", NOW, 48))
    assert sum("urls_due (host_id=? AND priority=? AND due" in plan for plan in plans) == 10
    assert not [plan for plan in plans if "TEMP B-TREE" in plan]


def test_all_hosts_are_found_without_scanning_their_pages(large: Database) -> None:
    hosts = due.due_hosts(large.read())
    assert len(hosts) == 2001
    assert (
        _steps(large, lambda db: due.due_hosts(db)) < 2001 * 3
    )  # hundreds of steps: ten seeks for each host
    assert [name for name, _ in due.due_hosts_of(large.read(), 1)] == ["big.example"]


def test_the_pages_of_a_site_are_found_through_its_hosts(large: Database) -> None:
    plans = _plans(large, lambda db: unfollow_source(db, sources.followed_sources(db)[0], NOW))
    assert any("urls_id (host_id=?)" in plan for plan in plans)
    assert not any(plan.startswith("SCAN urls") for plan in plans)


@pytest.mark.parametrize(
    "query",
    [
        lambda db: due.due_visits(db, "big.example", NOW, 48),
        lambda db: due.due_visits(db, "big.example", NOW, 48, NOW),
        lambda db: due.next_due(db, "big.example"),
        lambda db: due.due_hosts(db),
        lambda db: due.due_hosts_of(db, 1),
        lambda db: urls.live_urls(db, 1),
        lambda db: urls.archived_urls(db, 1, 10),
        lambda db: urls.url_record(db, "big.example", 7),
    ],
)
def test_no_query_scans_the_urls(large: Database, query: Callable[[Writer], object]) -> None:
    plans = _plans(large, query)
    assert plans
    assert not [plan for plan in plans if plan.startswith(("SCAN urls", "SCAN TABLE urls"))]


def _plans(database: Database, query: Callable[[Writer], object]) -> list[str]:
    """Return SQLite's plan of each statement that `query` runs."""
    connection = connect(_file_of(database))
    statements: list[str] = []
    connection.set_trace_callback(statements.append)
    connection.execute("BEGIN")
    query(connection)
    connection.set_trace_callback(None)
    connection.execute("ROLLBACK")
    plans = [
        str(row["detail"])
        for statement in statements
        if statement.startswith(("SELECT", "UPDATE"))
        for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}")
    ]
    connection.close()
    return plans


def _steps(database: Database, query: Callable[[Writer], object]) -> int:
    """Return how many hundreds of virtual machine steps SQLite needs."""
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    connection = connect(_file_of(database))
    connection.set_progress_handler(count, 100)
    query(connection)
    connection.close()
    return steps


def _file_of(database: Database) -> Path:
    return Path(str(database.read().execute("PRAGMA database_list").fetchone()["file"]))

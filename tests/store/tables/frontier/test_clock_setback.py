from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import UrlRole
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.frontier.clock_setback import check_clock
from tidings.store.tables.frontier.urls import add_urls

NOON = 1_794_830_400.0
YEAR = 365 * 86_400.0


def due_after(tmp_path: Path, *clock: float) -> float:
    """Return when a URL is due that was first due an hour after the first of these times."""
    database = open_database(tmp_path / "tidings.db", StoreSettings())
    try:
        later = datetime.fromtimestamp(clock[0], UTC) + timedelta(hours=1)
        found = FoundUrl("http://a.example/", "a.example", 1, 1, UrlRole.PAGE, 0, 0, None)
        database.write(lambda db: add_urls(db, [found], later)).result()
        for moment in clock:
            database.write(lambda db, at=moment: check_clock(db, 1, at)).result()  # type: ignore[misc]
        return float(database.read().execute("SELECT due FROM urls").fetchone()[0])
    finally:
        database.close()


def test_a_node_whose_clock_is_behind_that_of_another_moves_nothing(tmp_path: Path) -> None:
    database = open_database(tmp_path / "tidings.db", StoreSettings())
    try:
        clocks = [(1, NOON + YEAR), (2, NOON), (1, NOON + YEAR + 1), (2, NOON + 1)]
        works = [partial(check_clock, node=node, now=now) for node, now in clocks]
        assert not any(database.write(work).result() for work in works)
    finally:
        database.close()


def test_due_times_move_with_a_clock_that_is_set_back(tmp_path: Path) -> None:
    assert due_after(tmp_path, NOON + YEAR, NOON) == NOON + 3_600


def test_a_clock_that_runs_or_is_slightly_corrected_moves_nothing(tmp_path: Path) -> None:
    assert due_after(tmp_path, NOON, NOON + 60, NOON - 120, NOON + YEAR) == NOON + 3_600

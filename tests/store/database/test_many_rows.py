"""Reading more rows than fit into memory, on every database."""

import tracemalloc
from pathlib import Path

import pytest

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer

ROWS = 20_000
NUMBERS = (
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) "
    "INSERT INTO counters SELECT 'a text that takes some room ' || i, i FROM n"
)
READ = "SELECT name, value FROM counters WHERE value >= ? AND name LIKE 'a text%' ORDER BY value"


@pytest.fixture
def filled(database: Database) -> Database:
    database.write(lambda db: db.execute(NUMBERS, (ROWS,))).result(timeout=60)
    return database


def test_rows_come_in_order_while_others_are_read_and_written(filled: Database) -> None:
    reader, values = filled.read(), []
    for row in reader.execute_in_pieces(READ, (1,)):
        values.append(row["value"])
        if row[1] % 5_000 == 0:
            found = reader.execute("SELECT max(value) FROM counters").fetchone()[0]
            assert found >= ROWS
            filled.write(add_one).result(timeout=20)
    assert values == list(range(1, ROWS + 1))  # one state: not what was added meanwhile


def add_one(connection: Writer) -> None:
    connection.execute(
        "INSERT INTO counters SELECT 'a text ' || max(value), max(value) + 1 FROM counters"
    )


def test_it_takes_little_memory(filled: Database) -> None:
    reader = filled.read()
    tracemalloc.start()
    try:
        assert sum(1 for _ in reader.execute_in_pieces(READ, (1,))) == ROWS
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000


def test_a_reader_may_stop_before_the_end(filled: Database) -> None:
    reader = filled.read()
    rows = reader.execute_in_pieces(READ, (1,))
    assert next(rows)["value"] == 1
    del rows
    assert reader.execute("SELECT count(*) FROM counters").fetchone()[0] >= ROWS


def test_what_a_reader_may_not_see_is_not_in_the_pieces(location: Path | str) -> None:
    database = open_database(location, StoreSettings(), with_logins=False)
    rows = database.read().execute_in_pieces("SELECT id FROM login_articles")
    assert list(rows) == []
    database.close()

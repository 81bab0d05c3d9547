"""Rows that are written at the end of the writer's transaction."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from functools import partial
from pathlib import Path

import pytest

from tidings.store.database.database import Database
from tidings.store.database.session import Reader, Writer
from tidings.store.database.sqlite import connect

ROW = "INSERT INTO noted VALUES (?, ?)"
COUNT = (
    "INSERT INTO noted VALUES (?, ?) "
    "ON CONFLICT (name) DO UPDATE SET number = noted.number + excluded.number"
)


@pytest.fixture
def table(database: Database) -> Database:
    database.write(
        lambda db: db.execute("CREATE TABLE noted (name TEXT PRIMARY KEY, number INTEGER)")
    ).result()
    return database


def noted(connection: Reader) -> dict[str, int]:
    return {row[0]: row[1] for row in connection.execute("SELECT * FROM noted")}


def count(connection: Writer) -> None:
    connection.defer_count(COUNT, ("counted",), 2)


def written_together(database: Database, works: Sequence[Callable[[Writer], None]]) -> None:
    """Write pieces in one transaction: the writer is kept busy until all of them wait."""
    begun, may_end = threading.Event(), threading.Event()

    def keep_busy(connection: Writer) -> None:
        begun.set()
        may_end.wait()

    busy = database.write(keep_busy)
    begun.wait()
    waiting = [database.write(work) for work in works]
    may_end.set()
    wait([busy, *waiting])


def test_rows_are_stored_when_the_future_is_resolved(table: Database) -> None:
    table.write(lambda db: db.defer(ROW, ("a", 1))).result()
    assert noted(table.read()) == {"a": 1}


def test_counts_of_one_transaction_are_added_up(table: Database) -> None:
    wait([table.write(count) for _ in range(5)])
    table.write(count).result()
    assert noted(table.read()) == {"counted": 12}


def test_a_failing_piece_loses_its_rows(table: Database) -> None:
    def fail(connection: Writer) -> None:
        count(connection)
        connection.defer(ROW, ("lost", 1))
        raise ValueError("no")

    wait([table.write(work) for work in (count, fail, count)])
    assert noted(table.read()) == {"counted": 4}


def test_a_failing_batch_loses_all_rows(table: Database) -> None:
    def no_space() -> None:
        raise OSError(28, "No space left on device")

    table.before_commit = no_space
    with pytest.raises(OSError, match="No space left"):
        table.write(count).result()
    table.before_commit = lambda: None
    table.write(lambda db: None).result()
    assert noted(table.read()) == {}


def test_other_connections_to_sqlite_write_immediately() -> None:
    connection = connect(Path(":memory:"))
    connection.execute("CREATE TABLE noted (name TEXT PRIMARY KEY, number INTEGER)")
    connection.defer(ROW, ("a", 1))
    count(connection)
    assert noted(connection) == {"a": 1, "counted": 2}
    connection.close()


def test_notes_are_finished_together_after_all_rows(table: Database) -> None:
    finished: list[tuple[list[str], dict[str, int]]] = []

    def finish(connection: Writer, notes: Sequence[str]) -> None:
        finished.append((list(notes), noted(connection)))

    def note(connection: Writer, name: str) -> None:
        connection.collect(finish, name)
        connection.defer(ROW, (name, 1))
        if name == "b":
            raise ValueError("no")

    written_together(table, [partial(note, name=name) for name in "abc"])
    assert finished == [(["a", "c"], {"a": 1, "c": 1})]

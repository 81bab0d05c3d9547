"""Reading and writing, on every database."""

from concurrent.futures import wait
from pathlib import Path
from typing import cast

import pytest

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.errors import StoreError
from tidings.store.database.session import Reader, Writer


def counted(connection: Reader) -> int:
    return int(connection.execute("SELECT value FROM counters WHERE name = 'n'").fetchone()[0])


def add_counter(connection: Writer) -> None:
    connection.execute("INSERT INTO counters VALUES ('n', 0)")


def increment(connection: Writer) -> None:
    connection.execute("UPDATE counters SET value = value + 1 WHERE name = 'n'")


def test_writes_are_there_after_reopening(location: Path | str, database: Database) -> None:
    database.write(add_counter).result()
    wait([database.write(increment) for _ in range(500)])
    database.close()
    again = open_database(location, StoreSettings())
    assert counted(again.read()) == 500
    again.close()


def test_a_future_is_resolved_only_after_its_commit(
    location: Path | str, database: Database
) -> None:
    database.write(add_counter).result()
    database.write(increment).result()
    other = open_database(location, StoreSettings())
    assert counted(other.read()) == 1
    other.close()


def test_a_failing_piece_is_undone_alone(database: Database) -> None:
    database.write(add_counter).result()

    def fail(connection: Writer) -> None:
        increment(connection)
        raise ValueError("no")

    futures = [database.write(work) for work in (increment, fail, increment)]
    wait(futures)
    assert isinstance(futures[1].exception(), ValueError)
    assert counted(database.read()) == 2


def test_a_failing_sync_fails_the_whole_batch(database: Database) -> None:
    database.write(add_counter).result()

    def no_space() -> None:
        raise OSError(28, "No space left on device")

    database.before_commit = no_space
    with pytest.raises(OSError, match="No space left"):
        database.write(increment).result()
    database.before_commit = lambda: None
    assert counted(database.read()) == 0
    database.write(increment).result()
    assert counted(database.read()) == 1


def test_the_version_changes_with_every_commit(database: Database) -> None:
    before = database.version()
    assert database.version() == before
    database.write(add_counter).result()
    assert database.version() != before


def test_readers_cannot_write(database: Database) -> None:
    with pytest.raises(StoreError, match=r"read-?only"):
        add_counter(cast("Writer", database.read()))

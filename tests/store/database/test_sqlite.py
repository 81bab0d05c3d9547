import sqlite3
from concurrent.futures import wait
from pathlib import Path
from typing import cast

import pytest

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.errors import StoreLost, StoreUnusable
from tidings.store.database.session import Reader, Writer
from tidings.store.database.sqlite import connect


def counted(connection: Reader) -> int:
    return int(connection.execute("SELECT value FROM counters WHERE name = 'n'").fetchone()[0])


def add_counter(connection: Writer) -> None:
    connection.execute("INSERT INTO counters VALUES ('n', 0)")


def increment(connection: Writer) -> None:
    connection.execute("UPDATE counters SET value = value + 1 WHERE name = 'n'")


def test_writes_are_there_after_reopening(tmp_path: Path, database: Database) -> None:
    database.write(add_counter).result()
    wait([database.write(increment) for _ in range(500)])
    database.close()
    again = open_database(tmp_path / "tidings.db", StoreSettings())
    assert counted(again.read()) == 500
    again.close()


def test_a_future_is_resolved_only_after_its_commit(tmp_path: Path, database: Database) -> None:
    database.write(add_counter).result()
    database.write(increment).result()
    other = connect(tmp_path / "tidings.db")
    assert counted(other) == 1
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
    with pytest.raises(StoreLost, match="readonly"):
        add_counter(cast("Writer", database.read()))


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tidings.db"
    open_database(path, StoreSettings()).close()
    connection = connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(StoreUnusable, match="newer Tidings"):
        open_database(path, StoreSettings())


def test_garbage_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tidings.db"
    path.write_bytes(b"this is not a database at all" * 100)
    with pytest.raises(StoreUnusable, match="not a valid database"):
        open_database(path, StoreSettings())


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tidings.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE mine (x)")
    connection.close()
    with pytest.raises(StoreUnusable, match="another program"):
        open_database(path, StoreSettings())


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="cannot be opened"):
        open_database(tmp_path / "nowhere" / "tidings.db", StoreSettings())


def test_integrity_errors_are_found(tmp_path: Path, database: Database) -> None:
    assert database.integrity_errors() == []
    database.write(add_counter).result()
    connection = connect(tmp_path / "tidings.db")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    database.close()
    path = tmp_path / "tidings.db"
    data = bytearray(path.read_bytes())
    data[4096 * 2 : 4096 * 3] = b"\xff" * 4096
    path.write_bytes(bytes(data))
    broken = open_database(path, StoreSettings())
    assert broken.integrity_errors()
    broken.close()

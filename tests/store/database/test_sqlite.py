import sqlite3
from concurrent.futures import wait
from pathlib import Path

import pytest

from tidings.settings.tree import StoreSettings
from tidings.store.database.sqlite import Database, StoreUnusable, connect, integrity_errors


def counted(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT value FROM counters WHERE name = 'n'").fetchone()[0])


def add_counter(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO counters VALUES ('n', 0)")


def increment(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE counters SET value = value + 1 WHERE name = 'n'")


def test_writes_are_there_after_reopening(tmp_path: Path, database: Database) -> None:
    database.write(add_counter).result()
    wait([database.write(increment) for _ in range(500)])
    database.close()
    again = Database(tmp_path / "tidings.db", StoreSettings())
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

    def fail(connection: sqlite3.Connection) -> None:
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
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        add_counter(database.read())


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tidings.db"
    Database(path, StoreSettings()).close()
    connection = connect(path)
    connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(StoreUnusable, match="newer Tidings"):
        Database(path, StoreSettings())


def test_garbage_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tidings.db"
    path.write_bytes(b"this is not a database at all" * 100)
    with pytest.raises(StoreUnusable, match="not a valid database"):
        Database(path, StoreSettings())


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tidings.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE mine (x)")
    connection.close()
    with pytest.raises(StoreUnusable, match="another program"):
        Database(path, StoreSettings())


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="cannot be opened"):
        Database(tmp_path / "nowhere" / "tidings.db", StoreSettings())


def test_integrity_errors_are_found(tmp_path: Path, database: Database) -> None:
    assert integrity_errors(database.read()) == []
    database.write(add_counter).result()
    connection = connect(tmp_path / "tidings.db")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    database.close()
    path = tmp_path / "tidings.db"
    data = bytearray(path.read_bytes())
    data[4096 * 2 : 4096 * 3] = b"\xff" * 4096
    path.write_bytes(bytes(data))
    broken = connect(path)
    assert integrity_errors(broken)
    broken.close()

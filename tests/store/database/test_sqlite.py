"""What only a database in a file can meet."""

import sqlite3
from pathlib import Path

import pytest

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database
from tidings.store.database.errors import StoreUnusable
from tidings.store.database.session import Writer
from tidings.store.database.sqlite import connect


def add_counter(connection: Writer) -> None:
    connection.execute("INSERT INTO counters VALUES ('n', 0)")


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


def test_integrity_errors_are_found(tmp_path: Path) -> None:
    database = open_database(tmp_path / "tidings.db", StoreSettings(commit_seconds=0.0))
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

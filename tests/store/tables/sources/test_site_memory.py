from pathlib import Path

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.schema import MIGRATIONS, VERSION
from tidings.store.database.sqlite import APPLICATION_ID, connect
from tidings.store.tables.sources.site_memory import SiteMemoryRow, keep_site_memory, site_memory_of


def test_a_memory_is_read_back_unchanged(database: Database) -> None:
    memory = SiteMemoryRow(12, 3, b"\x00notes\xff")
    database.write(lambda db: keep_site_memory(db, 7, memory)).result()
    assert site_memory_of(database.read(), 7) == memory
    assert site_memory_of(database.read(), 8) is None


def test_a_newer_memory_replaces_the_older(database: Database) -> None:
    for pages in (1, 2):
        memory = SiteMemoryRow(pages, 0, b"n")
        database.write(lambda db, memory=memory: keep_site_memory(db, 7, memory)).result()  # type: ignore[misc]
    assert site_memory_of(database.read(), 7) == SiteMemoryRow(2, 0, b"n")


def test_a_database_of_the_first_version_gets_site_memory(tmp_path: Path) -> None:
    path = tmp_path / "tidings.db"
    old = connect(path)
    for statement in MIGRATIONS[0].split(";\n"):
        old.execute(statement)
    old.execute("INSERT INTO sites VALUES (1, 'http://a.example/', 'a.example', '', 0, NULL)")
    old.execute("PRAGMA user_version = 1")
    old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    old.close()
    database = open_database(path, StoreSettings(commit_seconds=0.0))
    database.write(lambda db: keep_site_memory(db, 1, SiteMemoryRow(1, 0, b"n"))).result()
    connection = database.read()
    assert connection.execute("PRAGMA user_version").fetchone()[0] == VERSION
    assert connection.execute("SELECT count(*) FROM sites").fetchone()[0] == 1
    assert site_memory_of(connection, 1) == SiteMemoryRow(1, 0, b"n")
    database.close()

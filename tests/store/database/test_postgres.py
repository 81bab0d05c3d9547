"""What only a database server can meet."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.errors import StoreUnusable
from tidings.store.database.session import Writer

SETTINGS = StoreSettings(commit_seconds=0.0)


@pytest.fixture
def connect(new_postgres: Callable[[], str]) -> Any:
    """Return psycopg's own function, where it is installed."""
    import psycopg

    return psycopg.connect


def set_counter(connection: Writer) -> None:
    connection.execute("INSERT INTO counters VALUES ('n', 1)")


def add_counter(connection: Writer, name: str) -> None:
    connection.execute("INSERT INTO counters VALUES (?, 1)", (name,))


def counter(database: Database) -> int | None:
    row = database.read().execute("SELECT value FROM counters WHERE name = 'n'").fetchone()
    return None if row is None else int(row[0])


def test_a_newer_database_is_refused(new_postgres: Callable[[], str], connect: Any) -> None:
    url = new_postgres()
    with connect(url) as connection:
        connection.execute("INSERT INTO schema_version VALUES (999)")
    with pytest.raises(StoreUnusable, match="newer Tidings"):
        open_database(url, SETTINGS)


def test_another_programs_tables_are_refused(new_postgres: Callable[[], str], connect: Any) -> None:
    url = new_postgres()
    with connect(url) as connection:
        connection.execute("DROP TABLE schema_version")
    with pytest.raises(StoreUnusable, match="another program"):
        open_database(url, SETTINGS)


def test_an_unreachable_server_is_reported_without_the_password(connect: Any) -> None:
    with pytest.raises(StoreUnusable, match="cannot be used") as caught:
        open_database("postgresql://me:secret@/home?host=/nowhere", SETTINGS)
    assert "secret" not in str(caught.value)


def test_a_batch_whose_connection_is_lost_is_written_by_another(
    new_postgres: Callable[[], str], connect: Any
) -> None:
    url = new_postgres()
    database = open_database(url, SETTINGS)
    backend = database.write(lambda db: db.execute("SELECT pg_backend_pid()").fetchone()[0])
    with connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 5000)", (backend.result(),))
    database.write(set_counter).result()
    assert counter(database) == 1
    database.close()


def test_a_text_is_stored_without_nul(new_postgres: Callable[[], str]) -> None:
    database = open_database(new_postgres(), SETTINGS)
    database.write(lambda db: db.execute("INSERT INTO hosts (name) VALUES (?)", ("a\0b",))).result()
    assert database.read().execute("SELECT name FROM hosts").fetchone()[0] == "a\ufffdb"
    assert database.read().execute("SELECT CAST(? AS text)", ("\0",)).fetchone()[0] == "\ufffd"
    database.close()


def test_nothing_is_wrong_with_a_new_database(new_postgres: Callable[[], str]) -> None:
    database = open_database(new_postgres(), SETTINGS)
    assert database.integrity_errors() == []
    database.close()


def test_the_version_ignores_what_the_server_does_elsewhere(
    new_postgres: Callable[[], str], connect: Any
) -> None:
    url = new_postgres()
    database = open_database(url, SETTINGS)
    before = database.version()
    with connect(url, autocommit=True) as connection:  # as its own maintenance, or another database
        connection.execute("CREATE TABLE IF NOT EXISTS other (n INTEGER)")
        connection.execute("INSERT INTO other VALUES (1)")
        connection.execute("DROP TABLE other")
    assert database.version() == before
    database.close()


def test_the_version_tells_of_writers_that_have_come_and_gone(
    new_postgres: Callable[[], str],
) -> None:
    url = new_postgres()
    reader = open_database(url, SETTINGS)
    versions = [reader.version()]
    for number in range(3):
        writer = open_database(url, SETTINGS)
        writer.write(partial(add_counter, name=f"n{number}")).result()
        writer.close()
        versions.append(reader.version())
    assert len(set(versions)) == 4
    reader.close()

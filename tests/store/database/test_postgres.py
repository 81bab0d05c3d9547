"""What only a database server can meet."""

from collections.abc import Callable
from typing import Any

import pytest

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.errors import StoreError, StoreLost, StoreUnusable
from tidings.store.database.session import Writer

SETTINGS = StoreSettings(commit_seconds=0.0)


@pytest.fixture
def connect(new_postgres: Callable[[], str]) -> Any:
    """Return psycopg's own function, where it is installed."""
    import psycopg

    return psycopg.connect


def set_counter(connection: Writer) -> None:
    connection.execute("INSERT INTO counters VALUES ('n', 1)")


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


def test_a_lost_connection_fails_one_batch_and_the_next_is_written(
    new_postgres: Callable[[], str], connect: Any
) -> None:
    url = new_postgres()
    database = open_database(url, SETTINGS)
    backend = database.write(lambda db: db.execute("SELECT pg_backend_pid()").fetchone()[0])
    with connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(%s, 5000)", (backend.result(),))
    with pytest.raises(StoreLost):
        database.write(set_counter).result()
    assert counter(database) is None
    database.write(set_counter).result()
    assert counter(database) == 1
    database.close()


def test_a_text_that_it_cannot_store_fails_alone(new_postgres: Callable[[], str]) -> None:
    database = open_database(new_postgres(), SETTINGS)
    with pytest.raises(StoreError):
        database.write(
            lambda db: db.execute("INSERT INTO hosts (name) VALUES (?)", ("a\0b",))
        ).result()
    database.write(set_counter).result()
    assert counter(database) == 1
    database.close()


def test_nothing_is_wrong_with_a_new_database(new_postgres: Callable[[], str]) -> None:
    database = open_database(new_postgres(), SETTINGS)
    assert database.integrity_errors() == []
    database.close()

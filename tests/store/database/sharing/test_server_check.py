"""What `doctor` says about a real PostgreSQL server, and about tables that lack something."""

from collections.abc import Callable, Iterator
from contextlib import closing

import psycopg
import pytest

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.sharing import server_check


@pytest.fixture
def url(new_postgres: Callable[[], str]) -> str:
    return new_postgres()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    with closing(open_database(url, StoreSettings())) as database:
        yield database


def test_a_complete_database_has_no_problems(database: Database) -> None:
    assert database.integrity_errors() == []


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("DROP TABLE lessons", "the table lessons is missing"),
        ("ALTER TABLE urls DROP COLUMN etag", "the column urls.etag is missing"),
        ("DROP INDEX urls_due", "the index urls_due is missing"),
        ("UPDATE pg_index SET indisvalid = false WHERE indexrelid = CAST('urls_due' AS regclass)",
         "the index urls_due is not in force"),
        ("DROP TRIGGER urls_counted ON urls", "the trigger urls_counted is missing"),
        ("ALTER TABLE urls DISABLE TRIGGER urls_counted",
         "the trigger urls_counted is not in force"),
    ],
)  # fmt: skip
def test_what_is_missing_is_named(
    url: str, database: Database, statement: str, problem: str
) -> None:
    with psycopg.connect(url, autocommit=True) as other:
        other.execute(statement)
    assert database.integrity_errors() == [problem]


def test_an_older_server_is_not_supported(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server_check, "_OLDEST", 99)
    (problem,) = database.integrity_errors()
    assert problem.endswith("is not supported: 99 or newer is needed")


def test_settings_that_lose_commits_and_long_transactions_are_noted(
    url: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        server_check,
        "_LONG_TRANSACTIONS",
        server_check._LONG_TRANSACTIONS.replace("1 minute", "0 minutes"),
    )
    with psycopg.connect(url, application_name="a report") as other:
        other.execute("SELECT 1")  # its transaction stays open
        notes = database.remarks().notes
    assert any("fsync = off" in note for note in notes)  # as the tests' server is started
    assert any("a transaction of a report" in note for note in notes)
    assert not any("a transaction of a report" in note for note in database.remarks().notes)


def test_where_the_rows_are_is_told_without_the_password(url: str) -> None:
    secret = url.replace("tidings@", "tidings:very-secret@")
    with closing(open_database(secret, StoreSettings())) as database:
        remarks = database.remarks()
    text = " ".join((*remarks.notes, *remarks.facts))
    assert "the rows are in postgresql://tidings@" in text
    assert "very-secret" not in text

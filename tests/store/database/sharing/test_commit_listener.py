"""Hearing of commits, in PostgreSQL; SQLite says nothing."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.store.database.cut_link import cut_link

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer

SETTINGS = StoreSettings(commit_seconds=0.0)


class Calls:
    """Counts calls, and waits for the next one."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._count = 0

    def __call__(self) -> None:
        with self._changed:
            self._count += 1
            self._changed.notify_all()

    def count(self) -> int:
        with self._changed:
            return self._count

    def wait_for(self, count: int) -> None:
        with self._changed:
            assert self._changed.wait_for(lambda: self._count >= count, timeout=20)


@pytest.fixture
def url(new_postgres: Callable[[], str]) -> str:
    return new_postgres()


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    database = open_database(url, SETTINGS)
    yield database
    database.close()


def write(database: Database) -> None:
    def increment(connection: Writer) -> None:
        connection.execute(
            "INSERT INTO counters VALUES ('n', 1) "
            "ON CONFLICT (name) DO UPDATE SET value = counters.value + 1"
        )

    database.write(increment).result(timeout=20)


def test_a_commit_of_any_process_is_heard(url: str, database: Database) -> None:
    calls = Calls()
    database.watch(calls)
    calls.wait_for(1)  # once it listens
    write(database)
    calls.wait_for(2)
    other = open_database(url, SETTINGS)
    write(other)
    calls.wait_for(3)
    other.close()


def test_who_has_stopped_is_not_called(database: Database) -> None:
    stopped, calls = Calls(), Calls()
    stop = database.watch(stopped)
    stopped.wait_for(1)
    database.watch(calls)
    stop()
    before, heard = stopped.count(), calls.count()
    write(database)
    calls.wait_for(heard + 1)
    assert stopped.count() == before


def test_a_home_in_another_schema_is_not_heard(url: str, database: Database) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA another")
    other = open_database(f"{url}&options=-csearch_path%3Danother", SETTINGS)
    here, there = Calls(), Calls()
    database.watch(here)
    other.watch(there)
    here.wait_for(1)
    there.wait_for(1)
    write(other)
    there.wait_for(2)
    write(database)
    here.wait_for(2)
    assert here.count() == 2
    other.close()


def test_commits_are_heard_again_after_the_link_was_cut(url: str) -> None:
    name, _, folder = url.partition("?host=")
    with cut_link(folder) as link:
        database = open_database(link.url(name.rpartition("/")[2]), SETTINGS)
        calls = Calls()
        database.watch(calls)
        calls.wait_for(1)
        link.cut_all()
        calls.wait_for(2)  # something may have been missed
        write(database)
        calls.wait_for(3)
        database.close()


def test_a_callback_that_fails_is_reported_and_ends_nothing(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[type[BaseException]] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: reported.append(args.exc_type))

    def fail() -> None:
        raise ValueError

    calls = Calls()
    database.watch(fail)
    database.watch(calls)
    write(database)
    calls.wait_for(1)
    before = calls.count()
    write(database)
    calls.wait_for(before + 1)
    database.close()  # no more calls
    assert set(reported) == {ValueError}


def test_sqlite_calls_nobody(tmp_path: Path) -> None:
    database = open_database(tmp_path / "tidings.db", SETTINGS)
    calls = Calls()
    stop = database.watch(calls)
    write(database)
    stop()
    assert calls.count() == 0
    database.close()

"""A batch that fails because a server is away is undone and run again, on every database."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tidings.settings.tree import DatabaseSettings, StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.errors import StoreAway, StoreLost
from tidings.store.database.session import Reader, Writer


def add_counter(connection: Writer) -> None:
    connection.execute("INSERT INTO counters VALUES ('n', 0)")


def increment(connection: Writer) -> None:
    connection.execute("UPDATE counters SET value = value + 1 WHERE name = 'n'")


def counted(connection: Reader) -> int:
    return int(connection.execute("SELECT value FROM counters WHERE name = 'n'").fetchone()[0])


def failing(times: int, error: Exception) -> Callable[[], None]:
    """Return what fails so many times, and then no more."""
    left = iter([error] * times)

    def act() -> None:
        for each in left:
            raise each

    return act


def test_an_archive_that_is_away_is_waited_for(database: Database) -> None:
    database.write(add_counter).result(timeout=20)
    ends: list[bool] = []
    database.after_batch = ends.append
    database.before_commit = failing(2, StoreAway("no answer", what="store"))
    database.write(increment).result(timeout=20)
    assert counted(database.read()) == 1
    assert ends == [False, False, True]


def test_a_piece_for_which_a_server_is_away_is_run_again_with_its_batch(
    database: Database,
) -> None:
    database.write(add_counter).result(timeout=20)
    away = failing(1, StoreAway("no answer"))
    rollbacks: list[int] = []
    database.after_rollback = lambda: rollbacks.append(1)

    def work(connection: Writer) -> int:
        increment(connection)
        connection.defer("INSERT INTO counters VALUES (?, ?)", ("deferred", 1))
        away()
        return counted(connection)

    assert database.write(work).result(timeout=20) == 1
    assert counted(database.read()) == 1
    assert rollbacks == [1]


def test_after_the_patience_all_callers_get_the_error(location: Path | str) -> None:
    settings = StoreSettings(commit_seconds=0.0, patience_seconds=0.2)
    impatient = DatabaseSettings(patience_seconds=20.0)
    database = open_database(location, settings, database=impatient)
    database.write(add_counter).result(timeout=20)
    database.before_commit = failing(1_000, StoreAway("no answer", what="store"))
    with pytest.raises(StoreAway):
        database.write(increment).result(timeout=20)
    database.before_commit = lambda: None
    assert counted(database.read()) == 0
    database.close()


def test_a_lost_disk_is_not_waited_for(database: Database) -> None:
    database.write(add_counter).result(timeout=20)
    database.before_commit = failing(1, StoreLost("disk full"))
    with pytest.raises(StoreLost):
        database.write(increment).result(timeout=20)
    assert counted(database.read()) == 0

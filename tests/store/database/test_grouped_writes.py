"""Reading and writing, on every database."""

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
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


class Broken(Exception):
    """A mistake in the program, which no part of the store expects."""


def broken() -> None:
    raise Broken


def defer_too_large(connection: Writer) -> None:
    connection.defer("INSERT INTO counters VALUES (?, ?)", ("large", 2**70))


def collect_broken(connection: Writer) -> None:
    connection.collect(lambda _connection, _notes: broken(), "note")


def written_together(
    database: Database, works: Sequence[Callable[[Writer], None]]
) -> list[Future[None]]:
    """Write pieces in one transaction: they are queued while the writer is held up."""
    is_held, go_on = threading.Event(), threading.Event()

    def hold(_: Writer) -> None:
        is_held.set()
        go_on.wait(20)

    database.write(hold)
    assert is_held.wait(20)
    futures = [database.write(work) for work in works]
    go_on.set()
    return futures


@pytest.mark.parametrize("last", [defer_too_large, collect_broken])
def test_a_failing_end_of_a_transaction_fails_the_whole_batch(
    database: Database, last: Callable[[Writer], None]
) -> None:
    database.write(add_counter).result()
    futures = written_together(database, [increment, last, increment])
    errors = [future.exception(timeout=20) for future in futures]
    assert errors[0] is not None
    assert errors == [errors[0]] * 3
    assert counted(database.read()) == 0
    database.write(increment).result(timeout=20)
    assert counted(database.read()) == 1


def test_an_unexpected_error_before_the_commit_fails_the_whole_batch(database: Database) -> None:
    database.write(add_counter).result()
    rollbacks: list[int] = []
    database.before_commit = broken
    database.after_rollback = lambda: rollbacks.append(1)
    with pytest.raises(Broken):
        database.write(increment).result(timeout=20)
    database.before_commit = lambda: None
    assert counted(database.read()) == 0
    assert rollbacks == [1]
    database.write(increment).result(timeout=20)
    assert counted(database.read()) == 1


def test_an_error_after_the_commit_loses_no_outcome(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    reported: list[type[BaseException]] = []
    monkeypatch.setattr(threading, "excepthook", lambda args: reported.append(args.exc_type))
    database.write(add_counter).result()
    database.after_commit = broken
    for count in (1, 2):
        database.write(increment).result(timeout=20)
        assert counted(database.read()) == count
    database.close()
    assert reported == [Broken, Broken]


def test_an_error_after_a_rollback_loses_no_outcome(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threading, "excepthook", lambda args: None)
    database.write(add_counter).result()
    database.before_commit = database.after_rollback = broken
    with pytest.raises(Broken):
        database.write(increment).result(timeout=20)
    database.before_commit = lambda: None
    database.write(increment).result(timeout=20)
    assert counted(database.read()) == 1


def test_the_version_changes_with_every_commit(database: Database) -> None:
    before = database.version()
    assert database.version() == before
    database.write(add_counter).result()
    assert database.version() != before


def test_readers_cannot_write(database: Database) -> None:
    with pytest.raises(StoreError, match=r"read-?only"):
        add_counter(cast("Writer", database.read()))

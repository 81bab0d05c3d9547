from datetime import UTC, datetime, timedelta

from tidings.store.database.database import Database
from tidings.store.tables.changes.index_commits import (
    index_commits_from,
    note_index_commit,
    prune_index_commits,
)

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def note(database: Database, seq: int, minutes: int) -> None:
    at = NOW + timedelta(minutes=minutes)
    database.write(lambda db: note_index_commit(db, seq, at)).result()


def commits(database: Database, seq: int = 0) -> list[tuple[int, float]]:
    start = NOW.timestamp()
    return [(seq, (at - start) / 60) for seq, at in index_commits_from(database.read(), seq)]


def test_commits_are_read_in_order_from_a_change_on(database: Database) -> None:
    note(database, 10, 1)
    note(database, 25, 2)
    assert commits(database) == [(10, 1.0), (25, 2.0)]
    assert commits(database, 11) == [(25, 2.0)]


def test_an_index_that_is_built_again_changes_nothing(database: Database) -> None:
    note(database, 25, 1)
    note(database, 10, 5)
    note(database, 25, 6)
    assert commits(database) == [(25, 1.0)]


def test_old_commits_are_pruned(database: Database) -> None:
    for number in (1, 2, 3):
        note(database, number, number)
    before = NOW + timedelta(minutes=2)
    database.write(lambda db: prune_index_commits(db, before, 10)).result()
    assert commits(database) == [(2, 2.0), (3, 3.0)]
    database.write(lambda db: prune_index_commits(db, NOW, 1)).result()
    assert commits(database) == [(3, 3.0)]

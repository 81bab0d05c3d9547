from datetime import UTC, datetime, timedelta

from tidings.store.database.database import Database
from tidings.store.tables.changes.cursors import (
    FollowerRecord,
    clear_failure,
    cursor_of,
    follower_records,
    note_failure,
    set_cursor,
)

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def records(database: Database) -> dict[str, FollowerRecord]:
    return {one.name: one for one in follower_records(database.read())}


def test_a_follower_begins_at_zero_and_keeps_its_place(database: Database) -> None:
    assert cursor_of(database.read(), "new") == cursor_of(database.read(), "stories") == 0
    for seq in (3, 5):
        database.write(lambda db, seq=seq: set_cursor(db, "new", seq)).result()  # type: ignore[misc]
    assert cursor_of(database.read(), "new") == 5


def test_a_failure_is_remembered_until_the_follower_works_again(database: Database) -> None:
    for hours in (0, 1):
        at = NOW + timedelta(hours=hours)
        database.write(lambda db, at=at: note_failure(db, "index", at, f"at {at:%H}")).result()  # type: ignore[misc]
    assert records(database)["index"] == FollowerRecord("index", None, NOW, 2, "at 01")
    database.write(lambda db: clear_failure(db, "index")).result()
    assert records(database)["index"] == FollowerRecord("index", None)

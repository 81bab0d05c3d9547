"""The table of followers: how far each is in the log of changes, and whether it fails."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds


@dataclass(frozen=True, slots=True)
class FollowerRecord:
    """A follower as it is stored."""

    name: str
    seq: int | None  # None: its cursor is committed elsewhere, with its effect
    failing_since: datetime | None = None
    attempts: int = 0  # that failed since then
    error: str = ""


def cursor_of(connection: Reader, follower: str) -> int:
    """Return the seq of the last change that a follower has taken in, or 0."""
    row = connection.execute("SELECT seq FROM followers WHERE name = ?", (follower,)).fetchone()
    return int(row[0] or 0) if row else 0


def set_cursor(connection: Writer, follower: str, seq: int) -> None:
    """Store how far a follower is, in the transaction of its effect."""
    connection.execute(
        "INSERT INTO followers (name, seq) VALUES (?, ?) "
        "ON CONFLICT (name) DO UPDATE SET seq = excluded.seq",
        (follower, seq),
    )


def note_failure(connection: Writer, follower: str, now: datetime, error: str) -> None:
    """Store that a follower failed, and will try again."""
    connection.execute(
        "INSERT INTO followers (name, failing_since, attempts, error) VALUES (?, ?, 1, ?) "
        "ON CONFLICT (name) DO UPDATE SET error = excluded.error, "
        "attempts = followers.attempts + 1, "
        "failing_since = coalesce(followers.failing_since, excluded.failing_since)",
        (follower, to_seconds(now), error),
    )


def clear_failure(connection: Writer, follower: str) -> None:
    """Store that a follower works again."""
    connection.execute(
        "UPDATE followers SET failing_since = NULL, attempts = 0, error = '' WHERE name = ?",
        (follower,),
    )


def follower_records(connection: Reader) -> Iterable[FollowerRecord]:
    """Return the followers that are stored, by name."""
    rows = connection.execute(
        "SELECT name, seq, failing_since, attempts, error FROM followers ORDER BY name"
    )
    return [
        FollowerRecord(name, seq, from_seconds(since), attempts, error)
        for name, seq, since, attempts, error in rows
    ]

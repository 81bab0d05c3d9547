"""The table of muted sources and words."""

from datetime import datetime

from tidings.model.access.marks import Mute, MuteKind
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds


def add_mute(connection: Writer, user: int, kind: MuteKind, muted: str, now: datetime) -> None:
    """Mute a source or word."""
    connection.execute(
        "INSERT INTO mutes (user_id, kind, muted, at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
        (user, kind, muted, to_seconds(now)),
    )


def remove_mute(connection: Writer, user: int, kind: MuteKind, muted: str) -> bool:
    """Unmute a source or word; False if it was not muted."""
    cursor = connection.execute(
        "DELETE FROM mutes WHERE user_id = ? AND kind = ? AND muted = ?", (user, kind, muted)
    )
    return cursor.rowcount == 1


def mutes_of(connection: Reader, user: int) -> list[Mute]:
    """Return what a user muted, in alphabetical order."""
    rows = connection.execute(
        "SELECT kind, muted, at FROM mutes WHERE user_id = ? ORDER BY kind, muted", (user,)
    )
    return [Mute(MuteKind(row[0]), row[1], from_seconds(row[2])) for row in rows]


def mute_count(connection: Reader, user: int) -> int:
    """Return how much a user muted."""
    row = connection.execute("SELECT count(*) FROM mutes WHERE user_id = ?", (user,)).fetchone()
    return int(row[0])

"""The table of sessions."""

from datetime import datetime

from tidings.model.access.session import UserSession
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds


def add_session(connection: Writer, session: UserSession, hashed: str) -> None:
    """Add a session with the hash of its secret."""
    connection.execute(
        "INSERT INTO sessions (id, user_id, hash, created_at, expires_at, used_at) "
        "VALUES (?, ?, ?, ?, ?, ?)",
        (
            session.id,
            session.user,
            hashed,
            to_seconds(session.created_at),
            to_seconds(session.expires_at),
            to_seconds(session.used_at),
        ),
    )


def session_by_id(connection: Reader, session: str) -> tuple[UserSession, str] | None:
    """Return a session and the hash of its secret."""
    row = connection.execute("SELECT * FROM sessions WHERE id = ?", (session,)).fetchone()
    if row is None:
        return None
    return UserSession(
        id=row["id"],
        user=row["user_id"],
        created_at=from_seconds(row["created_at"]),
        expires_at=from_seconds(row["expires_at"]),
        used_at=from_seconds(row["used_at"]),
    ), row["hash"]


def note_session_use(connection: Writer, session: str, now: datetime) -> None:
    """Note that a session was used."""
    connection.execute("UPDATE sessions SET used_at = ? WHERE id = ?", (to_seconds(now), session))


def end_session(connection: Writer, session: str) -> None:
    """Remove a session."""
    connection.execute("DELETE FROM sessions WHERE id = ?", (session,))


def end_sessions_of(connection: Writer, user: int, except_session: str | None = None) -> None:
    """Remove all sessions of a user but one."""
    connection.execute(
        "DELETE FROM sessions WHERE user_id = ? AND id <> ?", (user, except_session or "")
    )


def remove_ended_sessions(connection: Writer, now: datetime, idle_since: datetime) -> None:
    """Remove sessions that expired, or were last used before a moment."""
    connection.execute(
        "DELETE FROM sessions WHERE expires_at <= ? OR used_at <= ?",
        (to_seconds(now), to_seconds(idle_since)),
    )

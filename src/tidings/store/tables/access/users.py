"""The table of users."""

from datetime import datetime

from tidings.model.access.identity import Scope
from tidings.model.access.user import User
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds

# What belongs to a user and goes with it.
_TABLES_OF_USER = ("sessions", "tokens", "article_marks", "mutes", "followed_stories")


def add_user(
    connection: Writer, name: str, role: Scope, password: str | None, now: datetime
) -> int | None:
    """Add a user with the hash of a password; return its id, or None if the name is taken."""
    row = connection.execute(
        "INSERT INTO users (name, role, password, created_at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING RETURNING id",
        (name, role, password, to_seconds(now)),
    ).fetchone()
    return int(row[0]) if row else None


def all_users(connection: Reader) -> list[User]:
    """Return all users by name."""
    return [_user(row) for row in connection.execute("SELECT * FROM users ORDER BY name")]


def user_named(connection: Reader, name: str) -> tuple[User, str | None] | None:
    """Return a user and the hash of the password."""
    row = connection.execute("SELECT * FROM users WHERE name = ?", (name,)).fetchone()
    return (_user(row), row["password"]) if row else None


def user_by_id(connection: Reader, user: int) -> User | None:
    """Return a user."""
    row = connection.execute("SELECT * FROM users WHERE id = ?", (user,)).fetchone()
    return _user(row) if row else None


def set_user_password(connection: Writer, user: int, password: str) -> None:
    """Store the hash of a new password."""
    connection.execute("UPDATE users SET password = ? WHERE id = ?", (password, user))


def set_user_role(connection: Writer, user: int, role: Scope) -> None:
    """Give a user another role."""
    connection.execute("UPDATE users SET role = ? WHERE id = ?", (role, user))


def set_last_visit(connection: Writer, user: int, now: datetime) -> None:
    """Note when a user was here last; never an earlier moment than is noted already."""
    seconds = to_seconds(now)
    connection.execute(
        "UPDATE users SET last_visit = ? WHERE id = ? AND (last_visit IS NULL OR last_visit < ?)",
        (seconds, user, seconds),
    )


def remove_user(connection: Writer, user: int) -> None:
    """Remove a user with its sessions, its tokens and all that it kept."""
    for table in _TABLES_OF_USER:
        connection.execute(f"DELETE FROM {table} WHERE user_id = ?", (user,))  # noqa: S608
    connection.execute("DELETE FROM users WHERE id = ?", (user,))


def has_password_user(connection: Reader) -> bool:
    """Return whether somebody can sign in with a password."""
    row = connection.execute("SELECT 1 FROM users WHERE password IS NOT NULL LIMIT 1").fetchone()
    return row is not None


def _user(row: Row) -> User:
    return User(
        id=row["id"],
        name=row["name"],
        role=Scope(row["role"]),
        has_password=row["password"] is not None,
        created_at=from_seconds(row["created_at"]),
        last_visit=from_seconds(row["last_visit"]),
    )

"""The table of tokens. Ended ones stay for a while, so that a list shows what became of them."""

from datetime import datetime

from tidings.model.access.identity import Scope
from tidings.model.access.token import AccessToken
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds


def add_token(connection: Writer, token: AccessToken, hashed: str) -> None:
    """Add a token with the hash of its secret."""
    connection.execute(
        "INSERT INTO tokens (id, name, scope, user_id, hash, created_at, expires_at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            token.id,
            token.name,
            token.scope,
            token.user,
            hashed,
            to_seconds(token.created_at),
            to_seconds(token.expires_at),
        ),
    )


def all_tokens(connection: Reader) -> list[AccessToken]:
    """Return all tokens, the oldest first, with those that ended lately."""
    rows = connection.execute("SELECT * FROM tokens ORDER BY created_at, id")
    return [_token(row) for row in rows]


def token_by_id(connection: Reader, token: str) -> tuple[AccessToken, str] | None:
    """Return a token and the hash of its secret."""
    row = connection.execute("SELECT * FROM tokens WHERE id = ?", (token,)).fetchone()
    return (_token(row), row["hash"]) if row else None


def revoke_token(connection: Writer, token: str, now: datetime) -> bool:
    """Revoke a token for good; False if there is none, or it is revoked already."""
    cursor = connection.execute(
        "UPDATE tokens SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
        (to_seconds(now), token),
    )
    return cursor.rowcount == 1


def note_token_use(connection: Writer, token: str, now: datetime) -> None:
    """Note that a token was used."""
    connection.execute("UPDATE tokens SET used_at = ? WHERE id = ?", (to_seconds(now), token))


def has_valid_token(connection: Reader, now: datetime) -> bool:
    """Return whether there is a token that is neither revoked nor expired."""
    row = connection.execute(
        "SELECT 1 FROM tokens WHERE revoked_at IS NULL "
        "AND (expires_at IS NULL OR expires_at > ?) LIMIT 1",
        (to_seconds(now),),
    ).fetchone()
    return row is not None


def remove_ended_tokens(connection: Writer, before: datetime) -> None:
    """Remove tokens that were revoked or expired before a moment."""
    seconds = to_seconds(before)
    connection.execute(
        "DELETE FROM tokens WHERE revoked_at < ? OR expires_at < ?", (seconds, seconds)
    )


def _token(row: Row) -> AccessToken:
    return AccessToken(
        id=row["id"],
        name=row["name"],
        scope=Scope(row["scope"]),
        user=row["user_id"],
        created_at=from_seconds(row["created_at"]),
        expires_at=from_seconds(row["expires_at"]),
        revoked_at=from_seconds(row["revoked_at"]),
        used_at=from_seconds(row["used_at"]),
    )

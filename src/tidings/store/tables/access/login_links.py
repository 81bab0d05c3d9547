"""The table of one-time links."""

from datetime import datetime

from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import to_seconds


def add_login_link(connection: Writer, link: str, hashed: str, expires_at: datetime) -> None:
    """Add a link with the hash of its secret."""
    connection.execute(
        "INSERT INTO login_links (id, hash, expires_at) VALUES (?, ?, ?)",
        (link, hashed, to_seconds(expires_at)),
    )


def login_link_hash(connection: Reader, link: str) -> str | None:
    """Return the hash of a link's secret."""
    row = connection.execute("SELECT hash FROM login_links WHERE id = ?", (link,)).fetchone()
    return str(row[0]) if row else None


def take_login_link(connection: Writer, link: str, now: datetime) -> bool:
    """Use a link up; False if somebody else did, or it has expired."""
    cursor = connection.execute(
        "DELETE FROM login_links WHERE id = ? AND expires_at > ?", (link, to_seconds(now))
    )
    return cursor.rowcount == 1


def remove_expired_links(connection: Writer, now: datetime) -> None:
    """Remove links that nobody used in time."""
    connection.execute("DELETE FROM login_links WHERE expires_at <= ?", (to_seconds(now),))

"""The table of paused sources."""

from datetime import datetime

from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds


def pause_source(connection: Writer, site: int, now: datetime) -> bool:
    """Fetch nothing of a source until it is resumed; False if it is paused already."""
    cursor = connection.execute(
        "INSERT INTO paused (site, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (site, to_seconds(now)),
    )
    return cursor.rowcount == 1


def resume_source(connection: Writer, site: int) -> bool:
    """Fetch a paused source again; False if it is not paused."""
    return connection.execute("DELETE FROM paused WHERE site = ?", (site,)).rowcount == 1


def paused_sources(connection: Reader) -> dict[int, datetime]:
    """Return the paused sources with the time of each pause."""
    rows = connection.execute("SELECT site, at FROM paused")
    return {row[0]: from_seconds(row[1]) for row in rows}


def is_paused(connection: Reader, site: int) -> bool:
    """Return whether a source is paused."""
    row = connection.execute("SELECT 1 FROM paused WHERE site = ?", (site,)).fetchone()
    return row is not None

"""What each site has taught us: a notebook per site, whose inside is not our business here."""

import sqlite3
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SiteMemoryRow:
    """A site's notebook with what people are shown of it."""

    pages: int  # articles learned from
    repeated: int  # blocks known to repeat on the site's pages
    notebook: bytes


def keep_site_memory(connection: sqlite3.Connection, site: int, memory: SiteMemoryRow) -> None:
    """Keep a site's memory in the place of the one before."""
    connection.execute(
        "INSERT OR REPLACE INTO memories VALUES (?, ?, ?, ?)",
        (site, memory.pages, memory.repeated, memory.notebook),
    )


def site_memory_of(connection: sqlite3.Connection, site: int) -> SiteMemoryRow | None:
    """Return what a site has taught us, or None if it is nothing yet."""
    row = connection.execute("SELECT * FROM memories WHERE site = ?", (site,)).fetchone()
    return SiteMemoryRow(row["pages"], row["repeated"], row["notebook"]) if row else None


def site_memory_counts(connection: sqlite3.Connection) -> dict[int, tuple[int, int]]:
    """Return per site how many articles it was learned from and how many blocks repeat on it."""
    rows = connection.execute("SELECT site, pages, repeated FROM memories")
    return {row["site"]: (row["pages"], row["repeated"]) for row in rows}

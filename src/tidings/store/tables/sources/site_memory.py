"""The table of site memory: what was learned about the pages of each site."""

from dataclasses import dataclass

from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import upsert

_KEEP = upsert("memories", "site", "pages, repeated, notebook")


@dataclass(frozen=True, slots=True)
class SiteMemoryRow:
    """A site's memory, with the counts that people see."""

    pages: int  # articles learned from
    repeated: int  # blocks known to repeat on the site's pages
    notebook: bytes  # opaque here


def keep_site_memory(connection: Writer, site: int, memory: SiteMemoryRow) -> None:
    """Store a site's memory, replacing the old one."""
    connection.execute(
        _KEEP,
        (site, memory.pages, memory.repeated, memory.notebook),
    )


def site_memory_of(connection: Reader, site: int) -> SiteMemoryRow | None:
    """Return a site's memory, or None."""
    row = connection.execute("SELECT * FROM memories WHERE site = ?", (site,)).fetchone()
    return SiteMemoryRow(row["pages"], row["repeated"], row["notebook"]) if row else None


def site_memory_counts(connection: Reader) -> dict[int, tuple[int, int]]:
    """Return by site the number of articles learned from and of repeated blocks."""
    rows = connection.execute("SELECT site, pages, repeated FROM memories")
    return {row["site"]: (row["pages"], row["repeated"]) for row in rows}

"""The table of paused sources, and making a source's troubled URLs due again."""

from datetime import datetime

from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds

_TROUBLED = "state IN ('failed', 'refused', 'resting', 'quarantined')"
_LISTS = "(role <> 'page' OR kind = 'index')"


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


def make_troubled_due(connection: Writer, site: int, now: datetime) -> int:
    """Make a source's start page, its lists that failed or rest, and its quarantined URLs due.

    They are read as if for the first time. Returns their number.
    """
    values = {"now": to_seconds(now), "site": site, "waiting": Reason.WAITING}
    of_site = "host_id IN (SELECT host_id FROM site_hosts WHERE site = :site) AND site = :site"
    by_id = connection.dialect.with_index("urls_id")
    troubled = connection.execute(
        f"UPDATE urls {by_id} SET due = :now, attempts = 0, state = 'queued', reason = :waiting, "  # noqa: S608
        "detail = '', target = NULL, etag = NULL, last_modified = NULL, body_hash = NULL "
        f"WHERE {of_site} AND {_TROUBLED} AND (depth = 0 OR state = 'quarantined' OR {_LISTS})",
        values,
    ).rowcount
    start = connection.execute(
        f"UPDATE urls {by_id} SET due = :now WHERE {of_site} AND depth = 0 "  # noqa: S608
        "AND state IN ('queued', 'done') AND (due IS NULL OR due > :now) AND target IS NULL",
        values,
    ).rowcount
    return troubled + start

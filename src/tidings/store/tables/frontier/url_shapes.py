"""The shapes of a site's addresses with what they brought, and the URLs that are held back."""

import sqlite3
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import datetime

from tidings.model.crawl.visit import FoundUrl, Visit
from tidings.model.web.reason import Reason
from tidings.store.database.timestamps import to_seconds

LAST_PRIORITY = 7  # the priority of what is tried when nothing else is left
_HERE = "host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ?"
_MAX_REVIVED = 2_000  # at once; what is left is found again


@dataclass(frozen=True, slots=True)
class ShapeRow:
    """The balance of one shape as it is kept."""

    shape: str
    credit: float
    ceiling: float
    visits: int
    news: int
    twins: int
    barren: int
    probed_at: float


def keep_shapes(connection: sqlite3.Connection, site: int, rows: Iterable[ShapeRow]) -> None:
    """Keep balances in the place of those before."""
    connection.executemany(
        "INSERT OR REPLACE INTO shapes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(site, *astuple(row)) for row in rows],
    )


def forget_shapes(connection: sqlite3.Connection, site: int, shapes: Iterable[str]) -> None:
    """Forget the balances of some shapes."""
    connection.executemany(
        "DELETE FROM shapes WHERE site = ? AND shape = ?", [(site, shape) for shape in shapes]
    )


def shapes_of_site(connection: sqlite3.Connection, site: int) -> list[ShapeRow]:
    """Return the balances of a site's shapes, the most visited first."""
    rows = connection.execute(
        "SELECT shape, credit, ceiling, visits, news, twins, barren, probed_at FROM shapes "
        "WHERE site = ? ORDER BY visits DESC",
        (site,),
    )
    return [ShapeRow(*row) for row in rows]


def postpone_url(connection: sqlite3.Connection, visit: Visit) -> bool:
    """Put a URL behind all others of its host; False if it stands there already."""
    cursor = connection.execute(
        f"UPDATE urls SET priority = ? WHERE {_HERE} AND priority < ?",  # noqa: S608 - our own words
        (LAST_PRIORITY, visit.host, visit.id, LAST_PRIORITY),
    )
    return cursor.rowcount == 1


def drop_url(connection: sqlite3.Connection, visit: Visit, reason: Reason, detail: str) -> None:
    """Give up a URL that was never fetched."""
    connection.execute(
        f"UPDATE urls SET state = 'dropped', reason = ?, detail = ?, due = NULL WHERE {_HERE}",  # noqa: S608
        (reason, detail, visit.host, visit.id),
    )


def limit_depth(connection: sqlite3.Connection, found: Iterable[FoundUrl], depth: int) -> None:
    """Let URLs count as no deeper than `depth`."""
    connection.executemany(
        f"UPDATE urls SET depth = ? WHERE {_HERE} AND depth > ?",  # noqa: S608 - our own words
        [(depth, url.host, url.id, depth) for url in found],
    )


def requeue_dropped(
    connection: sqlite3.Connection, site: int, reason: Reason, about: str, now: datetime
) -> int:
    """Queue again what was dropped for a reason with a detail that begins so; return how many."""
    cursor = connection.execute(
        "UPDATE urls SET state = 'queued', reason = ?, detail = '', due = ? WHERE rowid IN "
        "(SELECT urls.rowid FROM site_hosts JOIN urls USING (site, host_id) WHERE site = ? "
        "AND state = 'dropped' AND reason = ? AND substr(detail, 1, ?) = ? LIMIT ?)",
        (Reason.WAITING, to_seconds(now), site, reason, len(about), about, _MAX_REVIVED),
    )
    return cursor.rowcount

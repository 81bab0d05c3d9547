"""The table of URL shapes with their yield, and updates of URLs that are held back."""

from collections.abc import Iterable
from dataclasses import astuple, dataclass
from datetime import datetime

from tidings.model.crawl.visit import FoundUrl, Visit
from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import upsert
from tidings.store.database.timestamps import to_seconds

LAST_PRIORITY = 7  # for URLs that are tried when nothing else is left
_HERE = "host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ?"
_KEEP = upsert("shapes", "site, shape", "credit, ceiling, visits, news, twins, barren, probed_at")
_MAX_REQUEUED = 2_000  # at once; the rest will be found again


@dataclass(frozen=True, slots=True)
class ShapeRow:
    """The stored balance of one shape."""

    shape: str
    credit: float
    ceiling: float
    visits: int
    news: int
    twins: int
    barren: int
    probed_at: float


def keep_shapes(connection: Writer, site: int, rows: Iterable[ShapeRow]) -> None:
    """Store balances, replacing earlier ones."""
    connection.executemany(
        _KEEP,
        [(site, *astuple(row)) for row in rows],
    )


def forget_shapes(connection: Writer, site: int, shapes: Iterable[str]) -> None:
    """Delete the balances of some shapes."""
    connection.executemany(
        "DELETE FROM shapes WHERE site = ? AND shape = ?", [(site, shape) for shape in shapes]
    )


def shapes_of_site(connection: Reader, site: int) -> list[ShapeRow]:
    """Return the balances of a site's shapes, most visited first."""
    rows = connection.execute(
        "SELECT shape, credit, ceiling, visits, news, twins, barren, probed_at FROM shapes "
        "WHERE site = ? ORDER BY visits DESC, shape",
        (site,),
    )
    return [ShapeRow(*row) for row in rows]


def postpone_url(connection: Writer, visit: Visit) -> bool:
    """Give a URL the last priority of its host; False if it has it already."""
    cursor = connection.execute(
        f"UPDATE urls SET priority = ? WHERE {_HERE} AND priority < ?",  # noqa: S608 - constant text
        (LAST_PRIORITY, visit.host, visit.id, LAST_PRIORITY),
    )
    return cursor.rowcount == 1


def drop_url(connection: Writer, visit: Visit, reason: Reason, detail: str) -> None:
    """Drop a URL that was never fetched."""
    connection.execute(
        f"UPDATE urls SET state = 'dropped', reason = ?, detail = ?, due = NULL WHERE {_HERE}",  # noqa: S608
        (reason, detail, visit.host, visit.id),
    )


def limit_depth(connection: Writer, found: Iterable[FoundUrl], depth: int) -> None:
    """Lower the depth of URLs to at most `depth`."""
    connection.executemany(
        f"UPDATE urls SET depth = ? WHERE {_HERE} AND depth > ?",  # noqa: S608 - constant text
        [(depth, url.host, url.id, depth) for url in found],
    )


def requeue_dropped(
    connection: Writer, site: int, reason: Reason, detail_prefix: str, now: datetime
) -> int:
    """Requeue what was dropped for a reason and a detail with this prefix; return how many."""
    cursor = connection.execute(
        "UPDATE urls SET state = 'queued', reason = ?, detail = '', due = ? "
        "WHERE (host_id, id) IN (SELECT urls.host_id, urls.id "
        "FROM site_hosts JOIN urls USING (site, host_id) "
        "WHERE site = ? AND state = 'dropped' AND reason = ? "
        "AND substr(detail, 1, length(?)) = ? LIMIT ?)",
        (
            Reason.WAITING,
            to_seconds(now),
            site,
            reason,
            detail_prefix,
            detail_prefix,
            _MAX_REQUEUED,
        ),
    )
    return cursor.rowcount

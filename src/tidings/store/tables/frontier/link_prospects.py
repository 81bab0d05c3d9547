"""The table of links on sites that are followed for a topic, until their targets were visited."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from tidings.model.crawl.link_prospect import LinkProspect
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import host_of
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.timestamps import to_seconds

# Waiting for its first visit, or refused because its odds were too low.
_OPEN = "visited_at IS NULL AND (state = 'queued' OR (state = 'dropped' AND reason = :unpromising))"


@dataclass(frozen=True, slots=True)
class LinkProspectRow:
    """A prospect with its URL."""

    url: str
    host: str
    host_id: int
    id: int
    parent: str
    prospect: LinkProspect


def keep_prospects(connection: Writer, found: Iterable[FoundUrl], now: datetime) -> list[FoundUrl]:
    """Store the prospects of links; return those that were refused before and are followed now."""
    return [url for url in found if url.prospect and _keep(connection, url, url.prospect, now)]


def _keep(connection: Writer, found: FoundUrl, prospect: LinkProspect, now: datetime) -> bool:
    """Store the better of two prospects; a link that is promising now becomes due."""
    row = connection.execute(
        "SELECT host_id FROM urls WHERE host_id = (SELECT id FROM hosts WHERE name = :host) "  # noqa: S608
        f"AND id = :id AND {_OPEN}",
        {"host": found.host, "id": found.id, "unpromising": Reason.UNPROMISING},
    ).fetchone()
    if row is None:
        return False
    connection.execute(
        "INSERT INTO prospects VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0) "
        "ON CONFLICT (host_id, id) DO UPDATE SET parent = excluded.parent, words = excluded.words, "
        "origin = excluded.origin, warmth = excluded.warmth, odds = excluded.odds, "
        "explored = excluded.explored WHERE excluded.odds > prospects.odds",
        (row["host_id"], found.id, found.site, found.url, found.parent or "", *_columns(prospect)),
    )
    if found.dropped is not None:
        return False
    return _follow(connection, row["host_id"], found.id, found.priority, now)


def _columns(prospect: LinkProspect) -> tuple[object, ...]:
    return (
        prospect.words,
        prospect.origin,
        prospect.warmth,
        prospect.likely_index,
        prospect.service,
        prospect.odds,
        prospect.explored,
    )


def _follow(connection: Writer, host_id: int, url_id: int, priority: int, now: datetime) -> bool:
    """Queue a refused link (True), or raise the priority of a queued one (False)."""
    connection.execute(
        "UPDATE urls SET priority = ? WHERE host_id = ? AND id = ? AND state = 'queued' "
        "AND visited_at IS NULL AND priority > ?",
        (priority, host_id, url_id, priority),
    )
    cursor = connection.execute(
        "UPDATE urls SET state = 'queued', reason = ?, due = ?, priority = ? "
        "WHERE host_id = ? AND id = ? AND state = 'dropped' AND reason = ?",
        (Reason.WAITING, to_seconds(now), priority, host_id, url_id, Reason.UNPROMISING),
    )
    return cursor.rowcount == 1


def update_odds(
    connection: Writer,
    row: LinkProspectRow,
    priority: int | None,
    weighed: int,
    now: datetime,
) -> None:
    """Store new odds: follow a link (with a priority) or refuse it (None)."""
    connection.execute(
        "UPDATE prospects SET odds = ?, explored = ?, weighed = ? WHERE host_id = ? AND id = ?",
        (row.prospect.odds, row.prospect.explored, weighed, row.host_id, row.id),
    )
    if priority is None:
        connection.execute(
            "UPDATE urls SET state = 'dropped', reason = ?, due = NULL "
            "WHERE host_id = ? AND id = ? AND state = 'queued' AND visited_at IS NULL",
            (Reason.UNPROMISING, row.host_id, row.id),
        )
        return
    connection.execute(
        "UPDATE urls SET priority = ? WHERE host_id = ? AND id = ? AND state = 'queued' "
        "AND visited_at IS NULL AND priority < ?",
        (priority, row.host_id, row.id, priority),
    )
    _follow(connection, row.host_id, row.id, priority, now)


def prospect_of(connection: Reader, host: str, url_id: int) -> LinkProspectRow | None:
    """Return the prospect of the link to a URL, or None."""
    row = connection.execute(
        "SELECT * FROM prospects WHERE host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ?",
        (host, url_id),
    ).fetchone()
    return _prospect_row(row) if row else None


def open_prospects(connection: Reader, site: int, limit: int) -> list[LinkProspectRow]:
    """Return a site's links that were not followed yet, least recently weighed first."""
    rows = connection.execute(
        "SELECT prospects.* FROM prospects JOIN urls USING (host_id, id) "  # noqa: S608
        f"WHERE prospects.site = :site AND {_OPEN} ORDER BY weighed, host_id, id LIMIT :limit",
        {"site": site, "limit": limit, "unpromising": Reason.UNPROMISING},
    )
    return [_prospect_row(row) for row in rows]


def forget_prospect(connection: Writer, row: LinkProspectRow) -> None:
    """Delete the prospect of a link whose target was visited."""
    connection.execute("DELETE FROM prospects WHERE host_id = ? AND id = ?", (row.host_id, row.id))


def _prospect_row(row: Row) -> LinkProspectRow:
    prospect = LinkProspect(
        words=row["words"],
        origin=UrlRole(row["origin"]),
        warmth=row["warmth"],
        likely_index=bool(row["likely_index"]),
        service=row["service"],
        odds=row["odds"],
        explored=bool(row["explored"]),
    )
    url = row["url"]
    return LinkProspectRow(url, host_of(url), row["host_id"], row["id"], row["parent"], prospect)

"""The URLs we know: the frontier's rows, and where each stands."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import datetime

from tidings.model.page import PageKind, Role, State
from tidings.model.policy import Policy
from tidings.model.reason import Reason
from tidings.model.visit import Found, Place, Record, Standing, Visit
from tidings.store.moment import from_seconds, to_seconds

_LIVE = "(role IN ('feed', 'sitemap') OR kind = 'index') AND state <> 'resting'"
_ROUND = {
    Policy.OPTIMISED: f"due IS NOT NULL AND {_LIVE} AND NOT continues",
    Policy.TRADITIONAL: "state = 'done' AND target IS NULL "
    "AND site IN (SELECT id FROM sites WHERE removed_at IS NULL)",
}


def add_urls(connection: sqlite3.Connection, found: Iterable[Found], now: datetime) -> list[Found]:
    """Add the URLs that are new and return them.

    Those already known are left alone, but for one that a feed lists now and that was not taken
    for an article before: it is due again, and returned too.
    """
    moment = to_seconds(now)
    return [
        url
        for url in found
        if _add(connection, url, moment) or (url.listed and _reconsider(connection, url, moment))
    ]


def _reconsider(connection: sqlite3.Connection, found: Found, now: float) -> bool:
    cursor = connection.execute(
        "UPDATE urls SET listed = 1, published = ?, priority = min(priority, ?), "
        "state = 'queued', reason = ?, due = ?, visited_at = NULL, body_hash = NULL, "
        "etag = NULL, last_modified = NULL "
        "WHERE host = ? AND id = ? AND listed = 0 AND depth > 0 AND role = 'page' "
        "AND state IN ('queued', 'done') AND article IS NULL AND target IS NULL",
        (to_seconds(found.published), found.priority, Reason.WAITING, now, found.host, found.id),
    )
    return cursor.rowcount == 1


def _add(connection: sqlite3.Connection, found: Found, now: float) -> bool:
    state, reason = State.QUEUED, Reason.WAITING
    if found.dropped is not None:
        state, reason = State.DROPPED, found.dropped
    cursor = connection.execute(
        "INSERT INTO urls (host, id, url, site, role, state, reason, priority, depth, listed, "
        "published, parent, added_at, due, continues) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING",
        (
            found.host,
            found.id,
            found.url,
            found.site,
            found.role,
            state,
            reason,
            found.priority,
            found.depth,
            found.listed,
            to_seconds(found.published),
            found.parent,
            now,
            None if found.dropped else now,
            found.continues,
        ),
    )
    return cursor.rowcount == 1


def settle_url(
    connection: sqlite3.Connection,
    host: str,
    url_id: int,
    standing: Standing,
    visited_at: datetime,
    place: Place | None,
) -> None:
    """Write down where a URL stands after a visit; an older archive copy is kept if none is new."""
    connection.execute(
        "UPDATE urls SET state = ?, reason = ?, role = ?, detail = ?, kind = ?, confidence = ?, "
        "notes = ?, due = ?, status = ?, etag = ?, last_modified = ?, body_hash = ?, attempts = ?, "
        "interval = ?, target = ?, article = ?, visited_at = ?, priority = min(priority, ?), "
        "file = coalesce(?, file), offset = coalesce(?, offset), length = coalesce(?, length) "
        "WHERE host = ? AND id = ?",
        (
            standing.state,
            standing.reason,
            standing.role,
            standing.detail,
            standing.kind,
            standing.confidence,
            json.dumps(standing.notes, ensure_ascii=False),
            to_seconds(standing.due),
            standing.status,
            standing.etag,
            standing.last_modified,
            standing.body_hash,
            standing.attempts,
            standing.interval,
            standing.target,
            standing.article,
            to_seconds(visited_at),
            1 if standing.due else 9,
            place.file if place else None,
            place.offset if place else None,
            place.length if place else None,
            host,
            url_id,
        ),
    )


def forget_copy(connection: sqlite3.Connection, host: str, url_id: int) -> None:
    """Know no archived copy of a URL any more: its publisher wants none to be shown."""
    connection.execute(
        "UPDATE urls SET file = NULL, offset = NULL, length = NULL WHERE host = ? AND id = ?",
        (host, url_id),
    )


def due_visits(
    connection: sqlite3.Connection,
    host: str,
    now: datetime,
    limit: int,
    not_since: datetime | None = None,
) -> list[Visit]:
    """Return a host's due visits, the most urgent first.

    With `not_since`, pages already visited since that moment are left out, however due they are.
    """
    rows = connection.execute(
        "SELECT * FROM urls WHERE host = ? AND due <= ? AND (visited_at IS NULL OR visited_at < ?) "
        "ORDER BY priority, due LIMIT ?",
        (host, to_seconds(now), _ceiling(not_since), limit),
    )
    return [_visit(row) for row in rows]


def next_due(
    connection: sqlite3.Connection, host: str, not_since: datetime | None = None
) -> datetime | None:
    """Return when the host's next visit is due."""
    row = connection.execute(
        "SELECT min(due) FROM urls WHERE host = ? AND due IS NOT NULL "
        "AND (visited_at IS NULL OR visited_at < ?)",
        (host, _ceiling(not_since)),
    ).fetchone()
    earliest: float | None = row[0]
    return from_seconds(earliest)


def _ceiling(not_since: datetime | None) -> float:
    return 1e18 if not_since is None else to_seconds(not_since)


def due_hosts(connection: sqlite3.Connection) -> list[tuple[str, datetime]]:
    """Return every host that has something due some day, with its earliest moment."""
    rows = connection.execute(
        "SELECT host, min(due) FROM urls INDEXED BY urls_due WHERE due IS NOT NULL GROUP BY host"
    )
    return [(row[0], from_seconds(row[1])) for row in rows]


def make_round_due(connection: sqlite3.Connection, now: datetime, policy: Policy) -> int:
    """Make due now whatever a refresh round visits; return how many.

    That is every live feed, sitemap and index page, but not the further pages of a listing, which
    `reopen` brings in when they matter. By the traditional policy it is all that was ever read.
    """
    cursor = connection.execute(
        f"UPDATE urls SET due = ? WHERE visited_at IS NOT NULL AND {_ROUND[policy]}",  # noqa: S608
        (to_seconds(now),),
    )
    return cursor.rowcount


def reopen(connection: sqlite3.Connection, found: Iterable[Found], now: datetime) -> list[Found]:
    """Make the further pages of a listing due again; return those that were not."""
    moment = to_seconds(now)
    return [
        url
        for url in found
        if connection.execute(
            "UPDATE urls SET due = ?1 WHERE host = ?2 AND id = ?3 AND continues AND due > ?1 "
            "AND state = 'done'",
            (moment, url.host, url.id),
        ).rowcount
    ]


def record(connection: sqlite3.Connection, host: str, url_id: int) -> Record | None:
    """Return everything known about a URL."""
    row = connection.execute(
        "SELECT * FROM urls WHERE host = ? AND id = ?", (host, url_id)
    ).fetchone()
    return _record(row) if row else None


def visit_to(connection: sqlite3.Connection, host: str, url_id: int) -> Visit | None:
    """Return a URL as a visit to it would be made now, due or not."""
    row = connection.execute(
        "SELECT * FROM urls WHERE host = ? AND id = ?", (host, url_id)
    ).fetchone()
    return _visit(row) if row else None


def is_listed(connection: sqlite3.Connection, visit: Visit) -> bool:
    """Tell whether a feed or news sitemap lists the page by now."""
    row = connection.execute(
        "SELECT listed FROM urls WHERE host = ? AND id = ?", (visit.host, visit.id)
    ).fetchone()
    return bool(row and row["listed"])


def live_urls(connection: sqlite3.Connection, site: int) -> list[Record]:
    """Return a site's feeds, sitemaps and index pages that are still followed."""
    rows = connection.execute(
        f"SELECT * FROM urls WHERE site = ? AND due IS NOT NULL AND {_LIVE} ORDER BY url",  # noqa: S608
        (site,),
    )
    return [_record(row) for row in rows]


def has_lists(connection: sqlite3.Connection, site: int) -> bool:
    """Tell whether a site has a feed or sitemap that could be read and is not dead."""
    row = connection.execute(
        "SELECT 1 FROM urls WHERE site = ? AND role <> 'page' AND state IN ('done', 'resting') "
        "AND reason <> ? AND (target IS NULL OR reason = ?) LIMIT 1",
        (site, Reason.DEAD, Reason.SAME_FEED),
    ).fetchone()
    return row is not None


def list_reasons(connection: sqlite3.Connection, site: int) -> list[str]:
    """Return what a site's feeds and sitemaps answer, the commonest first."""
    rows = connection.execute(
        "SELECT reason, role, count(*) AS number FROM urls WHERE site = ? AND role <> 'page' "
        "GROUP BY reason, role ORDER BY number DESC",
        (site,),
    )
    return [f"{row['number']} {row['role']}: {row['reason']}" for row in rows]


def archived_urls(connection: sqlite3.Connection, site: int, limit: int) -> list[Record]:
    """Return a site's pages that are in the archive, the newest visits first; no twins."""
    rows = connection.execute(
        "SELECT * FROM urls WHERE site = ? AND file IS NOT NULL AND role = 'page' "
        "AND state = 'done' AND target IS NULL ORDER BY visited_at DESC LIMIT ?",
        (site, limit),
    )
    return [_record(row) for row in rows]


def counts_by(connection: sqlite3.Connection, *columns: str) -> dict[tuple[str, ...], int]:
    """Return how many URLs there are per combination of the columns' values."""
    names = ", ".join(f"coalesce({name}, '')" for name in columns)
    rows: Sequence[sqlite3.Row] = connection.execute(
        f"SELECT {names}, count(*) FROM urls GROUP BY {names}"  # noqa: S608 - our own names
    ).fetchall()
    return {tuple(str(value) for value in row[:-1]): int(row[-1]) for row in rows}


def site_sizes(connection: sqlite3.Connection) -> dict[int, int]:
    """Return how many URLs are known per site."""
    rows = connection.execute("SELECT site, count(*) FROM urls GROUP BY site")
    return {row[0]: row[1] for row in rows}


def count_drops(connection: sqlite3.Connection, site: int, drops: dict[Reason, int]) -> None:
    """Add to a site's count of dropped links by reason."""
    connection.executemany(
        "INSERT INTO drops VALUES (?, ?, ?) "
        "ON CONFLICT DO UPDATE SET count = count + excluded.count",
        [(site, reason, count) for reason, count in drops.items()],
    )


def drop_counts(connection: sqlite3.Connection) -> dict[str, int]:
    """Return how many links were dropped, by reason, over all sites."""
    rows = connection.execute("SELECT reason, sum(count) FROM drops GROUP BY reason")
    return {row[0]: row[1] for row in rows}


def _visit(row: sqlite3.Row) -> Visit:
    return Visit(
        url=row["url"],
        host=row["host"],
        id=row["id"],
        site=row["site"],
        role=Role(row["role"]),
        kind=PageKind(row["kind"]) if row["kind"] else None,
        listed=bool(row["listed"]),
        published=from_seconds(row["published"]),
        depth=row["depth"],
        parent=row["parent"],
        attempts=row["attempts"],
        interval=row["interval"],
        visited_at=from_seconds(row["visited_at"]),
        etag=row["etag"],
        last_modified=row["last_modified"],
        body_hash=row["body_hash"],
        continues=bool(row["continues"]),
    )


def _record(row: sqlite3.Row) -> Record:
    return Record(
        url=row["url"],
        host=row["host"],
        id=row["id"],
        site=row["site"],
        priority=row["priority"],
        depth=row["depth"],
        parent=row["parent"],
        added_at=from_seconds(row["added_at"]),
        visited_at=from_seconds(row["visited_at"]),
        standing=_standing(row),
        place=Place(row["file"], row["offset"], row["length"]) if row["file"] else None,
    )


def _standing(row: sqlite3.Row) -> Standing:
    return Standing(
        state=State(row["state"]),
        reason=Reason(row["reason"]),
        role=Role(row["role"]),
        detail=row["detail"],
        kind=PageKind(row["kind"]) if row["kind"] else None,
        confidence=row["confidence"],
        notes=tuple(json.loads(row["notes"])),
        due=from_seconds(row["due"]),
        status=row["status"],
        etag=row["etag"],
        last_modified=row["last_modified"],
        body_hash=row["body_hash"],
        attempts=row["attempts"],
        interval=row["interval"],
        target=row["target"],
        article=row["article"],
    )

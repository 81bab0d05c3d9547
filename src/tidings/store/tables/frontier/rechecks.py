"""Tables for rechecks of articles: the budget, candidates, plans and results by site."""

from collections.abc import Iterable
from datetime import datetime

from tidings.model.crawl.recheck import RecheckCandidate, RecheckCounts
from tidings.model.web.reason import Reason
from tidings.read.url import host_of
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds

_MILLION = 1_000_000  # credit is stored in millionths of a request
_MAX_CREDIT = 100 * _MILLION  # so that the credit of a large crawl is not spent in one burst
_SUM = "node_counts.value + excluded.value"
_ADD = (
    "INSERT INTO node_counts VALUES (?, ?, ?) "  # noqa: S608 - constant text
    f"ON CONFLICT (node, name) DO UPDATE SET value = {_SUM}"
)
_EARN = (
    "INSERT INTO node_counts VALUES (?, 'recheck_credit', ?) ON CONFLICT (node, name) "  # noqa: S608
    f"DO UPDATE SET value = CASE WHEN {_SUM} < {_MAX_CREDIT} THEN {_SUM} ELSE {_MAX_CREDIT} END"
)
_FORGET_AT = 256  # rechecks of a site before its counts are halved: habits change


def earn_recheck_credit(connection: Writer, node: int, share: float) -> None:
    """Count one request of a node: a share of it may be spent on rechecks."""
    connection.defer_count(_EARN, (node,), round(share * _MILLION))


def recheck_credit_left(connection: Reader, node: int) -> float:
    """Return how many rechecks a node has earned and not yet made."""
    row = connection.execute(
        "SELECT value FROM node_counts WHERE node = ? AND name = 'recheck_credit'", (node,)
    ).fetchone()
    return float(row[0]) / _MILLION if row else 0.0


def note_recheck(
    connection: Writer, node: int, site: int, requests: int, found: bool | None
) -> None:
    """Pay for a node's recheck; store whether it found a change (None: no response)."""
    connection.execute(_ADD, (node, "recheck_credit", -requests * _MILLION))
    connection.execute(_ADD, (node, "rechecks", 1))
    if found is None:
        return
    connection.execute(
        "INSERT INTO rechecks VALUES (?, 1, ?) ON CONFLICT (site) DO UPDATE SET "
        "looks = rechecks.looks + 1, changes = rechecks.changes + excluded.changes",
        (site, int(found)),
    )
    connection.execute(
        "UPDATE rechecks SET looks = looks / 2, changes = changes / 2 "
        "WHERE site = ? AND looks >= ?",
        (site, _FORGET_AT),
    )


def recheck_counts_by_site(connection: Reader) -> dict[int, RecheckCounts]:
    """Return the results of rechecks by site."""
    rows = connection.execute("SELECT site, looks, changes FROM rechecks ORDER BY site")
    return {row[0]: RecheckCounts(row[1], row[2]) for row in rows}


def recheck_count(connection: Reader) -> int:
    """Return how many rechecks were ever made, by all nodes together."""
    row = connection.execute(
        "SELECT sum(value) FROM node_counts WHERE name = 'rechecks'"
    ).fetchone()
    return int(row[0] or 0)


def last_change_seq(connection: Reader) -> int:
    """Return the last place in the order of changes."""
    return int(connection.execute("SELECT value FROM counters WHERE name = 'seq'").fetchone()[0])


def recheck_candidate_at(connection: Reader, seq: int) -> RecheckCandidate | None:
    """Return the page whose article has this place in the order of changes.

    None if there is none, if its site is paused or no longer followed, or if a recheck is planned.
    """
    row = connection.execute(
        "SELECT u.url, u.id, u.site, u.visited_at, u.reason, a.first_seen, a.gone_at "  # noqa: S608
        "FROM articles a JOIN urls u ON u.article = a.id JOIN sites s ON s.id = u.site "
        "WHERE a.seq = ? AND u.due IS NULL AND u.state = 'done' AND u.visited_at IS NOT NULL "
        "AND s.removed_at IS NULL AND s.id NOT IN (SELECT site FROM paused) "
        f"ORDER BY u.target IS NOT NULL, u.url <> a.url, u.{connection.dialect.row_number} LIMIT 1",
        (seq,),
    ).fetchone()
    return candidate_from_row(row) if row else None


def candidate_from_row(row: Row) -> RecheckCandidate:
    """Return the page of an article that may be rechecked."""
    return RecheckCandidate(
        host=host_of(row["url"]),
        id=row["id"],
        site=row["site"],
        first_seen=from_seconds(row["first_seen"]),
        visited_at=from_seconds(row["visited_at"]),
        is_missing=row["reason"] == Reason.MISSING,
        is_gone=row["gone_at"] is not None,
    )


def plan_rechecks(
    connection: Writer, pages: Iterable[tuple[str, int]], due: datetime, priority: int
) -> None:
    """Make the pages of articles due, given as (host, id), at a priority below all others."""
    connection.executemany(
        "UPDATE urls SET due = ?, priority = ? "
        "WHERE host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ? AND article IS NOT NULL",
        [(to_seconds(due), priority, host, url_id) for host, url_id in pages],
    )


def planned_recheck_count(connection: Reader) -> int:
    """Return how many rechecks are planned."""
    index = connection.dialect.with_index("urls_again")
    row = connection.execute(
        f"SELECT count(*) FROM urls {index} "  # noqa: S608
        "WHERE article IS NOT NULL AND due IS NOT NULL"
    ).fetchone()
    return int(row[0])


def forget_planned_rechecks(connection: Writer, priority: int) -> None:
    """Cancel planned rechecks, for a crawl without rechecks."""
    index = connection.dialect.with_index("urls_again")
    connection.execute(
        f"UPDATE urls {index} SET due = NULL "  # noqa: S608
        "WHERE article IS NOT NULL AND due IS NOT NULL AND priority = ?",
        (priority,),
    )

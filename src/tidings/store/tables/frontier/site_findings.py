"""What became of a site's URLs, in groups: enough to say why a site brings nothing."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.web.page import FrontierState, UrlRole
from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader, Row
from tidings.store.database.timestamps import from_seconds

_GROUP = (
    "SELECT role, state, reason, status, count(*) AS number, min(due) AS due, "
    "max(visited_at) AS visited_at, max(detail) AS detail, min(id) AS example"
)
_BY_GROUP = "GROUP BY role, state, reason, status"
_IN_GROUPS = "role, state, reason, status NULLS FIRST"
# Begins with the condition of the index urls_live, or SQLite would not use it.
_WAYS = "due IS NOT NULL AND (role IN ('feed', 'sitemap') OR kind = 'index') AND depth > 0"
_UNREAD = "role <> 'page' AND body_hash IS NULL AND state NOT IN ('done', 'resting')"
_SAMPLE = 2_000  # pages of a site; more would not change the answer
_VISITS = 100  # of one URL, newest first


@dataclass(frozen=True, slots=True)
class UrlFinding:
    """URLs of a site that had the same fate."""

    role: UrlRole
    state: FrontierState
    reason: Reason
    number: int
    status: int | None = None
    detail: str = ""  # of one of them
    due: datetime | None = None  # the first of them
    visited_at: datetime | None = None  # the last of them
    example: int = 0  # the id of one of them


def ways_of_site(connection: Reader, site: int) -> list[UrlFinding]:
    """Return a site's feeds, sitemaps and index pages that were read at some time."""
    rows = connection.execute(
        f"{_GROUP} FROM urls WHERE site = ? AND {_WAYS} AND NOT ({_UNREAD}) "
        f"{_BY_GROUP} ORDER BY {_IN_GROUPS}",
        (site,),
    )
    return [_finding(row) for row in rows]


def unread_lists_of_site(connection: Reader, site: int) -> list[tuple[str, UrlFinding]]:
    """Return some of a site's feeds and sitemaps that could never be read, with their URLs."""
    rows = connection.execute(
        "SELECT url, role, state, reason, status, 1 AS number, due, visited_at, detail, "  # noqa: S608
        f"id AS example FROM urls WHERE site = ? AND {_WAYS} AND {_UNREAD} "
        f"AND visited_at IS NOT NULL ORDER BY {connection.dialect.row_number} LIMIT ?",
        (site, _SAMPLE),
    )
    return [(row["url"], _finding(row)) for row in rows]


def guesses_with_same_page(connection: Reader, site: int) -> int:
    """Return how many feeds and sitemaps were answered with another page of the site."""
    row = connection.execute(
        "SELECT count(*) FROM urls WHERE site = ? AND role <> 'page' AND reason = ?",
        (site, Reason.CATCH_ALL),
    ).fetchone()
    return int(row[0])


def pages_of_site(connection: Reader, site: int) -> list[UrlFinding]:
    """Return what became of a site's pages below the start page; of very many, of some."""
    by_id = connection.dialect.with_index("urls_id")
    rows = connection.execute(
        f"{_GROUP} FROM (SELECT * FROM urls {by_id} "  # noqa: S608
        "WHERE host_id IN (SELECT host_id FROM site_hosts WHERE site = ?) AND site = ? "
        "AND role = 'page' AND depth > 0 ORDER BY host_id, id LIMIT ?) AS pages "
        f"{_BY_GROUP} ORDER BY number DESC, {_IN_GROUPS}",
        (site, site, _SAMPLE),
    )
    return [_finding(row) for row in rows]


def same_since(connection: Reader, url_id: int, reason: Reason) -> datetime | None:
    """Return since when all visits to a URL have ended for this reason."""
    rows = connection.execute(
        "SELECT at, reason FROM visits WHERE url_id = ? "  # noqa: S608
        f"ORDER BY at DESC, {connection.dialect.row_number} DESC LIMIT ?",
        (url_id, _VISITS),
    )
    since = None
    for row in rows:
        if row["reason"] != reason:
            break
        since = from_seconds(row["at"])
    return since


def _finding(row: Row) -> UrlFinding:
    return UrlFinding(
        role=UrlRole(row["role"]),
        state=FrontierState(row["state"]),
        reason=Reason(row["reason"]),
        number=row["number"],
        status=row["status"],
        detail=row["detail"],
        due=from_seconds(row["due"]),
        visited_at=from_seconds(row["visited_at"]),
        example=row["example"],
    )

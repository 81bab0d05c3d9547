"""The table of the request log: one row per request that was sent or held back; pruned."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from tidings.model.web.reason import Reason
from tidings.model.web.request_log import (
    LoggedRequest,
    RequestFilter,
    RequestPage,
    RequestPurpose,
)
from tidings.store.database.pruning import prune
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds

OK, HELD_BACK = "ok", "held_back"  # outcomes that are not reasons
_MAX_SCANNED = 50_000  # rows that one page looks at, if few are wanted
_OUT_OF_ORDER = 3_600.0  # seconds: far longer than any request takes
_RECENT = 50_000  # rows to search for recent requests: half an hour with 75 000 feeds


def add_logged_requests(connection: Writer, requests: Iterable[LoggedRequest]) -> None:
    """Add requests to the log."""
    connection.executemany(
        "INSERT INTO requests (at, site, host, path, address, purpose, status, reason, bytes, "
        "seconds, host_delay, domain_delay, address_delay, sent, proxy) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                each.at,
                each.site,
                each.host,
                each.path,
                each.address,
                each.purpose,
                each.status,
                each.reason,
                each.bytes,
                each.seconds,
                each.host_delay,
                each.domain_delay,
                each.address_delay,
                each.sent,
                each.proxy,
            )
            for each in requests
        ],
    )


def logged_requests_since(
    connection: Reader, since: datetime | None = None, site: int | None = None
) -> Iterator[LoggedRequest]:
    """Iterate over the requests since a time, of one site or all, by start time."""
    where = "site = :site AND at >= :since" if site is not None else "id >= :id AND at >= :since"
    seconds = to_seconds(since) if since else 0.0
    first = 0 if since is None or site is not None else _first_since(connection, seconds)
    rows = connection.execute(
        f"SELECT * FROM requests WHERE {where} ORDER BY at, id",  # noqa: S608 - constant text
        {"site": site, "since": seconds, "id": first},
    )
    return map(_logged_request, rows)


def _first_since(connection: Reader, since: float) -> int:
    """Return an id below which all requests are older; found by halving, without an index.

    Requests are noted when they end, so their starts are in order except for some minutes.
    """
    low, high = connection.execute(
        "SELECT coalesce(min(id), 0), coalesce(max(id), 0) FROM requests"
    ).fetchone()
    while low < high:
        middle = (low + high) // 2
        row = connection.execute(
            "SELECT at FROM requests WHERE id >= ? ORDER BY id LIMIT 1", (middle,)
        ).fetchone()
        if row[0] < since - _OUT_OF_ORDER:
            low = middle + 1
        else:
            high = middle
    return int(low)


def request_page(
    connection: Reader, wanted: RequestFilter, after: tuple[float, int] | None, limit: int
) -> RequestPage:
    """Return the next requests, newest first; those of one site by time, others as they were noted.

    A page of rare requests may be shorter than `limit`, even empty, although the list goes on.
    """
    conditions, values = _wanted(wanted)
    floor = 0
    if wanted.site is None:
        last = connection.execute("SELECT coalesce(max(id), 0) FROM requests").fetchone()[0]
        first = last + 1 if after is None else after[1]
        floor = max(0, first - _MAX_SCANNED)
        conditions += ["id < ?", "id >= ?"]
        values += [first, floor]
    elif after is not None:
        conditions.append("(at, id) < (?, ?)")
        values += after
    order = "id DESC" if wanted.site is None else "at DESC, id DESC"
    rows = connection.execute(
        f"SELECT * FROM requests WHERE {' AND '.join(conditions) or '1 = 1'} "  # noqa: S608
        f"ORDER BY {order} LIMIT ?",
        (*values, limit + 1),
    ).fetchall()
    found = tuple((row["id"], _logged_request(row)) for row in rows[:limit])
    if len(rows) > limit:
        return RequestPage(found, (found[-1][1].at, found[-1][0]))
    return RequestPage(found, _scan_end(connection, wanted, floor))


def _wanted(wanted: RequestFilter) -> tuple[list[str], list[object]]:
    """Return the conditions of a filter, and their values."""
    given = {
        "site = ?": wanted.site,
        "at >= ?": to_seconds(wanted.since),
        "at <= ?": to_seconds(wanted.until),
        "host = ?": wanted.host,
        "status = ?": wanted.status,
    }
    conditions = {text: value for text, value in given.items() if value is not None}
    if wanted.outcome == HELD_BACK:
        conditions["sent = ?"] = 0
    elif wanted.outcome == OK:
        conditions["coalesce(reason, '') = ?"] = ""
    elif wanted.outcome is not None:
        conditions["reason = ?"] = wanted.outcome
    return [*conditions], [*conditions.values()]


def _scan_end(connection: Reader, wanted: RequestFilter, floor: int) -> tuple[float, int] | None:
    """Return where the next page begins if not all rows were looked at; None if they were."""
    row = connection.execute(
        "SELECT id, at FROM requests WHERE id < ? ORDER BY id DESC LIMIT 1", (floor,)
    ).fetchone()
    if row is None or (wanted.since is not None and row[1] < to_seconds(wanted.since)):
        return None
    return row[1], floor


def recent_requests(connection: Reader, since: datetime) -> list[LoggedRequest]:
    """Return the requests sent since a recent time; reads the end of the table only."""
    rows = connection.execute(
        "SELECT * FROM requests WHERE id > (SELECT coalesce(max(id), 0) FROM requests) - ? "
        "AND at >= ? AND sent <> 0 ORDER BY id",
        (_RECENT, to_seconds(since)),
    )
    return [_logged_request(row) for row in rows]


def limited_hosts(connection: Reader, since: datetime) -> list[LoggedRequest]:
    """Return the newest request to each host that limited us since a recent time."""
    newest = "(SELECT coalesce(max(id), 0) FROM requests)"
    recent = f"id > {newest} - :rows AND at >= :since AND sent <> 0"
    rows = connection.execute(
        "SELECT * FROM requests WHERE id IN (SELECT max(id) FROM requests "  # noqa: S608
        f"WHERE {recent} AND host IN (SELECT host FROM requests "
        f"WHERE {recent} AND (reason = :limited OR status = 503)) GROUP BY host) "
        "ORDER BY id",
        {"rows": _RECENT, "since": to_seconds(since), "limited": Reason.TOO_MANY_REQUESTS},
    )
    return [_logged_request(row) for row in rows]


def last_request_at(connection: Reader) -> datetime | None:
    """Return when the last request was made; None if none is known."""
    row = connection.execute(
        "SELECT at FROM requests WHERE id = (SELECT max(id) FROM requests)"
    ).fetchone()
    return from_seconds(row[0]) if row else None


def prune_requests(connection: Writer, before: datetime, rows: int) -> int:
    """Remove rows that are older or beyond the newest `rows`, at most a chunk; return how many."""
    return prune(connection, "requests", "id", before, rows)


def _logged_request(row: Row) -> LoggedRequest:
    return LoggedRequest(
        at=row["at"],
        host=row["host"],
        path=row["path"],
        address=row["address"],
        purpose=RequestPurpose(row["purpose"]),
        site=row["site"],
        status=row["status"],
        reason=Reason(row["reason"]) if row["reason"] else None,
        bytes=row["bytes"],
        seconds=row["seconds"],
        host_delay=row["host_delay"],
        domain_delay=row["domain_delay"],
        address_delay=row["address_delay"],
        sent=bool(row["sent"]),
        proxy=row["proxy"],
    )

"""The table of the request log: one row per request that was sent or held back; pruned."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest, RequestPurpose
from tidings.store.database.pruning import prune
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds

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
    where = "site = :site AND at >= :since" if site is not None else "at >= :since"
    rows = connection.execute(
        f"SELECT * FROM requests WHERE {where} ORDER BY at",  # noqa: S608 - constant text
        {"site": site, "since": to_seconds(since) if since else 0.0},
    )
    return map(_logged_request, rows)


def recent_requests(connection: Reader, since: datetime) -> list[LoggedRequest]:
    """Return the requests sent since a recent time; reads the end of the table only."""
    rows = connection.execute(
        "SELECT * FROM requests WHERE id > (SELECT coalesce(max(id), 0) FROM requests) - ? "
        "AND at >= ? AND sent <> 0",
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
        f"WHERE {recent} AND (reason = :limited OR status = 503)) GROUP BY host)",
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

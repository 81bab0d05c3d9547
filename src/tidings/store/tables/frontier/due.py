"""Queries for what is due at which host. An index answers each of them."""

from collections.abc import Container, Iterable
from datetime import datetime
from functools import lru_cache

from tidings.model.crawl.visit import Visit
from tidings.store.database.dialect import Dialect
from tidings.store.database.session import Reader, Row
from tidings.store.database.timestamps import from_seconds, to_seconds
from tidings.store.tables.frontier.urls import visit_from_row

# One query per priority: an index on (host, priority, due) returns the rows in order and stops at
# the first that is not due yet. In a single query, SQLite would scan all waiting rows.
_PRIORITIES = range(10)
_UNSEEN = "(visited_at IS NULL OR visited_at < :before)"
_NOT_PAUSED = "site NOT IN (SELECT site FROM paused)"
_IN_TURN = "due, visited_at NULLS FIRST"  # as the index has them; then as they were found
_NEXT_DUE = " UNION ALL ".join(
    f"SELECT * FROM (SELECT due FROM urls WHERE host_id = :host AND priority = {priority} "  # noqa: S608
    f"AND due IS NOT NULL AND {_UNSEEN} AND {_NOT_PAUSED} "
    f"ORDER BY due LIMIT 1) AS due_{priority}"
    for priority in _PRIORITIES
)
_EARLIEST = ", ".join(
    f"(SELECT min(due) FROM urls WHERE host_id = hosts.id AND priority = {priority} "  # noqa: S608
    "AND due IS NOT NULL)"
    for priority in _PRIORITIES
)


def due_visits(
    connection: Reader,
    host: str,
    now: datetime,
    limit: int,
    not_since: datetime | None = None,
    exclude: Container[int] = (),
) -> list[Visit]:
    """Return a host's due visits, most urgent first, without the ids in `exclude`.

    With `not_since`, pages already visited since then are left out, even if due.
    """
    bounds = {"now": to_seconds(now), "limit": limit}
    parameters = _host_parameters(connection, host, not_since) | bounds
    rows = connection.execute(_due_visits(connection.dialect), parameters)
    return [visit_from_row(row) for row in rows if row["id"] not in exclude]


@lru_cache(maxsize=2)
def _due_visits(dialect: Dialect) -> str:
    in_turn = f"{_IN_TURN}, {dialect.row_number}"
    first = [
        f"SELECT * FROM (SELECT * FROM urls WHERE host_id = :host AND priority = {priority} "  # noqa: S608
        f"AND due <= :now AND {_UNSEEN} AND {_NOT_PAUSED} "
        f"ORDER BY {in_turn} LIMIT :limit) AS due_{priority}"
        for priority in _PRIORITIES
    ]
    return f"{dialect.one_after_another(first, f'priority, {in_turn}')} LIMIT :limit"


def next_due(connection: Reader, host: str, not_since: datetime | None = None) -> datetime | None:
    """Return when the host's next visit is due."""
    rows = connection.execute(_NEXT_DUE, _host_parameters(connection, host, not_since))
    return from_seconds(min((float(row[0]) for row in rows), default=None))


def _host_parameters(
    connection: Reader, host: str, not_since: datetime | None
) -> dict[str, object]:
    row = connection.execute("SELECT id FROM hosts WHERE name = ?", (host,)).fetchone()
    before = 1e18 if not_since is None else to_seconds(not_since)
    return {"host": row[0] if row else None, "before": before}


def due_hosts(connection: Reader) -> list[tuple[str, datetime]]:
    """Return every host with anything due, now or later, with its earliest due time.

    Paused sources count: whoever has its turn too early finds nothing and asks again.
    """
    return _earliest(connection.execute(f"SELECT name, {_EARLIEST} FROM hosts ORDER BY id"))  # noqa: S608


def due_hosts_of(connection: Reader, site: int) -> list[tuple[str, datetime]]:
    """Return the same for the hosts of one site."""
    rows = connection.execute(
        f"SELECT name, {_EARLIEST} FROM hosts "  # noqa: S608
        "WHERE id IN (SELECT host_id FROM site_hosts WHERE site = ?) ORDER BY id",
        (site,),
    )
    return _earliest(rows)


def _earliest(rows: Iterable[Row]) -> list[tuple[str, datetime]]:
    hosts = ((row[0], [due for due in row[1:] if due is not None]) for row in rows)
    return [(name, from_seconds(min(dues))) for name, dues in hosts if dues]

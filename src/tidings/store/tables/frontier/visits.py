"""The table of past visits and their results; pruned."""

from datetime import datetime

from tidings.model.crawl.visit import PastVisit
from tidings.model.web.reason import Reason
from tidings.store.database.pruning import prune
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds


def add_visit(connection: Writer, url_id: int, visit: PastVisit) -> None:
    """Add a visit."""
    connection.defer(
        "INSERT INTO visits VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            url_id,
            to_seconds(visit.at),
            visit.status,
            visit.reason,
            visit.detail,
            visit.bytes,
            visit.seconds,
        ),
    )


def prune_visits(connection: Writer, before: datetime, rows: int) -> int:
    """Remove rows that are older or beyond the newest `rows`, at most a chunk; return how many."""
    return prune(connection, "visits", connection.dialect.row_number, before, rows)


def past_visits(connection: Reader, url_id: int, limit: int = 20) -> tuple[PastVisit, ...]:
    """Return the latest visits to a URL, newest first."""
    rows = connection.execute(
        "SELECT * FROM visits WHERE url_id = ? "  # noqa: S608
        f"ORDER BY at DESC, {connection.dialect.row_number} DESC LIMIT ?",
        (url_id, limit),
    )
    return tuple(_past_visit(row) for row in rows)


def _past_visit(row: Row) -> PastVisit:
    return PastVisit(
        from_seconds(row["at"]),
        row["status"],
        Reason(row["reason"]),
        row["detail"],
        row["bytes"],
        row["seconds"],
    )

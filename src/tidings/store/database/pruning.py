"""Prunes tables to which rows are only appended, so that no index on time is needed."""

from datetime import datetime

from tidings.store.database.session import Writer
from tidings.store.database.timestamps import to_seconds

_CHUNK = 20_000  # rows per transaction, so that no visit waits long


def prune(connection: Writer, table: str, key: str, before: datetime, rows: int) -> int:
    """Remove rows that are older or beyond the newest `rows`, at most a chunk; return how many.

    `key` numbers the rows in the order of insertion.
    """
    oldest = connection.execute(
        f"SELECT {key} FROM {table} WHERE at >= ? ORDER BY {key} LIMIT 1",  # noqa: S608 - a constant name
        (to_seconds(before),),
    ).fetchone()
    highest = connection.execute(f"SELECT coalesce(max({key}), 0) FROM {table}").fetchone()[0]  # noqa: S608
    first_kept = max(oldest[0] if oldest else highest + 1, highest - rows + 1)
    cursor = connection.execute(
        f"DELETE FROM {table} WHERE {key} IN (SELECT {key} FROM {table} WHERE {key} < ? LIMIT ?)",  # noqa: S608
        (first_kept, _CHUNK),
    )
    return cursor.rowcount

"""Rows collected until the end of their transaction, because nothing in it reads them.

If a piece of work fails, its rows are dropped, as if they had been rolled back.
"""

import sqlite3
from collections import defaultdict

Row = tuple[object, ...]


class WriterConnection(sqlite3.Connection):
    """The connection of the writer thread, with the deferred rows."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        self._rows: list[tuple[str, Row]] = []
        self._counts: list[tuple[str, Row, int]] = []

    def add(self, statement: str, row: Row) -> None:
        """Defer a row."""
        self._rows.append((statement, row))

    def count(self, statement: str, key: Row, number: int) -> None:
        """Defer a number that is added to others of the same key."""
        self._counts.append((statement, key, number))

    def mark(self) -> tuple[int, int]:
        """Return the current number of deferred rows and counts."""
        return len(self._rows), len(self._counts)

    def drop_after(self, mark: tuple[int, int]) -> None:
        """Drop everything deferred after a mark."""
        del self._rows[mark[0] :], self._counts[mark[1] :]

    def write_all(self) -> None:
        """Write everything deferred: one call per statement, one row per key."""
        sums: dict[tuple[str, Row], int] = defaultdict(int)
        for statement, key, number in self._counts:
            sums[statement, key] += number
        rows: dict[str, list[Row]] = defaultdict(list)
        for statement, row in self._rows:
            rows[statement].append(row)
        for (statement, key), number in sums.items():
            rows[statement].append((*key, number))
        self.drop_after((0, 0))
        for statement, all_rows in rows.items():
            self.executemany(statement, all_rows)


def write_deferred(connection: sqlite3.Connection, statement: str, row: Row) -> None:
    """Write a row at the end of the writer's transaction; immediately on other connections."""
    if isinstance(connection, WriterConnection):
        connection.add(statement, row)
    else:
        connection.execute(statement, row)


def count_deferred(connection: sqlite3.Connection, statement: str, key: Row, number: int) -> None:
    """Do the same for a statement whose last parameter is a number to add."""
    if isinstance(connection, WriterConnection):
        connection.count(statement, key, number)
    else:
        connection.execute(statement, (*key, number))

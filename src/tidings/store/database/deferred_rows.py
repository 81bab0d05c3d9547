"""Rows that wait for company until their transaction ends, for nobody in it reads them back.

A piece of work that fails takes its rows along, as if they had been written.
"""

import sqlite3
from collections import defaultdict

Row = tuple[object, ...]


class WriterConnection(sqlite3.Connection):
    """The connection of the writer's thread, with the rows that wait."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        self._rows: list[tuple[str, Row]] = []
        self._counts: list[tuple[str, Row, int]] = []

    def add(self, statement: str, row: Row) -> None:
        """Let a row wait."""
        self._rows.append((statement, row))

    def count(self, statement: str, key: Row, number: int) -> None:
        """Let a number wait that is to be added to others of the same key."""
        self._counts.append((statement, key, number))

    def mark(self) -> tuple[int, int]:
        """Return how much waits by now."""
        return len(self._rows), len(self._counts)

    def cut_back(self, mark: tuple[int, int]) -> None:
        """Forget what came after a mark."""
        del self._rows[mark[0] :], self._counts[mark[1] :]

    def write_down(self) -> None:
        """Write all that waits: one call for each statement, one row for each key."""
        sums: dict[tuple[str, Row], int] = defaultdict(int)
        for statement, key, number in self._counts:
            sums[statement, key] += number
        rows: dict[str, list[Row]] = defaultdict(list)
        for statement, row in self._rows:
            rows[statement].append(row)
        for (statement, key), number in sums.items():
            rows[statement].append((*key, number))
        self.cut_back((0, 0))
        for statement, together in rows.items():
            self.executemany(statement, together)


def write_deferred(connection: sqlite3.Connection, statement: str, row: Row) -> None:
    """Write a row at the end of the writer's transaction; at once on any other connection."""
    if isinstance(connection, WriterConnection):
        connection.add(statement, row)
    else:
        connection.execute(statement, row)


def count_deferred(connection: sqlite3.Connection, statement: str, key: Row, number: int) -> None:
    """The same for a statement whose last parameter is a number to be added."""
    if isinstance(connection, WriterConnection):
        connection.count(statement, key, number)
    else:
        connection.execute(statement, (*key, number))

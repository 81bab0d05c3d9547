"""Connections to SQLite as readers and writers, with our exceptions instead of its own.

The writer's connection collects rows and notes until the end of their transaction, because nothing
in it reads them. If a piece of work fails, what it left there is dropped, as if it had been rolled
back.
"""

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from tidings.store.database.dialect import SQLITE, Dialect
from tidings.store.database.errors import StoreConflict, StoreDamaged, StoreError, StoreLost
from tidings.store.database.session import Finish, Parameters, Values

_NO_ROW = object()
Mark = tuple[int, int, int]
NOTHING: Mark = (0, 0, 0)


def translated(error: sqlite3.Error) -> StoreError:
    """Return our exception for one of SQLite's."""
    if isinstance(error, sqlite3.OperationalError):
        return StoreLost(str(error))
    if isinstance(error, sqlite3.IntegrityError):
        return StoreConflict(str(error))
    if isinstance(error, sqlite3.ProgrammingError):
        return StoreError(str(error))
    return StoreDamaged(str(error))


class _SqliteRows(sqlite3.Cursor):
    """Rows whose reading raises our exceptions."""

    def fetchone(self) -> Any:
        try:
            return super().fetchone()
        except sqlite3.Error as error:
            raise translated(error) from error

    def fetchall(self) -> list[Any]:
        try:
            return super().fetchall()
        except sqlite3.Error as error:
            raise translated(error) from error

    def __iter__(self) -> Iterator[Any]:  # type: ignore[override]
        try:
            yield from iter(super().__next__, _NO_ROW)
        except sqlite3.Error as error:
            raise translated(error) from error


class SqliteSession(sqlite3.Connection):
    """A connection for reading, or for writing at once."""

    dialect: ClassVar[Dialect] = SQLITE

    def execute(self, statement: str, parameters: Parameters = (), /) -> _SqliteRows:  # type: ignore[override]
        """Run a statement and return its rows."""
        try:
            return self.cursor(_SqliteRows).execute(statement, parameters)
        except sqlite3.Error as error:
            raise translated(error) from error

    def executemany(self, statement: str, rows: Iterable[Parameters], /) -> _SqliteRows:  # type: ignore[override]
        """Run a statement once for each row."""
        try:
            return self.cursor(_SqliteRows).executemany(statement, rows)
        except sqlite3.Error as error:
            raise translated(error) from error

    def defer(self, statement: str, row: Values) -> None:
        """Write a row."""
        self.execute(statement, row)

    def defer_count(self, statement: str, key: Values, number: int) -> None:
        """Add a number."""
        self.execute(statement, (*key, number))

    def collect(self, finish: Finish, note: Any) -> None:
        """Finish a note."""
        finish(self, [note])


class SqliteWriterSession(SqliteSession):
    """The connection of the writer thread, with the deferred rows."""

    def __init__(self, *args: object, **options: object) -> None:
        super().__init__(*args, **options)  # type: ignore[arg-type]
        self._rows: list[tuple[str, Values]] = []
        self._counts: list[tuple[str, Values, int]] = []
        self._notes: list[tuple[Finish, Any]] = []

    def defer(self, statement: str, row: Values) -> None:
        """Defer a row."""
        self._rows.append((statement, row))

    def defer_count(self, statement: str, key: Values, number: int) -> None:
        """Defer a number that is added to others of the same key."""
        self._counts.append((statement, key, number))

    def collect(self, finish: Finish, note: Any) -> None:
        """Keep a note for the end of the transaction."""
        self._notes.append((finish, note))

    def mark(self) -> Mark:
        """Return the current number of deferred rows, counts and notes."""
        return len(self._rows), len(self._counts), len(self._notes)

    def drop_after(self, mark: Mark) -> None:
        """Drop everything deferred after a mark."""
        del self._rows[mark[0] :], self._counts[mark[1] :], self._notes[mark[2] :]

    def write_all(self) -> None:
        """Write everything deferred, then finish the notes, which lock the counters last."""
        self._write_rows()
        notes: dict[Finish, list[Any]] = defaultdict(list)
        for finish, note in self._notes:
            notes[finish].append(note)
        self._notes.clear()
        for finish, all_notes in notes.items():
            finish(self, all_notes)

    def _write_rows(self) -> None:
        """Write the rows: one call per statement, one row per key."""
        sums: dict[tuple[str, Values], int] = defaultdict(int)
        for statement, key, number in self._counts:
            sums[statement, key] += number
        rows: dict[str, list[Values]] = defaultdict(list)
        for statement, row in self._rows:
            rows[statement].append(row)
        for (statement, key), number in sums.items():
            rows[statement].append((*key, number))
        self._rows.clear()
        self._counts.clear()
        for statement, all_rows in rows.items():
            self.executemany(statement, all_rows)

"""Connections to SQLite as readers and writers, with our exceptions instead of its own."""

import sqlite3
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from tidings.store.database.deferred_work import DeferredWork
from tidings.store.database.dialect import SQLITE, Dialect
from tidings.store.database.errors import StoreConflict, StoreDamaged, StoreError, StoreLost
from tidings.store.database.session import Finish, Parameters, Values

_NO_ROW = object()


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

    def execute_in_pieces(self, statement: str, parameters: Parameters = (), /) -> Iterator[Any]:
        """Run a statement: each row is read when it is asked for."""
        return iter(self.execute(statement, parameters))

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


class SqliteWriterSession(DeferredWork, SqliteSession):
    """The connection of the writer thread."""

    number: int = 0  # its commits have no lost answers

    def begin(self) -> None:
        """Begin a transaction that writes."""
        self.execute("BEGIN IMMEDIATE")

    def begin_piece(self) -> None:
        """Begin a piece of work."""
        self.execute("SAVEPOINT piece")

    def undo_piece(self) -> None:
        """Undo the piece."""
        self.execute("ROLLBACK TO piece")

    def end_piece(self) -> None:
        """End the piece."""
        self.execute("RELEASE piece")

    # A connection has its own `commit`, which commits nothing without `isolation_level`.
    def commit(self) -> None:
        """Commit the transaction."""
        self.execute("COMMIT")

    def is_committed(self, number: int) -> bool:
        """Return False: SQLite is never away."""
        return False

    def rollback(self) -> None:
        """Undo the transaction, if there is one."""
        if self.in_transaction:
            self.execute("ROLLBACK")

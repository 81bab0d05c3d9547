"""Connections to PostgreSQL as readers and writers, with our exceptions instead of its own."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar

import psycopg
from psycopg.adapt import Loader
from psycopg.pq import TransactionStatus
from psycopg.types.numeric import Int8Dumper

from tidings.store.database.deferred_work import DeferredWork
from tidings.store.database.dialect import POSTGRES, Dialect, with_percent_parameters
from tidings.store.database.errors import StoreConflict, StoreDamaged, StoreError, StoreLost
from tidings.store.database.session import Finish, Parameters, Rows, Values


def translated(error: psycopg.Error) -> StoreError:
    """Return our exception for one of psycopg's."""
    if isinstance(error, psycopg.OperationalError):
        return StoreLost(str(error))
    if isinstance(error, psycopg.IntegrityError):
        return StoreConflict(str(error))
    if isinstance(error, psycopg.errors.DataCorrupted | psycopg.errors.IndexCorrupted):
        return StoreDamaged(str(error))
    return StoreError(str(error))


class PostgresRow:
    """One row; a value is found by its place or by its column's name."""

    __slots__ = ("_places", "_values")

    def __init__(self, values: Sequence[Any], places: dict[str, int]) -> None:
        self._values = tuple(values)
        self._places = places

    def __getitem__(self, key: int | str | slice, /) -> Any:
        return self._values[self._places[key] if isinstance(key, str) else key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class _BooleanDumper(Int8Dumper):
    """Stores a boolean as 0 or 1, because SQLite has no other."""

    def dump(self, obj: bool) -> bytes:
        return b"1" if obj else b"0"


class _NumberLoader(Loader):
    """Reads the sum of whole numbers as a whole number."""

    def load(self, data: Any) -> int | float:
        text = bytes(data)
        return float(text) if b"." in text else int(text)


def _row_maker(cursor: psycopg.Cursor[Any]) -> Any:
    places = {column.name: place for place, column in enumerate(cursor.description or ())}
    return lambda values: PostgresRow(values, places)


def connected(url: str) -> psycopg.Connection[PostgresRow]:
    """Return a connection with our types and rows; raises StoreLost."""
    try:
        connection = psycopg.connect(url, autocommit=True, row_factory=_row_maker)
    except psycopg.Error as error:
        raise translated(error) from error
    # One type for all whole numbers: one prepared statement for each of ours.
    connection.adapters.register_dumper(int, Int8Dumper)
    connection.adapters.register_dumper(bool, _BooleanDumper)
    connection.adapters.register_loader("numeric", _NumberLoader)
    return connection


class PostgresSession:
    """A connection for reading, or for writing at once."""

    dialect: ClassVar[Dialect] = POSTGRES

    def __init__(self, connection: psycopg.Connection[PostgresRow]) -> None:
        self._connection = connection

    def execute(self, statement: str, parameters: Parameters = (), /) -> Rows:
        """Run a statement and return its rows."""
        try:
            rows: Rows = self._connection.execute(with_percent_parameters(statement), parameters)
        except psycopg.Error as error:
            raise translated(error) from error
        return rows

    def executemany(self, statement: str, rows: Iterable[Parameters], /) -> object:
        """Run a statement once for each row."""
        cursor = self._connection.cursor()
        try:
            cursor.executemany(with_percent_parameters(statement), rows)
        except psycopg.Error as error:
            raise translated(error) from error
        return cursor

    def defer(self, statement: str, row: Values) -> None:
        """Write a row."""
        self.execute(statement, row)

    def defer_count(self, statement: str, key: Values, number: int) -> None:
        """Add a number."""
        self.execute(statement, (*key, number))

    def collect(self, finish: Finish, note: Any) -> None:
        """Finish a note."""
        finish(self, [note])

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()


class PostgresWriterSession(DeferredWork, PostgresSession):
    """The connection of the writer thread."""

    begin: ClassVar[str] = "BEGIN"

    def rollback(self) -> None:
        """Undo the transaction, if there is one; raises StoreLost if the connection is gone."""
        if self._connection.closed:
            raise StoreLost("the connection is closed")
        if self._connection.info.transaction_status is not TransactionStatus.IDLE:
            self.execute("ROLLBACK")

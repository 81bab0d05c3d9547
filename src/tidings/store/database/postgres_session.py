"""Sessions of PostgreSQL as readers and writers, with our exceptions instead of its own."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from typing import Any, ClassVar, TypeVar

import psycopg
from psycopg.pq import TransactionStatus

from tidings.store.database.deferred_work import DeferredWork
from tidings.store.database.dialect import POSTGRES, Dialect, with_percent_parameters
from tidings.store.database.errors import OwnershipLost, StoreAway, StoreError, StoreLost
from tidings.store.database.patience import ServerPatience
from tidings.store.database.postgres_connection import Connection
from tidings.store.database.postgres_connection import connected as connected
from tidings.store.database.postgres_connection import translated as translated
from tidings.store.database.session import Finish, Parameters, Rows, Values

T = TypeVar("T")

_PIECE = 2_000  # rows in memory at once; more were not faster

# What tells whether a transaction was committed whose answer was lost. Not the transaction's own
# number (pg_xact_status): after a crash the server may give that to another one.
LAST_COMMITS = """
    CREATE TABLE IF NOT EXISTS last_commits (
        writer TEXT PRIMARY KEY,
        number BIGINT NOT NULL,
        at TIMESTAMPTZ NOT NULL
    )"""
_NOTE_COMMIT = (
    "INSERT INTO last_commits VALUES ('{writer}', {number}, now()) ON CONFLICT (writer) "
    "DO UPDATE SET number = excluded.number, at = excluded.at"
)
# Rows of writers that have ended go. How many went is counted, so that the table never looks as it
# did before: that would hide what they wrote from `PostgresDatabase.version`.
_FORGET = (
    "WITH gone AS (DELETE FROM last_commits WHERE writer <> '' AND {condition} RETURNING 1) "
    "INSERT INTO last_commits SELECT '', count(*), now() FROM gone HAVING count(*) > 0 "
    "ON CONFLICT (writer) DO UPDATE SET number = last_commits.number + excluded.number"
)
_FORGET_WRITER = _FORGET.format(condition="writer = %s AND number = %s")
FORGET_OLD_COMMITS = _FORGET.format(condition="at < now() - interval '30 days'")
# It waits for a transaction that has written the row and is not ended.
_LAST_COMMIT = (
    "INSERT INTO last_commits VALUES (?, 0, now()) ON CONFLICT (writer) "
    "DO UPDATE SET at = excluded.at RETURNING number"
)


class PostgresSession:
    """A connection for reading, or for writing at once."""

    dialect: ClassVar[Dialect] = POSTGRES

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def execute(self, statement: str, parameters: Parameters = (), /) -> Rows:
        """Run a statement and return its rows."""
        try:
            rows: Rows = self._connection.execute(with_percent_parameters(statement), parameters)
        except psycopg.Error as error:
            raise translated(error) from error
        return rows

    def execute_in_pieces(self, statement: str, parameters: Parameters = (), /) -> Iterator[Any]:
        """Run a statement inside a transaction that writes, where the rows are few."""
        return iter(self.execute(statement, parameters))

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


class PostgresReaderSession(PostgresSession):
    """A thread's reader, which connects again when its server was away."""

    def __init__(
        self, connect: Callable[[], Connection], new_patience: Callable[[], ServerPatience]
    ) -> None:
        self._connect = connect
        self._new_patience = new_patience
        self._is_closed = False
        connection = self._patiently(connect)
        super().__init__(connection)

    def execute(self, statement: str, parameters: Parameters = (), /) -> Rows:
        """Run a statement and return its rows; if the server is away, wait and ask again."""
        try:
            return super().execute(statement, parameters)
        except StoreAway as error:
            if self._is_closed:
                raise StoreError("the database is closed") from error
            return self._patiently(lambda: self._asked_again(statement, parameters), error)

    def execute_in_pieces(self, statement: str, parameters: Parameters = (), /) -> Iterator[Any]:
        """Run a statement on a connection of its own, which returns some rows at a time."""
        connection = self._patiently(self._connect)
        try:
            with closing(connection), connection.transaction():
                # All rows are wanted, not the first ones soon.
                connection.execute("SET LOCAL cursor_tuple_fraction = 1")
                with connection.cursor(name="pieces") as cursor:
                    cursor.itersize = _PIECE
                    cursor.execute(with_percent_parameters(statement), parameters)
                    yield from cursor
        except psycopg.Error as error:
            raise translated(error) from error

    def close(self) -> None:
        """Close the connection for good."""
        self._is_closed = True
        super().close()

    def _asked_again(self, statement: str, parameters: Parameters) -> Rows:
        if self._connection.closed:
            self._connection = self._connect()
        return super().execute(statement, parameters)

    def _patiently(self, attempt: Callable[[], T], error: StoreAway | None = None) -> T:
        patience = self._new_patience()
        while error is None or (not self._is_closed and patience.wait(error)):
            try:
                result = attempt()
            except StoreAway as next_error:
                error = next_error
            else:
                patience.end()
                return result
        raise error


@dataclass(frozen=True, slots=True)
class WriterTerms:
    """What each transaction of a process begins with."""

    writer: str  # a name that no other process has
    opening: str  # a transaction that writes alone, or not, and reads the fence
    notify: str  # the statement that tells listeners of its commit
    next_number: Callable[[], int]
    fence: Callable[[], int | None]  # of the owner of the home; None for others


class PostgresWriterSession(DeferredWork, PostgresSession):
    """The session of the writer thread.

    A statement that controls the transaction is sent together with others, where it can be: each
    costs a round trip otherwise.
    """

    def __init__(self, connection: Connection, terms: WriterTerms) -> None:
        super().__init__(connection)
        self._terms = terms
        self._is_fresh = False  # whether nothing was done since the savepoint
        self.number = 0

    def begin(self) -> None:
        """Begin a transaction; raises OwnershipLost if another process took the home over."""
        terms, fence = self._terms, self._terms.fence()
        self.number = terms.next_number()
        note = _NOTE_COMMIT.format(writer=terms.writer, number=self.number)
        # The fence is read by a statement of its own, which sees what was committed while the
        # lock was waited for. Whoever takes the home over has that lock when it changes the fence.
        cursor = self._control(f"{terms.opening}; {note}; {terms.notify}; SAVEPOINT piece")
        cursor.nextset()  # of BEGIN
        cursor.nextset()  # of the lock
        found = cursor.fetchone()[0]
        if fence is not None and found != fence:
            raise OwnershipLost("Another process owns the home now.")
        self._is_fresh = True

    def begin_piece(self) -> None:
        """Begin a piece of work, at the savepoint that is there or at a new one."""
        if not self._is_fresh:
            self._control("RELEASE piece; SAVEPOINT piece")
        self._is_fresh = False

    def undo_piece(self) -> None:
        """Undo the piece."""
        self._control("ROLLBACK TO piece")
        self._is_fresh = True

    def end_piece(self) -> None:
        """End the piece: the next one does it, or the commit."""

    def commit(self) -> None:
        """Commit the transaction."""
        self._control("COMMIT")

    def is_committed(self, number: int) -> bool:
        """Return whether a transaction of an earlier session was committed."""
        row = self.execute(_LAST_COMMIT, (self._terms.writer,)).fetchone()
        return int(row[0]) == number

    def rollback(self) -> None:
        """Undo the transaction, if there is one; raises StoreLost if the connection is gone."""
        if self._connection.closed:
            raise StoreLost("the connection is closed")
        if self._connection.info.transaction_status is not TransactionStatus.IDLE:
            self._control("ROLLBACK")

    def close(self) -> None:
        """Close the connection, and forget the last commit if it was answered."""
        with suppress(psycopg.Error):
            if self._connection.info.transaction_status is TransactionStatus.IDLE:
                self._connection.execute(_FORGET_WRITER, (self._terms.writer, self.number))
        super().close()

    def _control(self, statements: str) -> Any:
        try:
            return self._connection.execute(statements, prepare=False)
        except psycopg.Error as error:
            raise translated(error) from error

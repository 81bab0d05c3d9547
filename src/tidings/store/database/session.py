"""Protocols for reading and writing: all that tables know of a database.

Statements use the SQL that SQLite and PostgreSQL have in common; `dialect.py` has the rest.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Protocol

from tidings.store.database.dialect import Dialect

Values = Sequence[Any]
Parameters = Values | Mapping[str, Any]


class Row(Protocol):
    """One row; a value is found by its place or by its column's name."""

    def __getitem__(self, key: int | str | slice, /) -> Any: ...
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...


class Rows(Protocol):
    """The rows that a statement returns."""

    @property
    def rowcount(self) -> int:
        """The number of rows that the statement changed."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""

    def fetchall(self) -> list[Any]:
        """Return all rows that are left."""

    def __iter__(self) -> Iterator[Any]: ...


class Reader(Protocol):
    """Reads one consistent state of the database. Every method raises StoreError."""

    dialect: ClassVar[Dialect]

    def execute(self, statement: str, parameters: Parameters = (), /) -> Rows:
        """Run a statement and return its rows."""

    def execute_in_pieces(self, statement: str, parameters: Parameters = (), /) -> Iterator[Any]:
        """Run a statement whose rows are too many to have them all in memory.

        They are of one state of the database, whatever else is asked meanwhile. If a server goes
        away before the last one, there are no more: this raises StoreAway.
        """


class Writer(Reader, Protocol):
    """Writes inside the transaction of `Database.write`."""

    def executemany(self, statement: str, rows: Iterable[Parameters], /) -> object:
        """Run a statement once for each row."""

    def defer(self, statement: str, row: Values) -> None:
        """Write a row at the end of the transaction, because nothing in it reads the row."""

    def defer_count(self, statement: str, key: Values, number: int) -> None:
        """Do the same for a statement whose last parameter is a number to add."""

    def collect(self, finish: "Finish", note: Any) -> None:
        """Give a note to `finish` at the very end of the transaction, after all pieces of work.

        It is called once, with all notes that it was given in this transaction, in their order.
        Those of a piece that failed are dropped.
        """


Finish = Callable[[Writer, Sequence[Any]], None]

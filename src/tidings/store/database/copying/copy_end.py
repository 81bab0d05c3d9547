"""What copying needs of a database, at either end; and why rows cannot be copied."""

from collections.abc import Collection, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

from tidings.store.database.copying.table_layout import Key, Row, RowStream, TableLayout
from tidings.store.database.session import Parameters


class CopyRefused(Exception):
    """The databases do not fit together; nothing was copied. The message says what to do."""


class RowRefused(Exception):
    """A row cannot be kept by the other database; the message names it."""

    def __init__(self, table: str, key: Key, why: str) -> None:
        super().__init__(f"The row {shown_key(key)} of {table} cannot be copied: {why}")
        self.table = table
        self.key = key


class CopyEnd(Protocol):
    """A database that rows are copied from or into. Every method raises StoreError."""

    @property
    def name(self) -> str:
        """Where it is, without secrets."""

    def require_alone(self) -> None:
        """Raise CopyRefused if another process could go on with these rows afterwards."""

    def layouts(self) -> dict[str, TableLayout]:
        """Return the tables of the home by name."""

    def freeze(self, tables: Collection[str]) -> None:
        """Keep everybody from writing into these tables until the end is closed."""

    def settle(self) -> None:
        """Make sure that nobody has written since `freeze`, or will; raises CopyRefused."""

    def leave(self, place: str) -> None:
        """Note that the rows are at another place from now on."""

    def count(self, table: str) -> int:
        """Return how many rows a table has."""

    def rows(self, layout: TableLayout, after: Key | None = None) -> RowStream:
        """Yield the rows in the order of their keys, those after a key only."""

    def all_rows(self, layout: TableLayout) -> RowStream:
        """Yield all rows in any order."""

    def highest_number(self, layout: TableLayout) -> int:
        """Return the highest number that the database ever gave to a row; 0 if none."""

    def transaction(self) -> AbstractContextManager[object]:
        """Commit what the block does, or undo it if it fails."""

    def execute(self, statement: str, parameters: Parameters = ()) -> list[Row]:
        """Run a statement and return its rows."""

    def has_progress(self) -> bool:
        """Return whether the table of unfinished copies exists."""

    def write(self, layout: TableLayout, rows: Sequence[Row]) -> None:
        """Add rows."""

    def keep_number(self, layout: TableLayout, number: int) -> None:
        """Give no new row a number up to this one."""

    def close(self) -> None:
        """Undo what is not committed, and let others write again."""


def shown_key(key: Key) -> str:
    """Return a key as people can search for it."""
    parts = (repr(part.hex()) if isinstance(part, bytes) else repr(part) for part in key)
    return f"({', '.join(parts)})"


def quoted(name: str) -> str:
    """Return a name as both databases write it, also where it is a reserved word."""
    return f'"{name}"'


def listed(names: Sequence[str]) -> str:
    """Return names for a statement."""
    return ", ".join(map(quoted, names))


def selection(layout: TableLayout, columns: str, placeholders: Sequence[Any]) -> str:
    """Return the statement for the rows after a key, or for all if there are no placeholders."""
    key = listed(layout.key)
    after = f"WHERE ({key}) > ({', '.join(placeholders)}) " if placeholders else ""
    return f"SELECT {columns} FROM {quoted(layout.name)} {after}ORDER BY {key}"  # noqa: S608

"""What a table looks like, in terms that are the same for both databases."""

from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

Row = tuple[Any, ...]
Key = tuple[Any, ...]
RowStream = Generator[Row, None, None]  # to be closed by whoever does not read it to its end

# Tables that say something about one database, not about the home.
LEFT_OUT = frozenset(
    {"schema_version", "ownership", "last_commits", "migration_progress", "moved_away"}
)


class ColumnKind(StrEnum):
    """The type of a column, in SQLite's words."""

    INTEGER = "INTEGER"
    REAL = "REAL"
    TEXT = "TEXT"
    BYTES = "BLOB"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    name: str
    kind: ColumnKind


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A table: its columns, and those that tell its rows apart."""

    name: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]  # the primary key, or the number of a row that has none

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns, in the order of a row's values."""
        return tuple(column.name for column in self.columns)

    @property
    def numbered(self) -> str | None:
        """The column that the database may number by itself."""
        kinds = {column.name: column.kind for column in self.columns}
        is_number = len(self.key) == 1 and kinds[self.key[0]] is ColumnKind.INTEGER
        return self.key[0] if is_number else None

    def key_of(self, row: Sequence[Any]) -> Key:
        """Return what tells a row apart from the others of the table."""
        names = self.names
        return tuple(row[names.index(name)] for name in self.key)


def table_layout(name: str, columns: Iterable[Column], key: tuple[str, ...]) -> TableLayout:
    """Return a layout with the columns by name, because their order depends on the database."""
    return TableLayout(name, tuple(sorted(columns, key=lambda column: column.name)), key)

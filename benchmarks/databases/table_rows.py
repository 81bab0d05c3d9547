"""The rows of a home in SQLite, table by table, as its driver returns them."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_CHUNK = 10_000  # rows between two steps of the other side


@dataclass(frozen=True, slots=True)
class HomeTable:
    """A table and its columns, without what SQLite keeps for itself."""

    name: str
    columns: tuple[str, ...]

    @property
    def listed(self) -> str:
        """The columns as a list for both databases."""
        return ", ".join(f'"{column}"' for column in self.columns)


def opened_file(home: Path) -> sqlite3.Connection:
    """Open the database of a home without our code."""
    return sqlite3.connect(home / "tidings.db", isolation_level=None)


def tables_of(connection: sqlite3.Connection) -> list[HomeTable]:
    """Return the tables of a home."""
    names = connection.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' "
        "ESCAPE '~' ORDER BY name"
    ).fetchall()
    return [HomeTable(name, _columns_of(connection, name)) for (name,) in names]


def _columns_of(connection: sqlite3.Connection, table: str) -> tuple[str, ...]:
    rows = connection.execute("SELECT name FROM pragma_table_info(?)", (table,))
    return tuple(row[0] for row in rows)


def rows_of(connection: sqlite3.Connection, table: HomeTable) -> Iterator[tuple[Any, ...]]:
    """Yield the rows of a table in the order in which they were inserted."""
    cursor = connection.execute(f"SELECT {table.listed} FROM {table.name}")
    while rows := cursor.fetchmany(_CHUNK):
        yield from rows

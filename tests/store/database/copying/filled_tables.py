"""Fills every table of a SQLite home with difficult rows: the catalogue says what there is."""

import sqlite3
from pathlib import Path
from typing import Any

from tidings.settings.tree import StoreSettings
from tidings.store.database.copying.sqlite_end import SqliteEnd
from tidings.store.database.copying.table_layout import Column, ColumnKind, TableLayout
from tidings.store.database.database import open_database

TEXTS = (
    "", "plain", "it's \"quoted\" \\ back\\slash", "line\nbreak\r\ttab\x0b", "\\N", "\\.", "NULL",
    "äöü€ \U0001f600", "e\u0301 \u00e9", "\u202eright to left", "\ufffd", "nul \0 inside", "\0",
    "long " * 5_000, "trailing ", "Ähre", "zebra", "Zebra",
)  # fmt: skip
BYTES = (b"", b"\0", b"\\x00", bytes(range(256)) * 40, b"text")
NUMBERS = (0, 1, -1, 9, 2**31, 2**63 - 1, -(2**63))
REALS = (0.0, -0.0, 0.1, 1 / 3, 1e308, 5e-324, float("inf"), float("-inf"), 1760000000.123456, 3.0)
VALUES: dict[ColumnKind, tuple[Any, ...]] = {
    ColumnKind.TEXT: TEXTS,
    ColumnKind.BYTES: BYTES,
    ColumnKind.INTEGER: NUMBERS,
    ColumnKind.REAL: REALS,
}

CHECKED = "priority"  # the one column with a CHECK: 0 to 9


def fill_tables(path: Path, rows: int = 40) -> None:
    """Create a home's database, and add rows to all its tables."""
    open_database(path, StoreSettings()).close()
    end = SqliteEnd(path)
    layouts = end.layouts()
    end.close()
    with sqlite3.connect(path) as connection:
        for layout in layouts.values():
            _fill(connection, layout, rows)
        # The highest numbers were given to rows that are gone; they must not be given again.
        connection.execute(
            "INSERT INTO users (id, name, role, created_at) VALUES (999, 'x', '', 0)"
        )
        connection.execute("DELETE FROM users WHERE id = 999")
        # Texts that Python cannot read.
        connection.execute(
            "INSERT INTO withheld VALUES (CAST(? AS TEXT), 1.0)", (b"http://a/\xff\xed\xa0\x80",)
        )
    connection.close()


def _fill(connection: sqlite3.Connection, layout: TableLayout, rows: int) -> None:
    required = {
        row[1]
        for row in connection.execute(f'PRAGMA table_info("{layout.name}")')
        if row[3] or row[5]
    }
    distinct = _distinct_columns(connection, layout)
    names = ", ".join(f'"{name}"' for name in layout.names)
    marks = ", ".join("?" for _ in layout.columns)
    for number in range(rows):
        values = [
            _value(column, place, number, column.name in distinct, column.name in required)
            for place, column in enumerate(layout.columns)
        ]
        statement = f'INSERT INTO "{layout.name}" ({names}) VALUES ({marks})'
        connection.execute(statement, values)


def _distinct_columns(connection: sqlite3.Connection, layout: TableLayout) -> set[str]:
    indexes = connection.execute(f'PRAGMA index_list("{layout.name}")').fetchall()
    found = set(layout.key)
    for index in indexes:
        if index[2]:
            found |= {row[2] for row in connection.execute(f'PRAGMA index_info("{index[1]}")')}
    return found


def _value(column: Column, place: int, number: int, distinct: bool, required: bool) -> Any:
    choices = tuple(range(10)) if column.name == CHECKED else VALUES[column.kind]
    value = choices[(number + place) % len(choices)]
    if not distinct:
        return None if not required and (number + place) % 4 == 0 else value
    if column.kind is ColumnKind.TEXT:
        return f"{value}{number}"
    if column.kind is ColumnKind.BYTES:
        return bytes(value) + number.to_bytes(2)
    return number * 7 - 60 if column.kind is ColumnKind.INTEGER else number * 0.1 - 2


def raw_rows(path: Path) -> dict[str, list[str]]:
    """Return all rows of all tables, read without our code, with texts as PostgreSQL has them."""
    connection = sqlite3.connect(path)
    connection.text_factory = lambda data: data.decode(errors="replace").replace("\0", "\ufffd")
    tables = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'table'")
    found: dict[str, list[str]] = {}
    for name, text in tables.fetchall():
        columns = "*" if "PRIMARY KEY" in text or name.startswith("sqlite_") else "rowid, *"
        rows = connection.execute(f'SELECT {columns} FROM "{name}"').fetchall()
        found[name] = sorted(map(repr, rows))
    connection.close()
    return found

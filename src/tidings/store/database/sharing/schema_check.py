"""Compares the tables on a server with what the migrations make, in an empty SQLite database."""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from tidings.store.database.schema import migrate
from tidings.store.database.session import Reader
from tidings.store.database.sqlite_session import SqliteSession

_COLUMNS = """
    SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relkind = 'r'
    AND a.attnum > 0 AND NOT a.attisdropped"""
_INDEXES = """
    SELECT c.relname, i.indisvalid FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
    WHERE c.relnamespace = CAST(current_schema() AS regnamespace)"""
_TRIGGERS = """
    SELECT t.tgname, t.tgenabled <> 'D' FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND NOT t.tgisinternal"""


@dataclass(frozen=True, slots=True)
class ExpectedSchema:
    """The names that the migrations make."""

    columns: frozenset[tuple[str, str]]  # table and column
    indexes: frozenset[str]
    triggers: frozenset[str]


@lru_cache(maxsize=1)
def expected_schema() -> ExpectedSchema:
    """Return what a database of this version has."""
    connection = sqlite3.connect(":memory:", isolation_level=None, factory=SqliteSession)
    connection.row_factory = sqlite3.Row
    try:
        migrate(connection, 0)
        columns = connection.execute(
            "SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p "
            "WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'"
        ).fetchall()
        named = connection.execute(
            "SELECT type, name FROM sqlite_master WHERE sql IS NOT NULL"
        ).fetchall()
    finally:
        connection.close()
    return ExpectedSchema(
        frozenset((row[0], row[1]) for row in columns),
        frozenset(row[1] for row in named if row[0] == "index"),
        frozenset(row[1] for row in named if row[0] == "trigger"),
    )


def schema_problems(connection: Reader) -> Iterator[str]:
    """Yield what the tables on a server lack."""
    expected = expected_schema()
    columns = {(row[0], row[1]) for row in connection.execute(_COLUMNS)}
    indexes = {row[0]: row[1] for row in connection.execute(_INDEXES)}
    triggers = {row[0]: row[1] for row in connection.execute(_TRIGGERS)}
    tables = {table for table, _ in columns}
    for table in sorted({table for table, _ in expected.columns} - tables):
        yield f"the table {table} is missing"
    for table, column in sorted(expected.columns - columns):
        if table in tables:
            yield f"the column {table}.{column} is missing"
    for what, wanted, found in (
        ("index", expected.indexes, indexes),
        ("trigger", expected.triggers, triggers),
    ):
        for name in sorted(wanted):
            if name not in found:
                yield f"the {what} {name} is missing"
            elif not found[name]:
                yield f"the {what} {name} is not in force"

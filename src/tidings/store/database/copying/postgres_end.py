"""A PostgreSQL database as the end of a copy: rows go in and out by COPY, in binary form."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager

import psycopg

from tidings.settings.tree import DatabaseSettings
from tidings.store.database.copying.copy_end import CopyRefused, listed, quoted, selection
from tidings.store.database.copying.table_layout import (
    LEFT_OUT,
    Column,
    ColumnKind,
    Key,
    Row,
    RowStream,
    TableLayout,
    table_layout,
)
from tidings.store.database.dialect import with_percent_parameters
from tidings.store.database.errors import StoreError
from tidings.store.database.postgres_connection import PostgresServer, translated
from tidings.store.database.session import Parameters

_COPYING_LOCK = 0x54444E43  # "TDNC": one copy at a time reads or fills a database
_LOCK_SECONDS = 30  # like SQLite's timeout: what others write takes less
_KINDS = {
    "int8": ColumnKind.INTEGER,
    "float8": ColumnKind.REAL,
    "text": ColumnKind.TEXT,
    "bytea": ColumnKind.BYTES,
}
_TYPES = {kind: name for name, kind in _KINDS.items()}
_COLUMNS = """
    SELECT c.relname, a.attname, t.typname, coalesce(array_position(i.indkey, a.attnum), -1)
    FROM pg_class c
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
    WHERE c.relkind = 'r' AND c.relnamespace = CAST(current_schema() AS regnamespace)
    ORDER BY c.relname, a.attnum"""


class PostgresEnd:
    """Connections to a database that has the tables of a home."""

    def __init__(self, url: str, settings: DatabaseSettings) -> None:
        server = PostgresServer(url, settings)
        self.name = server.name
        self._connection = server.connected(f"SET lock_timeout = '{_LOCK_SECONDS}s'")
        try:
            self._connection.execute("SELECT pg_advisory_lock(%s)", (_COPYING_LOCK,))
        except psycopg.Error as error:
            self.close()
            raise _refused(error, "Another process is copying from or into it") from error

    def require_alone(self) -> None:
        """Do nothing: who owns a home in PostgreSQL is known, and tables can be locked."""

    def layouts(self) -> dict[str, TableLayout]:
        """Return the tables of the home by name."""
        found: dict[str, list[Row]] = {}
        for table, *column in self.execute(_COLUMNS):
            if table not in LEFT_OUT:
                found.setdefault(table, []).append(tuple(column))
        return {name: _layout(name, columns) for name, columns in found.items()}

    def freeze(self, tables: Collection[str]) -> None:
        """Lock the tables against writing, in a transaction that sees one state of them all."""
        self.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
        try:
            self._connection.execute(f"LOCK TABLE {listed(sorted(tables))} IN SHARE MODE")
        except psycopg.Error as error:
            raise _refused(error, "Another process is writing to it") from error

    def settle(self) -> None:
        """Do nothing: the tables stay locked until the end is closed."""

    def leave(self, place: str) -> None:
        """Note that the rows are elsewhere now, so that no other machine goes on with these."""
        self.execute("CREATE TABLE IF NOT EXISTS moved_away (place TEXT NOT NULL)")
        self.execute("INSERT INTO moved_away VALUES (?)", (place,))
        self.execute("COMMIT")

    def count(self, table: str) -> int:
        """Return how many rows a table has."""
        return int(self.execute(f"SELECT count(*) FROM {quoted(table)}")[0][0])  # noqa: S608

    def rows(self, layout: TableLayout, after: Key | None = None) -> RowStream:
        """Yield the rows in the order of their keys, those after a key only."""
        statement = selection(layout, _read_columns(layout), ["%s" for _ in after or ()])
        return self._copied_out(layout, statement, after or ())

    def all_rows(self, layout: TableLayout) -> RowStream:
        """Yield all rows in any order."""
        statement = f"SELECT {_read_columns(layout)} FROM {quoted(layout.name)}"  # noqa: S608
        return self._copied_out(layout, statement, ())

    def _copied_out(self, layout: TableLayout, statement: str, values: Key) -> RowStream:
        command = f"COPY ({statement}) TO STDOUT (FORMAT BINARY)"
        try:
            # A transaction of its own, because a reader that goes away in the middle undoes it.
            with (
                self._connection.transaction(),
                self._connection.cursor().copy(command, values or None) as copy,
            ):
                copy.set_types([_TYPES[column.kind] for column in layout.columns])
                yield from copy.rows()
        except psycopg.Error as error:
            raise _translated(error) from error

    def highest_number(self, layout: TableLayout) -> int:
        """Return the highest number of a row, also of a row that is gone."""
        if layout.numbered is None:
            return 0
        statement = f"SELECT max({quoted(layout.numbered)}) FROM {quoted(layout.name)}"  # noqa: S608
        highest = int(self.execute(statement)[0][0] or 0)
        if (sequence := self._sequence(layout)) is None:
            return highest
        last, is_used = self.execute(f"SELECT last_value, is_called FROM {sequence}")[0]  # noqa: S608
        return max(highest, int(last) if is_used else 0)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit what the block does, or undo it if it fails."""
        try:
            with self._connection.transaction():
                yield
        except psycopg.Error as error:
            raise _translated(error) from error

    def execute(self, statement: str, parameters: Parameters = ()) -> list[Row]:
        """Run a statement and return its rows."""
        try:
            cursor = self._connection.execute(with_percent_parameters(statement), parameters)
            return [tuple(row) for row in cursor.fetchall()] if cursor.description else []
        except psycopg.Error as error:
            raise _translated(error) from error

    def has_progress(self) -> bool:
        """Return whether the table of unfinished copies exists."""
        return bool(self.execute("SELECT to_regclass('migration_progress') IS NOT NULL")[0][0])

    def write(self, layout: TableLayout, rows: Sequence[Row]) -> None:
        """Add rows; COPY also writes the numbers that the table would give by itself."""
        command = f"COPY {quoted(layout.name)} ({listed(layout.names)}) FROM STDIN (FORMAT BINARY)"
        try:
            with self._connection.cursor().copy(command) as copy:
                copy.set_types([_TYPES[column.kind] for column in layout.columns])
                for row in rows:
                    copy.write_row(row)
        except psycopg.Error as error:
            raise _translated(error) from error

    def keep_number(self, layout: TableLayout, number: int) -> None:
        """Give no new row a number up to this one."""
        sequence = self._sequence(layout)
        if sequence is not None and number > 0:
            self.execute("SELECT setval(CAST(? AS regclass), ?)", (sequence, number))

    def _sequence(self, layout: TableLayout) -> str | None:
        names = (quoted(layout.name), layout.numbered)
        found = self.execute("SELECT pg_get_serial_sequence(?, ?)", names)[0][0]
        return None if found is None else str(found)

    def close(self) -> None:
        """Undo what is not committed, and let others write again."""
        self._connection.close()


def _layout(table: str, found: Sequence[Row]) -> TableLayout:
    columns = [Column(name, _KINDS[kind]) for name, kind, _ in found]
    key = tuple(name for place, name in sorted((row[2], row[0]) for row in found) if place >= 0)
    return table_layout(table, columns, key or ("rowid",))


def _read_columns(layout: TableLayout) -> str:
    """Return what is selected. SQLite has no -0.0, so it is read as 0.0."""
    return ", ".join(
        f"{quoted(column.name)} + CAST(0 AS float8)"
        if column.kind is ColumnKind.REAL
        else quoted(column.name)
        for column in layout.columns
    )


def _refused(error: psycopg.Error, why: str) -> Exception:
    if isinstance(error, psycopg.errors.LockNotAvailable):
        return CopyRefused(f"The database is in use. {why}: wait for it, or stop it.")
    return _translated(error)


def _translated(error: psycopg.Error) -> StoreError:
    """Return our exception; a value that is too long for an index is a fault of its row."""
    if isinstance(error, psycopg.errors.ProgramLimitExceeded):
        return StoreError(str(error))
    return translated(error)

"""A SQLite file as the end of a copy."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tidings.store.database.copying.copy_end import CopyRefused, listed, quoted, selection
from tidings.store.database.copying.row_values import MendedText, text_of
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
from tidings.store.database.errors import StoreLost
from tidings.store.database.schema import migrate
from tidings.store.database.session import Parameters
from tidings.store.database.sqlite import connect

_BUSY_MILLISECONDS = 30_000  # as for every connection
_ALONE_MILLISECONDS = 2_000  # a command that reads takes less
_CACHE_KB = 65_536  # like the writer's: the indexes of a table are filled in any order


class SqliteEnd:
    """A connection to a file that has the tables of a home."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self.session = connect(path)
        self.session.row_factory = None
        self.session.text_factory = text_of
        self.session.execute(f"PRAGMA cache_size = -{_CACHE_KB}")

    def require_alone(self) -> None:
        """Raise CopyRefused if another process has the file open: it would write to it later."""
        self.execute(f"PRAGMA busy_timeout = {_ALONE_MILLISECONDS}")
        try:
            self.execute("PRAGMA journal_mode = DELETE")  # only who is alone may change it
            self.execute("PRAGMA journal_mode = WAL")
        except StoreLost as error:
            raise CopyRefused(
                f"Another process has {self.name} open, such as 'tidings serve': stop it."
            ) from error
        self.execute(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}")

    def layouts(self) -> dict[str, TableLayout]:
        """Return the tables of the home by name."""
        tables = self.execute(
            "SELECT name FROM sqlite_master "
            "WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'"
        )
        return {name: self._layout(name) for (name,) in tables if name not in LEFT_OUT}

    def _layout(self, table: str) -> TableLayout:
        found = self.execute(f"PRAGMA table_info({quoted(table)})")
        columns = tuple(Column(row[1], ColumnKind(row[2])) for row in found)
        key = tuple(name for place, name in sorted((row[5], row[1]) for row in found) if place)
        if key:
            return table_layout(table, columns, key)
        number = Column("rowid", ColumnKind.INTEGER)
        return table_layout(table, (number, *columns), (number.name,))

    def freeze(self, tables: Collection[str]) -> None:
        """Take the one right to write; SQLite has no smaller one."""
        try:
            self.session.execute("BEGIN IMMEDIATE")
        except StoreLost as error:
            raise CopyRefused(
                f"Another process is writing to {self.name} ({error}): stop it."
            ) from error

    def settle(self) -> None:
        """Let nobody read or write any more; raises CopyRefused if somebody can."""
        before = self.execute("PRAGMA data_version")
        self.execute("COMMIT")
        self.require_alone()
        self.execute("PRAGMA journal_mode = DELETE")  # the file is all that there is from now on
        self.execute("BEGIN EXCLUSIVE")
        if self.execute("PRAGMA data_version") != before:
            raise CopyRefused(f"Another process has written to {self.name}: stop it.")

    def leave(self, place: str) -> None:
        """Do nothing: a file that is not continued is renamed."""

    def count(self, table: str) -> int:
        """Return how many rows a table has."""
        return int(self.execute(f"SELECT count(*) FROM {quoted(table)}")[0][0])  # noqa: S608

    def rows(self, layout: TableLayout, after: Key | None = None) -> RowStream:
        """Yield the rows in the order of their keys, those after a key only."""
        placeholders = [
            "CAST(? AS TEXT)" if isinstance(p, MendedText) else "?" for p in after or ()
        ]
        values = [p.original if isinstance(p, MendedText) else p for p in after or ()]
        statement = selection(layout, listed(layout.names), placeholders)
        yield from self.session.execute(statement, values)

    def all_rows(self, layout: TableLayout) -> RowStream:
        """Yield all rows in any order."""
        statement = f"SELECT {listed(layout.names)} FROM {quoted(layout.name)}"  # noqa: S608
        yield from self.session.execute(statement)

    def highest_number(self, layout: TableLayout) -> int:
        """Return the highest number of a row, also of a row that is gone if SQLite knows it."""
        if layout.numbered is None:
            return 0
        statement = f"SELECT max({quoted(layout.numbered)}) FROM {quoted(layout.name)}"  # noqa: S608
        highest = self.execute(statement)[0][0] or 0
        kept = self.execute("SELECT max(seq) FROM sqlite_sequence WHERE name = ?", (layout.name,))
        return max(int(highest), int(kept[0][0] or 0))

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit what the block does, or undo it if it fails."""
        self.session.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.session.execute("COMMIT")
        except BaseException:
            if self.session.in_transaction:
                self.session.execute("ROLLBACK")
            raise

    def execute(self, statement: str, parameters: Parameters = ()) -> list[Row]:
        """Run a statement and return its rows."""
        return self.session.execute(statement, parameters).fetchall()

    def has_progress(self) -> bool:
        """Return whether the table of unfinished copies exists."""
        found = "SELECT 1 FROM sqlite_master WHERE name = 'migration_progress'"
        return bool(self.execute(found))

    def write(self, layout: TableLayout, rows: Sequence[Row]) -> None:
        """Add rows."""
        places = ", ".join("?" for _ in layout.columns)
        self.session.executemany(
            f"INSERT INTO {quoted(layout.name)} ({listed(layout.names)}) VALUES ({places})",  # noqa: S608
            rows,
        )

    def keep_number(self, layout: TableLayout, number: int) -> None:
        """Give no new row a number up to this one, if the table remembers numbers at all."""
        if not self._remembers_numbers(layout.name) or number < 1:
            return
        changed = self.session.execute(
            "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?", (number, layout.name)
        )
        if not changed.rowcount:
            self.execute("INSERT INTO sqlite_sequence VALUES (?, ?)", (layout.name, number))

    def _remembers_numbers(self, table: str) -> bool:
        found = "SELECT instr(sql, 'AUTOINCREMENT') FROM sqlite_master WHERE name = ?"
        return bool(self.execute(found, (table,))[0][0])

    def close(self) -> None:
        """Undo what is not committed, and let others write again."""
        self.session.close()


def tables_filled_by_migrations() -> frozenset[str]:
    """Return the tables that have rows in a database that is new."""
    end = SqliteEnd(Path(":memory:"))
    migrate(end.session, 0)
    filled = frozenset(name for name in end.layouts() if end.count(name))
    end.close()
    return filled

"""How far a copy into a database has come: a table that is there only until it is complete.

Every chunk of rows is committed with its line here, so a copy that was killed goes on behind it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tidings.store.database.copying.copy_end import CopyEnd
from tidings.store.database.copying.row_values import key_from, stored_key
from tidings.store.database.copying.table_layout import Key
from tidings.store.database.dialect import POSTGRES
from tidings.store.database.session import Reader

_CREATE = """
    CREATE TABLE migration_progress (
        name TEXT PRIMARY KEY,
        origin TEXT NOT NULL,
        last_key TEXT,
        copied BIGINT NOT NULL,
        mended BIGINT NOT NULL,
        state TEXT NOT NULL
    )"""
_COPYING, _COPIED, _VERIFIED = "copying", "copied", "verified"


@dataclass(frozen=True, slots=True)
class TableProgress:
    """How far the copy of one table has come."""

    last_key: Key | None = None
    rows: int = 0
    mended: int = 0  # texts that could not be kept as they were
    is_copied: bool = False

    @property
    def is_begun(self) -> bool:
        """Whether there may be rows of it."""
        return self.is_copied or self.last_key is not None


def unfinished_migration(reader: Reader) -> str | None:
    """Return why the rows of a database are not a home to go on with, or None if they are."""
    if _has_table(reader, "moved_away"):
        place = reader.execute("SELECT place FROM moved_away").fetchone()
        return f"The rows of this home were moved to {place[0]}: use them there."
    if not _has_table(reader, "migration_progress"):
        return None
    row = reader.execute(
        "SELECT origin FROM migration_progress WHERE state <> ? LIMIT 1", (_VERIFIED,)
    ).fetchone()
    if row is None:
        return None
    return (
        f"A migration into this database has not finished; its rows come from {row[0]}: run "
        "'tidings migrate --to …' there again."
    )


def _has_table(reader: Reader, name: str) -> bool:
    if reader.dialect is POSTGRES:
        statement = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    else:
        statement = "SELECT name FROM sqlite_master WHERE type = 'table'"
    return any(row[0] == name for row in reader.execute(statement))


def begin_progress(end: CopyEnd, origin: str, tables: Iterable[str]) -> None:
    """Note that a copy begins; the tables are empty."""
    end.execute(_CREATE)
    for table in tables:
        end.execute(
            "INSERT INTO migration_progress VALUES (?, ?, ?, ?, ?, ?)",
            (table, origin, None, 0, 0, _COPYING),
        )


def origin_of(end: CopyEnd) -> str | None:
    """Return where the rows of a copy come from that is not complete, verified or not."""
    if not end.has_progress():
        return None
    found = end.execute("SELECT origin FROM migration_progress LIMIT 1")
    return str(found[0][0]) if found else ""


def progress_of(end: CopyEnd) -> dict[str, TableProgress]:
    """Return how far each table has come."""
    found = end.execute("SELECT name, last_key, copied, mended, state FROM migration_progress")
    return {
        name: TableProgress(key_from(key) if key else None, rows, mended, state != _COPYING)
        for name, key, rows, mended, state in found
    }


def note_progress(end: CopyEnd, table: str, progress: TableProgress) -> None:
    """Note how far a table has come, in the transaction of its rows."""
    key = stored_key(progress.last_key) if progress.last_key is not None else None
    state = _COPIED if progress.is_copied else _COPYING
    end.execute(
        "UPDATE migration_progress SET last_key = ?, copied = ?, mended = ?, state = ? "
        "WHERE name = ?",
        (key, progress.rows, progress.mended, state, table),
    )


def note_verified(end: CopyEnd) -> None:
    """Note that all tables hold what they should: from now on the database may be used."""
    end.execute("UPDATE migration_progress SET state = ?", (_VERIFIED,))


def end_progress(end: CopyEnd) -> None:
    """Forget the copy, once its database is in use."""
    if end.has_progress():
        end.execute("DROP TABLE migration_progress")

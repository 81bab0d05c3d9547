"""The SQLite database: opening and migrating it, and its connections."""

import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from tidings.settings.tree import DatabaseSettings, StoreSettings
from tidings.store.database.errors import StoreError, StoreLost, StoreUnusable
from tidings.store.database.grouped_writes import GroupedWrites
from tidings.store.database.schema import VERSION, migrate
from tidings.store.database.sharing.remarks import ServerRemarks
from tidings.store.database.sqlite_session import SqliteSession, SqliteWriterSession, translated
from tidings.store.database.without_logins import hide_login_articles

C = TypeVar("C", bound=SqliteSession)

# "TDNG": identifies our files, so that another program's SQLite file is refused clearly.
APPLICATION_ID = 0x54444E47
# SQLite's maximum. Mapped rows take a quarter of the time of rows that are read. The file never
# shrinks, so a mapped page is never missing.
_READER_MAP_BYTES = 0x7FFF_0000
_READER_CACHE_KB = 4_096  # for what is not mapped yet; there are a dozen reading threads
_COPIED_PAGES = 4_096  # at once, between two reports
_WRITER_CACHE_KB = 65_536  # the hot part of the indexes with ten million URLs


class SqliteDatabase(GroupedWrites):
    """One database file."""

    def __init__(
        self,
        path: Path,
        settings: StoreSettings,
        database: DatabaseSettings,
        with_logins: bool = True,
    ) -> None:
        super().__init__(settings, database)
        self._path = path
        self._with_logins = with_logins
        self._local = threading.local()
        self._connections: list[SqliteSession] = []
        self._version_reader: SqliteSession | None = None  # never writes: see version()
        self._version_lock = threading.Lock()
        _prepare(path)

    def read(self) -> SqliteSession:
        """Return this thread's own reading connection."""
        connection: SqliteSession | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self._path)
            if not self._with_logins:
                connection.execute("PRAGMA temp_store = MEMORY")
                hide_login_articles(connection, "main.articles")
            connection.execute("PRAGMA query_only = ON")
            connection.execute(f"PRAGMA mmap_size = {_READER_MAP_BYTES}")
            self._local.connection = connection
            self._connections.append(connection)
        return connection

    def open_writer(self) -> SqliteWriterSession:
        """Connect the writer, with a large cache."""
        connection = _connect(self._path, SqliteWriterSession)
        connection.execute(f"PRAGMA cache_size = -{_WRITER_CACHE_KB}")
        return connection

    def version(self) -> int:
        """Return a number that changes with every commit of any process.

        `data_version` ignores commits of its own connection, so that one only reads."""
        with self._version_lock:
            if self._version_reader is None:
                self._version_reader = connect(self._path)
                self._connections.append(self._version_reader)
            return int(self._version_reader.execute("PRAGMA data_version").fetchone()[0])

    def ownership(self) -> None:
        """Return None: who owns a file is settled by the lock of its folder."""

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Return what does nothing: nobody tells of another process's commit."""
        return lambda: None

    def integrity_errors(self) -> list[str]:
        """Return the errors that `PRAGMA integrity_check` finds."""
        try:
            rows = [str(row[0]) for row in self.read().execute("PRAGMA integrity_check")]
        except StoreError as error:
            return [str(error)]
        return [row for row in rows if row != "ok"]

    def remarks(self) -> ServerRemarks:
        """Return nothing: there is no server."""
        return ServerRemarks()

    def copy_to(self, path: Path, on_progress: Callable[[int, int], None]) -> bool:
        """Copy all rows as they are now into a new file; return True."""
        with closing(connect(self._path)) as source, closing(sqlite3.connect(path)) as copy:
            # A reader sees one state until its transaction ends; without one, each commit of
            # another process would begin the copy again.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            try:
                source.backup(
                    copy,
                    pages=_COPIED_PAGES,
                    progress=lambda _, left, total: on_progress(total - left, total),
                )
            except sqlite3.Error as error:
                raise translated(error) from error
            source.execute("ROLLBACK")
        return True

    def close(self) -> None:
        """Finish all queued writes and close every connection."""
        self.finish_writes()
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._version_reader = None


def connect(path: Path) -> SqliteSession:
    """Return a connection with our settings: WAL, a long timeout, rows by name."""
    return _connect(path, SqliteSession)


def _connect(path: Path, kind: type[C]) -> C:
    try:
        connection = sqlite3.connect(
            path, isolation_level=None, check_same_thread=False, timeout=30, factory=kind
        )
    except sqlite3.Error as error:
        raise translated(error) from error
    connection.row_factory = sqlite3.Row
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")  # WAL: a crash loses nothing committed
    connection.execute(f"PRAGMA cache_size = -{_READER_CACHE_KB}")
    # 64 MB: pages that change often are written once; recovery takes well under a second.
    connection.execute("PRAGMA wal_autocheckpoint = 16384")
    return connection


def _prepare(path: Path) -> None:
    """Create or migrate the file, or raise StoreUnusable with the reason."""
    try:
        connection = connect(path)
    except StoreError as error:
        raise _unusable(path, error) from error
    try:
        _migrate(connection, path)
    except StoreError as error:
        raise _unusable(path, error) from error
    finally:
        connection.close()


def _unusable(path: Path, error: StoreError) -> StoreUnusable:
    if isinstance(error, StoreLost):
        return StoreUnusable(
            f"{path} cannot be opened ({error}): check that the folder exists, that you may write "
            "to it and that its disk is not full."
        )
    return StoreUnusable(
        f"{path} is not a valid database ({error}): move it away (the archive next to it has "
        "every page) or restore a backup."
    )


def _migrate(connection: SqliteSession, path: Path) -> None:
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    owner = int(connection.execute("PRAGMA application_id").fetchone()[0])
    tables = int(connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if tables and owner != APPLICATION_ID:
        raise StoreUnusable(f"{path} is a database of another program: choose another --home.")
    if version > VERSION:
        raise StoreUnusable(
            f"{path} was written by a newer Tidings (database version {version}, this one supports "
            f"{VERSION}): update Tidings or choose another --home."
        )
    if version < VERSION:
        connection.execute(f"PRAGMA cache_size = -{_WRITER_CACHE_KB}")  # it may touch every row
        connection.execute("BEGIN IMMEDIATE")
        _upgrade(connection)
        connection.execute("COMMIT")


def _upgrade(connection: SqliteSession) -> None:
    """Run the missing migrations; reads the version again, now that we hold the lock."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    migrate(connection, version)
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")

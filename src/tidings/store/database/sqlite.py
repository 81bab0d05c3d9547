"""The SQLite database: opening and migrating it, readers, and the one thread that writes."""

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from tidings.settings.tree import StoreSettings
from tidings.store.database.errors import StoreError, StoreLost, StoreUnusable
from tidings.store.database.schema import MIGRATIONS, VERSION
from tidings.store.database.session import Writer
from tidings.store.database.sqlite_session import (
    NOTHING,
    SqliteSession,
    SqliteWriterSession,
    translated,
)
from tidings.store.database.write_outcomes import Waiter, deliver_outcomes, may_begin
from tidings.store.database.write_queue import WriteQueue

T = TypeVar("T")
C = TypeVar("C", bound=SqliteSession)
_Item = tuple[Callable[[Writer], Any], Waiter]

# "TDNG": identifies our files, so that another program's SQLite file is refused clearly.
APPLICATION_ID = 0x54444E47
# SQLite's maximum. Mapped rows take a quarter of the time of rows that are read. The file never
# shrinks, so a mapped page is never missing.
_READER_MAP_BYTES = 0x7FFF_0000
_READER_CACHE_KB = 4_096  # for what is not mapped yet; there are a dozen reading threads
_WRITER_CACHE_KB = 65_536  # the hot part of the indexes with ten million URLs


class SqliteDatabase:
    """One database file; its writer is a thread."""

    def __init__(self, path: Path, settings: StoreSettings) -> None:
        self._path = path
        self._settings = settings
        self._local = threading.local()
        self._connections: list[SqliteSession] = []
        self._queue: WriteQueue[_Item] = self._new_queue()
        self._thread: threading.Thread | None = None
        self._version_reader: SqliteSession | None = None  # never writes: see version()
        self._version_lock = threading.Lock()
        self.before_commit: Callable[[], None] = lambda: None
        self.after_rollback: Callable[[], None] = lambda: None
        _prepare(path)

    def read(self) -> SqliteSession:
        """Return this thread's own reading connection."""
        connection: SqliteSession | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = connect(self._path)
            connection.execute("PRAGMA query_only = ON")
            connection.execute(f"PRAGMA mmap_size = {_READER_MAP_BYTES}")
            self._local.connection = connection
            self._connections.append(connection)
        return connection

    def version(self) -> int:
        """Return a number that changes with every commit of any process.

        `data_version` ignores commits of its own connection, so that one only reads."""
        with self._version_lock:
            if self._version_reader is None:
                self._version_reader = connect(self._path)
                self._connections.append(self._version_reader)
            return int(self._version_reader.execute("PRAGMA data_version").fetchone()[0])

    def write(self, work: Callable[[Writer], T]) -> "Future[T]":
        """Queue `work` for the next transaction; blocks while the queue is full."""
        future: Future[T] = Future()
        self._put(work, future)
        return future

    def write_async(self, work: Callable[[Writer], T]) -> "asyncio.Future[T]":
        """Do the same for a caller in the running event loop."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._put(work, future)
        return future

    def _put(self, work: Callable[[Writer], Any], waiter: Waiter) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
            self._thread.start()
        self._queue.put((work, waiter))

    def integrity_errors(self) -> list[str]:
        """Return the errors that `PRAGMA integrity_check` finds."""
        try:
            rows = [str(row[0]) for row in self.read().execute("PRAGMA integrity_check")]
        except StoreError as error:
            return [str(error)]
        return [row for row in rows if row != "ok"]

    def close(self) -> None:
        """Finish all queued writes and close every connection."""
        if self._thread is not None:
            self._queue.close()
            self._thread.join()
            self._thread, self._queue = None, self._new_queue()
        for connection in self._connections:
            connection.close()
        self._connections.clear()
        self._version_reader = None

    def _new_queue(self) -> WriteQueue[_Item]:
        return WriteQueue(self._settings.batch, self._settings.commit_seconds)

    def _run(self) -> None:
        connection = _connect(self._path, SqliteWriterSession)
        connection.execute(f"PRAGMA cache_size = -{_WRITER_CACHE_KB}")
        while batch := self._queue.take():
            if not _commit(connection, batch, self.before_commit):
                self.after_rollback()
        connection.close()


def _commit(
    connection: SqliteWriterSession, batch: Sequence[_Item], before_commit: Callable[[], None]
) -> bool:
    """Run a batch as one transaction; undo a failing piece alone. False: all was undone."""
    # Skip cancelled pieces; from here on, the others cannot be cancelled.
    batch = [(work, waiter) for work, waiter in batch if may_begin(waiter)]
    try:
        connection.execute("BEGIN IMMEDIATE")
        outcomes = [(waiter, *_attempt(connection, work)) for work, waiter in batch]
        connection.write_all()
        before_commit()
        connection.execute("COMMIT")
    except (StoreError, OSError) as error:
        connection.drop_after(NOTHING)
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        deliver_outcomes((waiter, None, error) for _, waiter in batch)
        return False
    deliver_outcomes(outcomes)
    return True


def _attempt(
    connection: SqliteWriterSession, work: Callable[[Writer], Any]
) -> tuple[Any, Exception | None]:
    mark = connection.mark()
    connection.execute("SAVEPOINT piece")
    try:
        result, failure = work(connection), None
    except StoreLost:
        raise  # a problem of the disk or the file, not of the piece: the batch fails
    except Exception as error:  # noqa: BLE001 - passed to the caller of the piece
        connection.execute("ROLLBACK TO piece")
        connection.drop_after(mark)
        result, failure = None, error
    connection.execute("RELEASE piece")
    return result, failure


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
        connection.execute("BEGIN IMMEDIATE")
        _upgrade(connection)
        connection.execute("COMMIT")


def _upgrade(connection: SqliteSession) -> None:
    """Run the missing migrations; reads the version again, now that we hold the lock."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    for script in MIGRATIONS[version:]:
        for statement in script.split(";\n"):
            connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")

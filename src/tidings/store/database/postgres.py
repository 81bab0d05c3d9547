"""The PostgreSQL database: migrating it, and its connections. Needs the extra `postgres`."""

import threading
import uuid
from collections.abc import Callable
from contextlib import closing
from itertools import count
from pathlib import Path

import psycopg

from tidings.settings.tree import DatabaseSettings, StoreSettings
from tidings.store.database.errors import StoreError, StoreUnusable
from tidings.store.database.grouped_writes import GroupedWrites
from tidings.store.database.postgres_connection import Connection, PostgresServer
from tidings.store.database.postgres_session import (
    FORGET_OLD_COMMITS,
    LAST_COMMITS,
    PostgresReaderSession,
    PostgresSession,
    PostgresWriterSession,
    WriterTerms,
)
from tidings.store.database.schema import VERSION, migrate
from tidings.store.database.sharing.commit_listener import CommitListener
from tidings.store.database.sharing.fence import OWNERSHIP, READ_FENCE, SharedNames
from tidings.store.database.sharing.ownership import SIGN_OF_LIFE, PostgresOwnership
from tidings.store.database.sharing.remarks import ServerRemarks
from tidings.store.database.sharing.server_check import server_problems, server_remarks
from tidings.store.database.without_logins import hide_login_articles

_MIGRATION_LOCK = 0x54444E47  # "TDNG": two processes that start at once migrate one after the other
# A writer that hangs in a transaction, or is stopped, lets the others write after that time. The
# archive may need a while to put what is committed with it on its store. Who waits for a lock gives
# up a little earlier, and tries again while its patience lasts.
_WRITER = "SET idle_in_transaction_session_timeout = '60s'; SET lock_timeout = '30s'"

_OPENING = "BEGIN ISOLATION LEVEL READ COMMITTED"

# Changes with each transaction of each writer, because it writes its number there.
_COMMITS = "SELECT CAST(sum(hashtextextended(writer, number)) AS text) FROM last_commits"


class PostgresDatabase(GroupedWrites):
    """The tables in the current schema of one PostgreSQL database.

    Writers that write `alongside` others take no turns: their rows are nobody else's.
    """

    def __init__(
        self,
        url: str,
        settings: StoreSettings,
        database: DatabaseSettings,
        with_logins: bool = True,
        *,
        alongside: bool = False,
    ) -> None:
        super().__init__(settings, database)
        self._with_logins = with_logins
        self._local = threading.local()
        self._sessions: list[PostgresSession] = []
        self._commits = ""
        self._version = 0
        self._version_lock = threading.Lock()
        self._server = PostgresServer(url, database)
        names = _prepared(self._server)
        self._ownership = PostgresOwnership(self._owner_session, names)
        self._terms = self._new_terms(names, alongside)
        self._listener = CommitListener(lambda: self._server.connected(f"LISTEN {names.channel}"))

    def read(self) -> PostgresSession:
        """Return this thread's own reading session."""
        session: PostgresSession | None = getattr(self._local, "session", None)
        if session is None:
            session = PostgresReaderSession(self._reader_connection, self.new_patience)
            self._local.session = session
            self._sessions.append(session)
        return session

    def _reader_connection(self) -> Connection:
        connection = self._server.connected()
        session = PostgresSession(connection)
        if not self._with_logins:
            hide_login_articles(session, "articles")
        session.execute("SET default_transaction_read_only = on")
        return connection

    def open_writer(self) -> PostgresWriterSession:
        """Connect the writer."""
        return PostgresWriterSession(self._server.connected(_WRITER), self._terms)

    def ownership(self) -> PostgresOwnership:
        """Return the right to own the home; once it is taken, each transaction asserts it."""
        return self._ownership

    def _owner_session(self) -> PostgresSession:
        return PostgresSession(self._server.connected(SIGN_OF_LIFE))

    def _new_terms(self, names: SharedNames, alongside: bool) -> WriterTerms:
        lock = "pg_advisory_xact_lock_shared" if alongside else "pg_advisory_xact_lock"
        return WriterTerms(
            writer=uuid.uuid4().hex,
            opening=f"{_OPENING}; SELECT {lock}({names.writer_lock}); {READ_FENCE}",
            notify=f"NOTIFY {names.channel}",
            next_number=count(1).__next__,
            fence=lambda: self._ownership.fence,
        )

    def watch(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back soon after each commit of any process."""
        return self._listener.add(callback)

    def version(self) -> int:
        """Return a number that changes with every commit of any process.

        It is not the server's snapshot, which changes with other databases and its own work, too.
        """
        with self._version_lock:
            row = self.read().execute(_COMMITS).fetchone()
            if row[0] != self._commits:
                self._commits = row[0]
                self._version += 1
            return self._version

    def integrity_errors(self) -> list[str]:
        """Return what the server lacks, or why it does not answer: it checks its own pages."""
        try:
            return list(server_problems(self.read()))
        except StoreError as error:
            return [str(error)]

    def remarks(self) -> ServerRemarks:
        """Return what the server says about itself."""
        return server_remarks(self.read(), self._server.name)

    def copy_to(self, path: Path, on_progress: Callable[[int, int], None]) -> bool:
        """Return False: rows on a server are copied with the server's own programs."""
        return False

    def close(self) -> None:
        """Finish all queued writes and close every connection."""
        self.finish_writes()
        self._ownership.release()
        self._listener.close()
        for session in self._sessions:
            session.close()
        self._sessions.clear()
        self._local = threading.local()


def _prepared(server: PostgresServer) -> SharedNames:
    """Create or migrate the tables, or raise StoreUnusable with the reason."""
    try:
        with closing(server.connected()) as connection, connection.transaction():
            connection.execute(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
            _migrate(connection, server.name)
            return SharedNames(connection.execute("SELECT current_schema()").fetchone()[0])
    except (StoreError, psycopg.Error) as error:
        raise StoreUnusable(f"{server.name} cannot be used ({error}).") from error


def _migrate(connection: Connection, url: str) -> None:
    tables = connection.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
    ).fetchall()
    if tables and "schema_version" not in (row[0] for row in tables):
        raise StoreUnusable(f"{url} has tables of another program: choose another database.")
    connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version BIGINT NOT NULL)")
    version = connection.execute("SELECT coalesce(max(version), 0) FROM schema_version").fetchone()[
        0
    ]
    if version > VERSION:
        raise StoreUnusable(
            f"{url} was written by a newer Tidings (database version {version}, this one supports "
            f"{VERSION}): update Tidings or choose another database."
        )
    migrate(PostgresSession(connection), version)
    if version < VERSION:
        connection.execute("INSERT INTO schema_version VALUES (%s)", (VERSION,))
    _add_shared_tables(connection)


def _add_shared_tables(connection: Connection) -> None:
    """Add what SQLite does not need, and forget processes that ended long ago."""
    for statement in (LAST_COMMITS, *OWNERSHIP):
        connection.execute(statement)
    connection.execute(FORGET_OLD_COMMITS)

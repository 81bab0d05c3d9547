"""The PostgreSQL database: migrating it, and its connections. Needs the extra `postgres`."""

import re
import threading
from contextlib import closing

import psycopg

from tidings.settings.tree import StoreSettings
from tidings.store.database.errors import StoreError, StoreUnusable
from tidings.store.database.grouped_writes import GroupedWrites
from tidings.store.database.postgres_session import (
    PostgresRow,
    PostgresSession,
    PostgresWriterSession,
    connected,
)
from tidings.store.database.schema import VERSION, migrate
from tidings.store.database.without_logins import hide_login_articles

_MIGRATION_LOCK = 0x54444E47  # "TDNG": two processes that start at once migrate one after the other


class PostgresDatabase(GroupedWrites):
    """The tables in the current schema of one PostgreSQL database."""

    def __init__(self, url: str, settings: StoreSettings, with_logins: bool = True) -> None:
        super().__init__(settings)
        self._url = url
        self._with_logins = with_logins
        self._local = threading.local()
        self._sessions: list[PostgresSession] = []
        self._snapshot = ""
        self._version = 0
        self._version_lock = threading.Lock()
        _prepare(url)

    def read(self) -> PostgresSession:
        """Return this thread's own reading connection."""
        session: PostgresSession | None = getattr(self._local, "session", None)
        if session is None:
            session = PostgresSession(connected(self._url))
            if not self._with_logins:
                hide_login_articles(session, "articles")
            session.execute("SET default_transaction_read_only = on")
            self._local.session = session
            self._sessions.append(session)
        return session

    def open_writer(self) -> PostgresWriterSession:
        """Connect the writer."""
        return PostgresWriterSession(connected(self._url))

    def version(self) -> int:
        """Return a number that changes with every commit of any process.

        A snapshot names the transactions that a reader sees, and never comes back."""
        with self._version_lock:
            row = self.read().execute("SELECT CAST(pg_current_snapshot() AS text)").fetchone()
            if row[0] != self._snapshot:
                self._snapshot = row[0]
                self._version += 1
            return self._version

    def integrity_errors(self) -> list[str]:
        """Return why the tables cannot be read, if so: PostgreSQL checks its own pages."""
        try:
            self.read().execute("SELECT count(*) FROM counters")
        except StoreError as error:
            return [str(error)]
        return []

    def close(self) -> None:
        """Finish all queued writes and close every connection."""
        self.finish_writes()
        for session in self._sessions:
            session.close()
        self._sessions.clear()
        self._local = threading.local()


def _prepare(url: str) -> None:
    """Create or migrate the tables, or raise StoreUnusable with the reason."""
    try:
        with closing(connected(url)) as connection, connection.transaction():
            connection.execute(f"SELECT pg_advisory_xact_lock({_MIGRATION_LOCK})")
            _migrate(connection, _without_password(url))
    except (StoreError, psycopg.Error) as error:
        raise StoreUnusable(f"{_without_password(url)} cannot be used ({error}).") from error


def _migrate(connection: psycopg.Connection[PostgresRow], url: str) -> None:
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


def _without_password(url: str) -> str:
    return re.sub(r"//[^/@]*@", "//", url)

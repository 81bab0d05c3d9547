"""Who owns a home in PostgreSQL: a lock of a session, and a fence that each new owner raises.

The server lets the lock go when the session's process dies, hangs, or is cut off. The fence then
stops what a former owner still tries to write: each of its transactions compares it.
"""

import threading
from collections.abc import Callable
from contextlib import closing, suppress

from tidings.store.database.errors import StoreAway, StoreError
from tidings.store.database.postgres_session import PostgresSession
from tidings.store.database.sharing.fence import READ_FENCE, SharedNames
from tidings.store.database.sharing.owner import Owner

_BEAT_SECONDS = 5.0  # between two signs of life
_RETAKE_SECONDS = 1.0  # between two attempts to get the lock back
# A process that hangs, or is stopped, gives no sign of life: its session ends.
SIGN_OF_LIFE = "SET idle_session_timeout = '30s'"


class PostgresOwnership:
    """The ownership of a home, with a session and a thread of its own while it is held."""

    def __init__(self, connect: Callable[[], PostgresSession], names: SharedNames) -> None:
        self._connect = connect
        self._names = names
        self._session: PostgresSession | None = None
        self._thread: threading.Thread | None = None
        self._ends = threading.Event()
        self._is_lost = False
        self.fence: int | None = None

    def take(self, purpose: str, process: str) -> bool:
        """Take the home over; wait for what the former owner is writing just now."""
        if self._thread is not None and not self._is_lost:
            return True
        self.release()
        session = self._locked_session()
        if session is None:
            return False
        try:
            self.fence = self._raised_fence(session, purpose, process)
        except StoreError:
            session.close()
            raise
        self._session, self._is_lost = session, False
        self._ends.clear()
        self._thread = threading.Thread(target=self._stay, name="home-owner", daemon=True)
        self._thread.start()
        return True

    def owner(self) -> Owner | None:
        """Return who owns the home now, as it wrote when it took the home."""
        with closing(self._connect()) as session:
            row = session.execute(
                "SELECT process, purpose FROM ownership WHERE EXISTS (SELECT 1 FROM pg_locks "
                "WHERE locktype = 'advisory' AND granted AND objsubid = 1 "
                "AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) "
                "AND (CAST(classid AS bigint) << 32 | CAST(objid AS bigint)) = ?)",
                (self._names.owner_lock,),
            ).fetchone()
        return None if row is None else Owner(row[0], row[1])

    def is_lost(self) -> bool:
        """Return whether another process took the home over."""
        return self._is_lost

    def release(self) -> None:
        """Let the home go. Unless it was lost, this process may still write like any other."""
        self._ends.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None
        if self._session is not None:
            with suppress(StoreError):  # sooner than by the end of the session
                self._session.execute("SELECT pg_advisory_unlock(?)", (self._names.owner_lock,))
            self._session.close()
            self._session = None
        if not self._is_lost:
            self.fence = None

    def _locked_session(self) -> PostgresSession | None:
        """Return a session that holds the lock, or None."""
        session = self._connect()
        try:
            row = session.execute("SELECT pg_try_advisory_lock(?)", (self._names.owner_lock,))
            is_taken = bool(row.fetchone()[0])
        except StoreError:
            session.close()
            raise
        if is_taken:
            return session
        session.close()
        return None

    def _raised_fence(self, session: PostgresSession, purpose: str, process: str) -> int:
        session.execute("BEGIN")
        session.execute("SELECT pg_advisory_xact_lock(?)", (self._names.writer_lock,))
        row = session.execute(
            "UPDATE ownership SET fence = fence + 1, process = ?, purpose = ?, since = now() "
            "RETURNING fence",
            (process, purpose),
        ).fetchone()
        session.execute("COMMIT")
        return int(row[0])

    def _stay(self) -> None:
        """Give signs of life; get the lock back if the session is lost, unless it is taken."""
        seconds = _BEAT_SECONDS
        while not self._ends.wait(seconds) and not self._is_lost:
            try:
                seconds = _BEAT_SECONDS if self._beat() else _RETAKE_SECONDS
            except StoreAway:
                seconds = _RETAKE_SECONDS

    def _beat(self) -> bool:
        """Return whether this process holds the lock."""
        if self._session is not None:
            try:
                self._session.execute("SELECT 1")
            except StoreAway:
                self._session.close()
                self._session = None
            else:
                return True
        session = self._locked_session()
        try:
            self._is_lost = self._current_fence() != self.fence
        except StoreError:
            _close(session)
            raise
        if self._is_lost:
            _close(session)
            return False
        self._session = session
        return session is not None

    def _current_fence(self) -> int:
        with closing(self._connect()) as session:
            return int(session.execute(READ_FENCE).fetchone()[0])


def _close(session: PostgresSession | None) -> None:
    if session is not None:
        session.close()

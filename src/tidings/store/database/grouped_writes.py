"""The one thread that writes: it groups pieces of work into transactions, for every database."""

import asyncio
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, Protocol, TypeVar

from tidings.settings.tree import DatabaseSettings, StoreSettings
from tidings.store.database.deferred_work import NOTHING, Mark
from tidings.store.database.errors import StoreAway, StoreError, StoreLost
from tidings.store.database.patience import ServerPatience
from tidings.store.database.session import Finish, Values, Writer
from tidings.store.database.write_outcomes import (
    Waiter,
    WriteOutcome,
    deliver_outcomes,
    may_begin,
)
from tidings.store.database.write_queue import WriteQueue

T = TypeVar("T")
_Item = tuple[Callable[[Writer], Any], Waiter]


class WriterSession(Writer, Protocol):
    """The writer's session, with what is deferred to the end of the transaction."""

    number: int  # of the last transaction that was begun, among those of this process

    def begin(self) -> None:
        """Begin a transaction."""

    def begin_piece(self) -> None:
        """Begin a piece of work, which can be undone alone."""

    def undo_piece(self) -> None:
        """Undo what was done since the piece was begun."""

    def end_piece(self) -> None:
        """End a piece of work, also one that was undone."""

    def commit(self) -> None:
        """Commit the transaction."""

    def is_committed(self, number: int) -> bool:
        """Return whether an earlier transaction of this process was committed.

        Another session began it, whose connection was lost. If the server still works on it, this
        waits, or raises StoreAway.
        """

    def rollback(self) -> None:
        """Undo the transaction, if there is one; raises StoreLost if the connection is gone."""

    def close(self) -> None:
        """Close the connection."""

    def mark(self) -> Mark:
        """Return how much is deferred."""

    def drop_after(self, mark: Mark) -> None:
        """Drop everything deferred after a mark."""

    def take_rows(self) -> dict[str, list[Values]]:
        """Return the deferred rows by statement and drop them."""

    def take_notes(self) -> dict[Finish, list[Any]]:
        """Return the notes by what finishes them, and drop them."""


class GroupedWrites(ABC):
    """The writing half of a database."""

    def __init__(self, settings: StoreSettings, database: DatabaseSettings) -> None:
        self._settings = settings
        self._database = database
        self._session: WriterSession | None = None  # of the thread
        self._queue: WriteQueue[_Item] = self._new_queue()
        self._thread: threading.Thread | None = None
        self.before_commit: Callable[[], None] = lambda: None
        self.after_commit: Callable[[], None] = lambda: None
        self.after_rollback: Callable[[], None] = lambda: None
        self.after_batch: Callable[[bool], None] = lambda is_committed: None

    @abstractmethod
    def open_writer(self) -> WriterSession:
        """Connect the writer; called in its thread."""

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

    def finish_writes(self) -> None:
        """Finish all queued writes and end the thread."""
        if self._thread is not None:
            self._queue.close()
            self._thread.join()
            self._thread, self._queue = None, self._new_queue()

    def _new_queue(self) -> WriteQueue[_Item]:
        return WriteQueue(self._settings.batch, self._settings.commit_seconds)

    def _put(self, work: Callable[[Writer], Any], waiter: Waiter) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
            self._thread.start()
        self._queue.put((work, waiter))

    def new_patience(self) -> ServerPatience:
        """Return the patience for one transaction, or for one statement of a reader."""
        return ServerPatience(self._database, self._settings)

    def _run(self) -> None:
        while batch := self._queue.take():
            # Skip cancelled pieces; from here on, the others cannot be cancelled.
            batch = [(work, waiter) for work, waiter in batch if may_begin(waiter)]
            try:
                outcomes = self._commit_patiently(batch)
            except Exception as error:  # noqa: BLE001 - passed to all callers
                deliver_outcomes((waiter, None, error) for _, waiter in batch)
            else:
                _call_safely(partial(self.after_batch, True))
                deliver_outcomes(outcomes)
                _call_safely(self.after_commit)
        self._close_session()

    def _commit_patiently(self, batch: Sequence[_Item]) -> list[WriteOutcome]:
        """Run a batch; if a server is away, undo everything, wait and run it again."""
        patience = self.new_patience()
        while True:
            try:
                outcomes = self._commit(batch, patience)
            except Exception as error:
                self._undo()
                if not (isinstance(error, StoreAway) and patience.wait(error)):
                    raise
            else:
                patience.end()
                return outcomes

    def _commit(self, batch: Sequence[_Item], patience: ServerPatience) -> list[WriteOutcome]:
        """Run a batch as one transaction; undo a failing piece alone."""
        session = self._session = self._session or self.open_writer()
        session.begin()
        outcomes = [(waiter, *self._attempt(session, work)) for work, waiter in batch]
        _write_deferred(session)
        self.before_commit()
        try:
            session.commit()
        except StoreAway as error:
            if not self._is_committed(session.number, error, patience):
                raise
        return outcomes

    def _is_committed(self, number: int, error: StoreAway, patience: ServerPatience) -> bool:
        """Ask whether a transaction was committed whose answer was lost with the connection.

        Run again without asking, its pieces would be stored twice.
        """
        while True:
            self._close_session()
            if not patience.wait(error):
                raise error
            try:
                self._session = self.open_writer()
                return self._session.is_committed(number)
            except StoreAway as next_error:
                error = next_error

    def _undo(self) -> None:
        """Undo a transaction; a session whose connection is gone is opened again later."""
        if self._session is not None:
            self._session.drop_after(NOTHING)
            try:
                self._session.rollback()
            except StoreError:
                self._close_session()
        _call_safely(self.after_rollback)
        _call_safely(partial(self.after_batch, False))

    def _close_session(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None

    def _attempt(
        self, session: WriterSession, work: Callable[[Writer], Any]
    ) -> tuple[Any, Exception | None]:
        mark = session.mark()
        session.begin_piece()
        try:
            result, failure = work(session), None
        except StoreLost:
            raise  # a problem of the disk or the connection, not of the piece: the batch fails
        except Exception as error:  # noqa: BLE001 - passed to the caller of the piece
            session.undo_piece()
            session.drop_after(mark)
            self.after_rollback()  # before the next piece, which must not rely on this one's rows
            result, failure = None, error
        session.end_piece()
        return result, failure


def _call_safely(hook: Callable[[], None]) -> None:
    """Call a hook. No caller waits for it: report its error, and keep the thread alive."""
    try:
        hook()
    except Exception as error:  # noqa: BLE001 - reported like that of a thread
        thread = threading.current_thread()
        threading.excepthook(
            threading.ExceptHookArgs((type(error), error, error.__traceback__, thread))
        )


def _write_deferred(session: WriterSession) -> None:
    """Write everything deferred, then finish the notes, which lock the counters last."""
    for statement, rows in session.take_rows().items():
        session.executemany(statement, rows)
    for finish, notes in session.take_notes().items():
        finish(session, notes)

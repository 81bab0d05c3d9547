"""The index mirror: a thread that sends the index to the store now and then, while a crawl runs.

It follows the follower of the index. A store that is away delays it, and nothing else.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime

from tidings.engine.mirroring.index_sender import IndexSender
from tidings.events.crawl_events import FollowerFailing, FollowerRecovered
from tidings.events.logged_event import emit
from tidings.events.work_events import IndexSent
from tidings.search.index.held_commit import HeldCommit, let_go
from tidings.search.index.search_index import Index
from tidings.store.database.database import Database
from tidings.store.database.errors import StoreError
from tidings.store.files.file_store import FileStore
from tidings.store.tables.changes.cursors import clear_failure, follower_records, note_failure

NAME = "index on the store"  # among those whose failures `status` and `doctor` show
_FIRST_WAIT = 1.0  # seconds after a failure, doubled with each further one …
_LONGEST_WAIT = 300.0  # … up to this
_MAX_ERROR = 300  # characters of an error that are stored


class IndexMirror:
    """Sends the index of a home. `offer` is called by the thread that commits."""

    def __init__(
        self,
        files: FileStore,
        database: Database,
        index: Index,
        seconds: float,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Send at most every so many seconds."""
        self._sender = IndexSender(files)
        self._database = database
        self._index = index
        self._seconds = seconds
        self._clock = clock
        self._failures = 0
        self._is_known_to_fail: bool | None = None  # None: an earlier process may have failed
        self._next = 0.0  # earliest time of the next sending, on the monotonic clock
        self._sent: tuple[str, int] | None = None  # the state of the index on the store
        self._work: HeldCommit | Exception | None = None  # what the thread has to do
        self._wake = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="index mirror", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def offer(self) -> None:
        """Hold the last commit for the thread, if it is time for that; costs next to nothing.

        Only the thread that commits may call this, when nothing waits to be committed.
        """
        if self._work is None and time.monotonic() >= self._next and self._is_behind():
            self._work = self._held()
            self._wake.set()

    def close(self) -> None:
        """Send the last commit, unless that fails, and stop; nobody may commit any more."""
        self._closing = True
        self._wake.set()
        self._thread.join()
        if self._is_behind():
            self._work = self._held()
        self._send()
        if not self._failures:
            with suppress(Exception):  # whoever comes next takes it all the same
                self._sender.release(self._clock())

    def _is_behind(self) -> bool:
        return self._index.state != self._sent

    def _held(self) -> HeldCommit | Exception | None:
        try:
            return self._index.hold()
        except Exception as error:  # noqa: BLE001 - shown, and tried again
            return error

    def _run(self) -> None:
        while not self._closing:
            self._wake.wait()
            self._wake.clear()
            self._send()

    def _send(self) -> None:
        """Send what is held, whatever comes of it."""
        work = self._work
        if work is None:
            return
        try:
            self._act_on(work)
            self._next = time.monotonic() + self._seconds
            self._note_success()
        except Exception as error:  # noqa: BLE001 - shown, and tried again
            self._note_failure(error)
        finally:
            let_go(self._index.folder)
            self._work = None

    def _act_on(self, work: HeldCommit | Exception) -> None:
        if isinstance(work, Exception):
            raise work
        began = time.monotonic()
        sent = self._sender.send(work, self._clock())
        self._sent = work.generation, work.cursor
        emit(IndexSent(work.cursor, sent, round(time.monotonic() - began, 3)))

    def _note_failure(self, error: Exception) -> None:
        self._failures += 1
        self._is_known_to_fail = True
        wait = min(_LONGEST_WAIT, _FIRST_WAIT * 2.0 ** (self._failures - 1))
        self._next = time.monotonic() + wait
        detail = f"{type(error).__name__}: {error}"[:_MAX_ERROR]
        emit(FollowerFailing(NAME, detail, self._failures))
        now = datetime.fromtimestamp(self._clock(), UTC)
        with suppress(StoreError, OSError):  # a database that is lost ends the crawl
            self._database.write(lambda db: note_failure(db, NAME, now, detail)).result()

    def _note_success(self) -> None:
        if self._is_known_to_fail is None:
            known = follower_records(self._database.read())
            self._is_known_to_fail = any(each.name == NAME and each.attempts for each in known)
        if self._is_known_to_fail:
            self._database.write(lambda db: clear_failure(db, NAME)).result()
            emit(FollowerRecovered(NAME))
            self._is_known_to_fail, self._failures = False, 0


@contextmanager
def mirrored(
    files: FileStore | None,
    database: Database,
    index: Index,
    seconds: float,
    clock: Callable[[], float] = time.time,
) -> Iterator[Callable[[], None]]:
    """Send the index to the store, if there is one, until the block is left.

    Yields what its follower calls when nothing waits to be committed.
    """
    if files is None:
        yield lambda: None
        return
    mirror = IndexMirror(files, database, index, seconds, clock)
    mirror.start()
    try:
        yield mirror.offer
    finally:
        mirror.close()

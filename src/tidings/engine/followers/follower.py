"""A follower: a thread that passes the changes of articles, in their order, to what acts on them.

What it does may fail. Then it waits and tries again, and never holds the crawl up.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from tidings.engine.followers.change_feed import ChangeBatch, ChangeFeed
from tidings.events.crawl_events import FollowerCaughtUp, FollowerFailing, FollowerRecovered
from tidings.events.logged_event import emit
from tidings.store.database.database import Database
from tidings.store.database.errors import StoreError, StoreLost
from tidings.store.tables.changes.cursors import clear_failure, follower_records, note_failure

_FIRST_WAIT = 1.0  # seconds after a failure, doubled with each further one …
_LONGEST_WAIT = 300.0  # … up to this: a cause that people must remove takes minutes anyway
_MAX_ERROR = 300  # characters that are stored


@dataclass(frozen=True, slots=True)
class Pause:
    """What an act wants next."""

    seconds: float  # to wait at most for further changes
    restart: int | None = None  # continue after this cursor instead


class Act(Protocol):
    """What is done with changes, and where the cursor is: committed together with the effect."""

    limit: int  # changes in a batch

    def begin(self) -> int:
        """Load what is stored, and return the cursor; called first, and again after a failure."""

    def take(self, batch: ChangeBatch) -> None:
        """Act on changes. The effect and the cursor may also be committed by `rest`."""

    def rest(self, *, caught_up: bool, closing: bool) -> Pause:
        """Do what is due between two batches; when closing, commit everything."""


class Follower:
    """Follows the log of changes with one act, after a crash from where its cursor is."""

    def __init__(
        self,
        name: str,
        act: Act,
        database: Database,
        on_lost: Callable[[Exception], None],
        clock: Callable[[], float],
    ) -> None:
        """`on_lost` is called if the database or the disk is lost; then the follower ends."""
        self._name = name
        self._act = act
        self._database = database
        self._on_lost = on_lost
        self._clock = clock
        self._wake = threading.Event()
        self._closing = threading.Event()
        self._failures = 0
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread: catch up, then follow."""
        self._thread.start()

    def wake(self) -> None:
        """Look for changes now; may be called from any thread."""
        self._wake.set()

    def close(self) -> None:
        """Take in everything that is committed, unless that fails, and stop."""
        self._closing.set()
        self._wake.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            while not self._follow():
                if self._closing.wait(self._patience()):
                    return
        except (StoreLost, OSError) as error:
            self._on_lost(error)

    def _patience(self) -> float:
        return min(_LONGEST_WAIT, _FIRST_WAIT * 2.0 ** (self._failures - 1))

    def _follow(self) -> bool:
        """Follow until closed; False after a failure that time or people may remove."""
        try:
            self._follow_changes()
        except (StoreLost, OSError):
            raise
        except BaseException as error:  # noqa: BLE001 - a panic of tantivy is not an Exception
            self._note_failure(error)
            return False
        return True

    def _follow_changes(self) -> None:
        act = self._act
        feed = ChangeFeed(act.begin(), act.limit)
        connection = self._database.read()
        is_known = any(each.attempts for each in follower_records(connection)
                       if each.name == self._name)  # fmt: skip
        is_behind = True  # until everything that waited is taken in
        while True:
            closing = self._closing.is_set()  # before reading: all that is committed is taken in
            self._wake.clear()
            batch = feed.next_batch(connection)
            if batch is not None:
                act.take(batch)
            caught_up = batch is None or len(batch.changes) < act.limit
            pause = act.rest(caught_up=caught_up, closing=closing and caught_up)
            if is_known or self._failures:
                is_known = self._clear_failure()
            if is_behind and caught_up:
                is_behind = False
                emit(FollowerCaughtUp(self._name))
            if pause.restart is not None:
                feed = ChangeFeed(pause.restart, act.limit)
            elif caught_up and closing:
                return
            elif caught_up:
                self._wake.wait(pause.seconds)

    def _note_failure(self, error: BaseException) -> None:
        self._failures += 1
        detail = f"{type(error).__name__}: {error}"[:_MAX_ERROR]
        emit(FollowerFailing(self._name, detail, self._failures))
        now = datetime.fromtimestamp(self._clock(), UTC)
        with suppress(StoreError):  # one that is lost is noticed when it is read again
            self._database.write(lambda db: note_failure(db, self._name, now, detail)).result()

    def _clear_failure(self) -> bool:
        self._failures = 0
        self._database.write(lambda db: clear_failure(db, self._name)).result()
        emit(FollowerRecovered(self._name))
        return False


@contextmanager
def following(database: Database, *followers: Follower) -> Iterator[None]:
    """Run followers until the block is left; commits wake them.

    Those of other processes do so only in PostgreSQL; elsewhere they are noticed at the next look.
    """

    def wake_all() -> None:
        for follower in followers:
            follower.wake()

    database.after_commit = wake_all
    stop_watching = database.watch(wake_all)
    for follower in followers:
        follower.start()
    try:
        yield
    finally:
        for follower in reversed(followers):
            follower.close()
        stop_watching()
        database.after_commit = lambda: None

"""What the follower `index` does: it adds changes to the index, which commits its cursor itself."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

from tidings.engine.followers.change_feed import ChangeBatch
from tidings.engine.followers.follower import Follower, Pause
from tidings.engine.followers.index_feeding import feed_changes, remove_missing
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.search.index.search_index import Index
from tidings.settings.tree import SearchSettings
from tidings.store.database.database import Database
from tidings.store.tables.changes.index_commits import note_index_commit

INDEX = "index"
# A share of the time within which articles must be visible. An article that just missed a commit
# waits for that commit, the pause and its own commit.
_PAUSE_SHARE = 0.15
_REST_SHARE = 0.5  # the pause, as a share of the last commit's duration, at least


class IndexAct:
    """Feeds the index. Entries may be ready; others are made from the database."""

    limit = 500

    def __init__(
        self,
        database: Database,
        index: Index,
        settings: SearchSettings,
        ready: ReadyEntries,
        clock: Callable[[], float] = time.time,
        on_rest: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_rest` is called when the index has everything, and nothing waits to be committed."""
        self._on_rest = on_rest
        self._database = database
        self._clock = clock
        self._index = index
        self._settings = settings
        self._ready = ready
        self._taken: int | None = None  # the cursor that the next commit has
        self._is_switching = False  # to a generation that was built meanwhile
        self._next_commit = 0.0  # earliest time, on the monotonic clock
        self._has_begun = False

    def begin(self) -> int:
        """Return the cursor of the index; after a failure, open it again as it was committed."""
        if self._has_begun:
            self._index.reopen()
        self._has_begun, self._taken, self._is_switching = True, None, False
        return self._index.last_seq()

    def take(self, batch: ChangeBatch) -> None:
        """Add or remove the articles that changed; visible with the next commit."""
        connection = self._database.read()
        feed_changes(connection, self._index, batch.changes, self._ready.take)
        if batch.ends_scan:
            remove_missing(connection, self._index, self._index.written_view.ids())
        self._taken = batch.cursor

    def rest(self, *, caught_up: bool, closing: bool) -> Pause:
        """Commit, if it is time for that; switch to an index that was rebuilt meanwhile."""
        left = self._next_commit - time.monotonic()
        if self._taken is not None and left > 0 and not closing:
            return Pause(left)
        successor = self._index.follow()
        if successor is not None:
            self._taken, self._is_switching = successor, True
            return Pause(0.0, restart=successor)
        if self._taken is not None and (caught_up or not self._is_switching):
            self._commit(self._taken)
        if caught_up and self._taken is None and not closing:
            self._on_rest()
        return Pause(self._settings.commit_seconds)

    def _commit(self, cursor: int) -> None:
        """Commit, and postpone the next commit.

        The first article after a quiet time is visible at once. A stream of articles shares few
        commits, which take at most two thirds of the time, however slow the disk is.
        """
        began = time.monotonic()
        self._index.commit(cursor)
        # Nobody waits for the row: losing it to a kill only makes delays look longer.
        at = datetime.fromtimestamp(self._clock(), UTC)
        self._database.write(lambda db: note_index_commit(db, cursor, at))
        self._taken, self._is_switching = None, False
        ended = time.monotonic()
        pause = max(self._settings.commit_seconds * _PAUSE_SHARE, _REST_SHARE * (ended - began))
        self._next_commit = ended + pause


def index_follower(
    database: Database,
    index: Index,
    settings: SearchSettings,
    ready: ReadyEntries,
    on_lost: Callable[[Exception], None],
    clock: Callable[[], float] = time.time,
    on_rest: Callable[[], None] = lambda: None,
) -> Follower:
    """Return the follower that keeps an index up to date."""
    act = IndexAct(database, index, settings, ready, clock, on_rest)
    return Follower(INDEX, act, database, on_lost, clock)

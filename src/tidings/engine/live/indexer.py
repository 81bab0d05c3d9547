"""The indexer: a thread that adds the database's changes to the index, in their order."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from tidings.engine.maintenance.reindex import add_changes
from tidings.model.articles.article import Article
from tidings.search.entries.entry import IndexEntry
from tidings.search.index.search_index import Index
from tidings.settings.tree import SearchSettings
from tidings.store.database.database import Database

_MAX_OFFERED = 5_000  # further ones are not held in memory but read from the database
# A share of the time within which articles must be visible. An article that just missed a commit
# waits for that commit, the pause and its own commit.
_PAUSE_SHARE = 0.15
_REST_SHARE = 0.5  # the pause, as a share of the last commit's duration, at least
_GATHER_SECONDS = 0.02  # articles that were kept together are offered one after the other


class Indexer:
    """Feeds the index. Entries may be offered ready-made; gaps are filled from the database.

    The index holds exactly the changes up to its highest committed `seq`. So recovery after a
    crash and normal work are the same: add whatever comes after it.
    """

    def __init__(
        self,
        database: Database,
        index: Index,
        settings: SearchSettings,
        on_error: Callable[[Exception], None],
    ) -> None:
        self._database = database
        self._index = index
        self._settings = settings
        self._on_error = on_error
        self._offered: dict[tuple[str, int], IndexEntry] = {}  # by id and revision
        self._check_database = False
        self._wake = threading.Condition()
        self._closing = False
        self._added = index.last_seq()
        self._next_commit = 0.0  # earliest time, on the monotonic clock
        self._thread = threading.Thread(target=self._run, name="indexer", daemon=True)

    def start(self) -> None:
        """Start the thread: catch up, then follow."""
        self._thread.start()

    def offer(self, article: Article, entry: IndexEntry | None) -> None:
        """Hand over an article that was just committed.

        It is read from the database if its entry is missing or was made for another id.
        """
        with self._wake:
            if entry is not None and entry.id == article.id and len(self._offered) < _MAX_OFFERED:
                self._offered[article.id, article.revision] = entry
            self._check_database = True
            self._wake.notify()

    def wake(self) -> None:
        """Read the database: something changed that is not offered."""
        with self._wake:
            self._check_database = True
            self._wake.notify()

    def close(self) -> None:
        """Commit everything that the database holds and stop."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join()

    def _run(self) -> None:
        try:
            self._catch_up()
            while not self._closing:
                self._follow()
            self._catch_up()
        except Exception as error:  # noqa: BLE001 - an index failure must stop the pipeline
            self._on_error(error)

    def _follow(self) -> None:
        with self._wake:
            if not (self._check_database or self._closing):
                self._wake.wait(self._settings.commit_seconds)
        due = max(self._next_commit, time.monotonic() + _GATHER_SECONDS)
        while not self._closing and (left := due - time.monotonic()) > 0:
            self._add_offered()
            with self._wake:
                self._wake.wait(left)
        self._add_offered()
        before, began = self._index.last_seq(), time.monotonic()
        self._commit()  # costs nothing without changes
        if self._index.last_seq() != before:
            self._pause(time.monotonic() - began)

    def _pause(self, took: float) -> None:
        """Postpone the next commit.

        The first article after a quiet time is visible at once. A stream of articles shares few
        commits, which take at most two thirds of the time, however slow the disk is.
        """
        pause = max(self._settings.commit_seconds * _PAUSE_SHARE, _REST_SHARE * took)
        self._next_commit = time.monotonic() + pause

    def _commit(self) -> None:
        """Commit. If the index was rebuilt meanwhile, first add the changes it lacks."""
        last_seq = self._index.follow()
        if last_seq is not None:
            self._added = last_seq
            self._read_changes()
        self._index.commit()

    def _add_offered(self) -> None:
        with self._wake:
            check_database, self._check_database = self._check_database, False
        if check_database:
            self._read_changes()

    def _catch_up(self) -> None:
        self._read_changes()
        self._commit()

    def _read_changes(self) -> None:
        """Add what the database has beyond the index."""
        connection = self._database.read()
        for last_seq in add_changes(connection, self._index, self._added, ready=self._ready):
            self._added = last_seq

    def _ready(self, article: Article) -> IndexEntry | None:
        with self._wake:
            entry = self._offered.pop((article.id, article.revision), None)
        return entry and replace(entry, seq=article.seq)

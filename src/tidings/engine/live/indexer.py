"""Keeping the index in step with the database: a thread that adds changes in their order."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from tidings.engine.maintenance.reindex import add_changes
from tidings.model.articles.article import Article
from tidings.search.entries.entry import IndexEntry
from tidings.search.index.search_index import Index
from tidings.settings.tree import SearchSettings
from tidings.store.database.sqlite import Database

_MAX_OFFERED = 5_000  # more are read from the database again instead of being held
# Of the time in which articles become visible: one that has just missed a commit waits for that,
# for the pause and for its own.
_PAUSE_SHARE = 0.15
_REST = 0.5  # of the time that the last commit took, at least
_COMPANY_SECONDS = 0.02  # articles that were kept together are offered one after the other


class Indexer:
    """Feeds the index. Entries may be offered ready-made; a gap is filled from the database.

    The index holds exactly the changes up to its highest committed `seq`, so catching up after a
    crash and following along are the same: add whatever comes after it.
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
        self._offered: list[IndexEntry] = []
        self._looks = False
        self._wake = threading.Condition()
        self._closing = False
        self._added = index.last_seq()
        self._next_commit = 0.0  # not before, on the monotonic clock
        self._thread = threading.Thread(target=self._run, name="indexer", daemon=True)

    def start(self) -> None:
        """Begin to catch up and follow."""
        self._thread.start()

    def offer(self, article: Article, entry: IndexEntry | None) -> None:
        """Hand over an article that was committed just now; without its entry it is read again.

        So is one that is kept under another name than its entry was made for.
        """
        if entry is None or entry.id != article.id:
            self.look()
            return
        ready = replace(entry, seq=article.seq)
        with self._wake:
            if len(self._offered) < _MAX_OFFERED:
                self._offered.append(ready)
            self._wake.notify()

    def look(self) -> None:
        """Have a look at the database: something changed that nobody offers."""
        with self._wake:
            self._looks = True
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
        except Exception as error:  # noqa: BLE001 - a lost index must stop the pipeline, not hide
            self._on_error(error)

    def _follow(self) -> None:
        with self._wake:
            if not (self._offered or self._looks or self._closing):
                self._wake.wait(self._settings.commit_seconds)
        due = max(self._next_commit, time.monotonic() + _COMPANY_SECONDS)
        while not self._closing and (left := due - time.monotonic()) > 0:
            self._add_offered()
            with self._wake:
                self._wake.wait(left)
        self._add_offered()
        before, began = self._index.last_seq(), time.monotonic()
        self._commit()  # free, unless something is new
        if self._index.last_seq() != before:
            self._pause(time.monotonic() - began)

    def _pause(self, took: float) -> None:
        """Put the next commit off.

        So the first article after a quiet time is seen at once, and a stream of them in few
        commits, which take two thirds of the time at most, however slow the disk is.
        """
        pause = max(self._settings.commit_seconds * _PAUSE_SHARE, _REST * took)
        self._next_commit = time.monotonic() + pause

    def _commit(self) -> None:
        """Commit; in an index that was built anew meanwhile, what it cannot have yet as well."""
        last_seq = self._index.follow()
        if last_seq is not None:
            self._added = last_seq
            self._read_changes()
        self._index.commit()

    def _add_offered(self) -> None:
        with self._wake:
            offered, self._offered = self._offered, []
            looks, self._looks = self._looks, False
        if looks:
            self._read_changes()
        for entry in offered:
            if entry.seq > self._added + 1:
                self._read_changes()
            if entry.seq > self._added:
                self._index.add([entry])
                self._added = entry.seq

    def _catch_up(self) -> None:
        self._read_changes()
        self._commit()

    def _read_changes(self) -> None:
        """Add what the database has beyond the index."""
        connection = self._database.read()
        for last_seq in add_changes(connection, self._index, self._added):
            self._added = last_seq

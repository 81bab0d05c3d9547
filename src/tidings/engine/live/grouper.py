"""The grouper: a thread that adds new articles to stories, in the order they were kept."""

import threading
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial

from tidings.engine.maintenance.story_grouping import StoryGrouping
from tidings.settings.tree import GroupSettings
from tidings.store.database.database import Database
from tidings.store.tables.articles.annotations import grouping_rows_after
from tidings.store.tables.articles.stories import grouped_seq

_CHUNK = 200  # articles between two transactions


class Grouper:
    """Follows the changes. Its state comes from the database, so a crash loses nothing.

    It writes through the shared writer, one batch at a time. An article joins its story a moment
    after it is kept, and is searchable meanwhile.
    """

    def __init__(
        self,
        database: Database,
        settings: GroupSettings,
        clock: Callable[[], float],
        on_error: Callable[[Exception], None],
    ) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock
        self._on_error = on_error
        self._wake = threading.Event()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="grouper", daemon=True)

    def start(self) -> None:
        """Start the thread: catch up, then follow."""
        self._thread.start()

    def wake(self) -> None:
        """Check the database now: an article was kept."""
        self._wake.set()

    def close(self) -> None:
        """Group everything that is kept, and stop."""
        self._closing = True
        self._wake.set()
        self._thread.join()

    def _run(self) -> None:
        try:
            self._follow(StoryGrouping(self._database.read(), self._settings, self._now()))
        except Exception as error:  # noqa: BLE001 - a database failure must stop the pipeline
            self._on_error(error)

    def _follow(self, grouping: StoryGrouping) -> None:
        corrected_at = self._clock()
        while True:
            closing = self._closing
            changed = self._catch_up(grouping)
            due = self._clock() - corrected_at >= self._settings.correction_seconds
            if closing or (due and not self._wake.is_set()):
                corrected_at = self._clock()
                self._correct(grouping)
            if closing:
                return
            if not changed:
                self._wake.wait(self._settings.correction_seconds)
            self._wake.clear()

    def _catch_up(self, grouping: StoryGrouping) -> bool:
        """Group the articles that have no story yet; return whether there were any."""
        connection = self._database.read()
        seq, changed = grouped_seq(connection), False
        while rows := grouping_rows_after(connection, seq, _CHUNK):
            batch = grouping.take(rows)
            self._database.write(partial(grouping.write, batch=batch)).result()
            seq, changed = batch.seq, True
        return changed

    def _correct(self, grouping: StoryGrouping) -> None:
        now = self._now()
        for _ in range(self._settings.correction_passes):
            corrected = self._database.write(partial(grouping.reconsider, now=now)).result()
            if not corrected:
                break
        grouping.forget(now)

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC)

"""Housekeeping during a crawl: hides expired articles, prunes what is old, notices silence."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from tidings.engine.agents.retention import forget_old_finds, forget_old_runs
from tidings.engine.live.silence_watch import SilenceWatch
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, Work
from tidings.store.database.errors import StoreError
from tidings.store.database.session import Writer
from tidings.store.database.write_outcomes import shielded
from tidings.store.tables.articles.articles import hide_expired
from tidings.store.tables.changes.article_changes import prune_changes
from tidings.store.tables.changes.index_commits import prune_index_commits
from tidings.store.tables.changes.story_changes import prune_story_changes
from tidings.store.tables.frontier.announcements import prune_announcements
from tidings.store.tables.frontier.request_log import prune_requests
from tidings.store.tables.frontier.visits import prune_visits
from tidings.store.tables.sources.closed_hosts import forget_open_hosts

T = TypeVar("T")
_Prune = Callable[[Writer, datetime, int], int]

_FLUSH_SECONDS = 2.0  # log lines that no visit wrote wait at most this long
_FLUSHES_PER_ROUND = 30  # between two rounds of hiding and pruning


class Housekeeping:
    """Runs alongside the pipeline until it is cancelled."""

    def __init__(
        self,
        database: Database,
        request_log: RequestLogBuffer,
        settings: StoreSettings,
        keep_finds: timedelta,
        clock: Callable[[], float],
    ) -> None:
        self._database = database
        self._request_log = request_log
        self._settings = settings
        self._keep_finds = keep_finds
        self._clock = clock
        self._silence_watch = SilenceWatch()

    async def run(self, on_error: Callable[[Exception], None]) -> None:
        """Work continuously; a database failure is reported and ends the work."""
        try:
            while True:
                await self.tidy()
                for _ in range(_FLUSHES_PER_ROUND):
                    await asyncio.sleep(_FLUSH_SECONDS)
                    await self._write(self._request_log.write)
        except (StoreError, OSError) as error:
            on_error(error)

    async def tidy(self) -> None:
        """Hide expired articles and delete the oldest requests, visits and changes."""
        now = datetime.fromtimestamp(self._clock(), UTC)
        await self._write(lambda db: hide_expired(db, now))
        await self._write(lambda db: forget_open_hosts(db, now))
        self._silence_watch.look(self._database.read())
        limits = self._settings
        requests_start = now - timedelta(days=limits.ledger_days)
        await self._prune(prune_requests, requests_start, limits.ledger_rows)
        visits_start = now - timedelta(days=limits.visits_days)
        await self._prune(prune_visits, visits_start, limits.visits_rows)
        await self._prune(prune_announcements, visits_start, limits.visits_rows)
        log_start = now - timedelta(days=limits.changes_days)
        await self._prune(prune_changes, log_start, limits.changes_rows)
        await self._prune(prune_story_changes, log_start, limits.changes_rows)
        await self._prune(prune_index_commits, log_start, limits.changes_rows)
        while await self._write(lambda db: forget_old_finds(db, now - self._keep_finds, now)):
            pass
        await self._write(lambda db: forget_old_runs(db, now - self._keep_finds))

    async def _prune(self, prune: _Prune, before: datetime, rows: int) -> None:
        while await self._write(lambda db: prune(db, before, rows)):
            pass

    async def _write(self, work: Work[T]) -> T:
        # Shielded: lines taken from the buffer must be written even if this task is cancelled.
        return await shielded(self._database.write(work))

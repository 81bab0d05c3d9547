"""Housekeeping of a running newsroom: the ledger kept short, what asked to be hidden hidden."""

import asyncio
import sqlite3
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from tidings.engine.live.indexer import Indexer
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.settings.tree import StoreSettings
from tidings.store.database.sqlite import Database, Work
from tidings.store.tables.articles.articles import hide_expired
from tidings.store.tables.frontier.request_log import prune_requests
from tidings.store.tables.frontier.visits import prune_visits

T = TypeVar("T")
_Prune = Callable[[sqlite3.Connection, datetime, int], int]

_FLUSH_SECONDS = 2.0  # lines that no visit took along wait at most so long
_EVERY = 30  # flushes between two rounds through the rest


class Housekeeping:
    """Runs beside the pipeline until it is cancelled."""

    def __init__(
        self,
        database: Database,
        ledger: RequestLogBuffer,
        indexer: Indexer,
        settings: StoreSettings,
        clock: Callable[[], float],
    ) -> None:
        self._database = database
        self._ledger = ledger
        self._indexer = indexer
        self._settings = settings
        self._clock = clock

    async def run(self, on_error: Callable[[Exception], None]) -> None:
        """Work for ever; a lost database is told and ends it."""
        try:
            while True:
                await self.tidy()
                for _ in range(_EVERY):
                    await asyncio.sleep(_FLUSH_SECONDS)
                    await self._write(self._ledger.write)
        except (sqlite3.Error, OSError) as error:
            on_error(error)

    async def tidy(self) -> None:
        """Hide the articles whose time is over and forget the oldest requests and visits."""
        now = datetime.fromtimestamp(self._clock(), UTC)
        if await self._write(lambda db: hide_expired(db, now)):
            self._indexer.look()
        kept = self._settings
        await self._prune(prune_requests, now - timedelta(days=kept.ledger_days), kept.ledger_rows)
        await self._prune(prune_visits, now - timedelta(days=kept.visits_days), kept.visits_rows)

    async def _prune(self, prune: _Prune, before: datetime, rows: int) -> None:
        while await self._write(lambda db: prune(db, before, rows)):
            pass

    async def _write(self, work: Work[T]) -> T:
        # Shielded: what the ledger has given away must be written even if nobody waits for it.
        return await asyncio.shield(asyncio.wrap_future(self._database.write(work)))

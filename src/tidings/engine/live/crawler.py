"""The newsroom: a home opened for crawling, with every part in its place."""

import asyncio
import os
import signal
import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from tidings.crawl.links.admission import RECHECK
from tidings.engine.library.library import Library
from tidings.engine.live.crawl_parts import CrawlParts
from tidings.engine.live.grouper import Grouper
from tidings.engine.live.housekeeping import Housekeeping
from tidings.engine.live.indexer import Indexer
from tidings.engine.live.link_refresh_timer import LinkRefreshTimer
from tidings.engine.live.pipeline import Pipeline
from tidings.engine.live.recheck_planning import RecheckPlanner
from tidings.engine.live.tally import CrawlSummary, CrawlTally
from tidings.engine.nodes.exchange import opened_exchange
from tidings.engine.process.home import HomeLock, ensure_home
from tidings.engine.reading.pool import Pool
from tidings.engine.reading.worker_setup import WorkerSetup
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.engine.settling.settler import Settler
from tidings.engine.websub.hub_callbacks import HubCallbacks
from tidings.engine.websub.subscriber import Subscriber
from tidings.fetch.client import Fetcher
from tidings.model.crawl.subscription import Delivery
from tidings.model.web.page import FrontierState
from tidings.search.index.search_index import Index, IndexUnusable
from tidings.settings.tree import FetchSettings, SearchSettings, Settings
from tidings.store.archive.warc_files import Archive
from tidings.store.database.sqlite import Database
from tidings.store.tables.frontier.counts import counts_by
from tidings.store.tables.frontier.rechecks import forget_planned_rechecks
from tidings.store.tables.frontier.refresh_rounds import make_round_due
from tidings.store.tables.frontier.request_log import recent_requests


class Crawler:
    """Crawls a home; at most one at a time."""

    def __init__(self, parts: CrawlParts, library: Library, lookout: RecheckPlanner) -> None:
        self._parts = parts
        self._lookout = lookout
        self.library = library
        self._pipeline: Pipeline | None = None
        self._stopped = False

    @property
    def tally(self) -> CrawlTally:
        """The counts of this crawl."""
        return self._parts.tally

    @property
    def under_way(self) -> int:
        """How many visits are under way."""
        return self._pipeline.under_way if self._pipeline else 0

    @property
    def hosts_waiting(self) -> int:
        """How many hosts have a visit planned."""
        return self._pipeline.frontier.hosts_waiting if self._pipeline else 0

    @property
    def queued(self) -> int:
        """How many URLs wait for their first visit."""
        counts = counts_by(self._parts.database.read(), "state")
        return counts.get(FrontierState.QUEUED, 0)

    def health(self) -> dict[str, object]:
        """Return the live counts of this crawl."""
        counts = asdict(self.tally.summary()) | asdict(self.tally.findings())
        return counts | {"under_way": self.under_way, "hosts_waiting": self.hosts_waiting}

    async def follow(self) -> None:
        """Follow the sites until stopped."""
        async with self._subscribing():
            with _on_signals(self.stop):
                await self._run(Pipeline(self._parts, lookout=self._lookout))

    async def crawl(
        self, rounds: int | None = None, max_pages: int | None = None, *, recheck: bool = False
    ) -> CrawlSummary:
        """Fetch what is due and all it leads to; or so many refresh rounds, whatever the clock.

        With `recheck`, young articles are looked at again afterwards, within their share.
        """
        lookout = self._lookout if recheck else None
        if lookout is None:
            forgotten = self._parts.database.write(lambda db: forget_planned_rechecks(db, RECHECK))
            await asyncio.wrap_future(forgotten)
        with _on_signals(self.stop):
            await self._crawl_rounds(rounds, max_pages, lookout)
        await self._subscribe_once()
        if self._parts.exchange is not None:
            self._parts.exchange.end()
        return self.tally.summary()

    async def _crawl_rounds(
        self, rounds: int | None, max_pages: int | None, lookout: RecheckPlanner | None
    ) -> None:
        for _ in range(rounds or 1):
            left = None if max_pages is None else max(0, max_pages - self.tally.fetched)
            if self._stopped or left == 0:
                return
            if rounds:
                await self._begin_round()
            parts = self._parts
            await self._run(Pipeline(parts, until_idle=True, max_pages=left, lookout=lookout))

    def letterbox(self) -> HubCallbacks | None:
        """Return what answers hubs while this crawl runs, if others can reach us at all."""
        parts = self._parts
        if not parts.settings.serve.public_url:
            return None
        return HubCallbacks(parts.database, parts.settings.crawl, parts.clock, self._deliver)

    def _deliver(self, push: Delivery) -> bool:
        return self._pipeline is not None and self._pipeline.deliver(push)

    def _subscriber(self) -> Subscriber:
        parts = self._parts
        return Subscriber(parts.database, parts.fetcher, parts.settings.crawl, parts.clock)

    @asynccontextmanager
    async def _subscribing(self) -> AsyncIterator[None]:
        """Ask hubs while the block runs."""
        if not self._parts.settings.serve.public_url:
            yield
            return
        task = asyncio.create_task(self._subscriber().run())
        task.add_done_callback(self._on_subscriber_done)
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    def _on_subscriber_done(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and isinstance(error := task.exception(), Exception):
            self.fail(error)

    async def _subscribe_once(self) -> None:
        if self._parts.settings.serve.public_url and not self._stopped:
            await self._subscriber().tend()

    async def _begin_round(self) -> None:
        now = datetime.fromtimestamp(self._parts.clock(), UTC)
        policy = self._parts.settings.crawl.policy
        due = self._parts.database.write(lambda db: make_round_due(db, now, policy))
        await asyncio.wrap_future(due)

    async def _run(self, pipeline: Pipeline) -> None:
        self._pipeline = pipeline
        if not self._stopped:
            await pipeline.run()

    def stop(self) -> None:
        """Stop after what is under way."""
        self._stopped = True
        if self._pipeline is not None:
            self._pipeline.stop()

    def fail(self, error: Exception) -> None:
        """Stop because a part is lost."""
        if self._pipeline is not None:
            self._pipeline.fail(error)


@contextmanager
def _on_signals(stop: Callable[[], None]) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)


@asynccontextmanager
async def opened_crawler(
    settings: Settings, clock: Callable[[], float] = time.time, chance: Random | None = None
) -> AsyncIterator[Crawler]:
    """Open a home for crawling: lock it, mend what a crash left behind, start every part."""
    home = ensure_home(settings.home)
    async with AsyncExitStack() as stack:
        stack.enter_context(HomeLock(home))
        database = Database(home.database, settings.store)
        stack.callback(database.close)
        archive = Archive(home.archive, settings.store.warc_max_bytes)
        stack.callback(archive.close)
        database.before_commit = archive.sync
        index = opened_index(home.index, settings.search)
        stack.callback(index.close)
        newsroom: Crawler | None = None

        def on_error(error: Exception) -> None:
            if newsroom is not None:
                newsroom.fail(error)

        indexer = Indexer(database, index, settings.search, on_error)
        indexer.start()
        stack.callback(indexer.close)
        grouper = Grouper(database, settings.group, clock, on_error)
        grouper.start()
        stack.callback(grouper.close)
        ledger = RequestLogBuffer()
        settler = Settler(archive, settings.crawl, settings.serve.public_url, ledger)
        database.after_rollback = settler.forget
        stack.callback(_flush_pending, database, settler, ledger)
        fetcher = Fetcher(settings.fetch, clock=clock, on_line=ledger.note)
        _restore_delays(fetcher, database, settings.fetch, clock())
        setup = WorkerSetup(
            settings.crawl, settings.enrich, settings.summary, home.corpus, home.topics
        )
        parts = CrawlParts(
            settings=settings,
            database=database,
            settler=settler,
            indexer=indexer,
            grouper=grouper,
            archive=archive,
            fetcher=await stack.enter_async_context(fetcher),
            pool=await stack.enter_async_context(Pool(settings.engine, setup)),
            tally=CrawlTally(clock),
            clock=clock,
            exchange=opened_exchange(settings.crawl, database, clock),
        )
        lookout = RecheckPlanner(settings.crawl, chance or Random())
        newsroom = Crawler(parts, Library(settings, home, database, index), lookout)
        keeping = Housekeeping(database, ledger, indexer, settings.store, clock)
        stack.push_async_callback(_cancelled, asyncio.create_task(keeping.run(on_error)))
        watch = LinkRefreshTimer(home, settings)
        stack.push_async_callback(_cancelled, asyncio.create_task(watch.run()))
        yield newsroom


async def _cancelled(task: "asyncio.Task[None]") -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def _restore_delays(
    fetcher: Fetcher, database: Database, settings: FetchSettings, now: float
) -> None:
    """Keep the distance from requests that an earlier process made a moment ago."""
    since = datetime.fromtimestamp(now - settings.crawl_delay_cap - settings.delay, UTC)
    for line in recent_requests(database.read(), since):
        fetcher.recall(line)


def _flush_pending(database: Database, settler: Settler, ledger: RequestLogBuffer) -> None:
    """Write down the lessons and lines that still wait; on a full disk that is no further error."""
    with suppress(sqlite3.Error, OSError):
        database.write(settler.learner.flush).result()
        database.write(settler.trap_control.flush).result()
        database.write(ledger.write).result()


def opened_index(folder: Path, settings: SearchSettings) -> Index:
    """Open the index for writing; an unusable one is moved aside and built again."""
    try:
        return Index.open(folder, settings, writable=True)
    except IndexUnusable:
        folder.rename(folder.with_name(f"{folder.name}.unusable-{os.getpid()}"))
        folder.mkdir()
        return Index.open(folder, settings, writable=True)

"""The live pipeline: frontier -> fetch -> read -> settle -> index, each waiting for the next.

What is under way lives only here; until a visit is settled its row in the database says that it
is due, so whatever stops us, it is simply made again.
"""

import asyncio
import sqlite3
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TypeVar

from tidings.crawl.visits.frontier import Frontier
from tidings.engine.live.crawl_parts import CrawlParts
from tidings.engine.live.recheck_planning import RecheckPlanner
from tidings.engine.live.visiting import VisitRunner
from tidings.engine.nodes.exchange import apply_share
from tidings.engine.reading.reading_task import Crash, Reading
from tidings.engine.reading.tag_study import tag_study_of
from tidings.engine.settling.settler import VisitResult
from tidings.model.crawl.source import Source
from tidings.model.crawl.subscription import Delivery
from tidings.model.crawl.visit import Visit
from tidings.store.database.sqlite import Work
from tidings.store.tables.frontier.clock_setback import check_clock
from tidings.store.tables.sources.sources import followed_sources, sources_version
from tidings.store.tables.sources.subscriptions import delivered_since

_HELD_BYTES = 64 * 1024 * 1024  # bodies between fetching and settling; beyond it nothing starts
_QUEUES = 5  # visits begun, in multiples of those that may be under way at a time
_TRADE_SECONDS = 0.25  # how often nodes look for each other's batches
_CLOCK_SECONDS = 60.0  # between two looks at the clock: each is a write
_LOOK_AROUND_SECONDS = 1.0  # how often sites that another process added are noticed


T = TypeVar("T")


class PipelineBroken(Exception):
    """The pipeline had to stop: the disk, the database or the index is lost."""


class Pipeline:
    """Runs visits until it is stopped, or until nothing is left to do now."""

    def __init__(
        self,
        parts: CrawlParts,
        *,
        until_idle: bool = False,
        max_pages: int | None = None,
        lookout: RecheckPlanner | None = None,
    ) -> None:
        self._parts = parts
        self._lookout = lookout
        self._plan_at = 0.0
        self._left = max_pages
        self._until_idle = until_idle
        now = parts.clock()
        self._not_since = datetime.fromtimestamp(now, UTC) if until_idle else None
        per_host = parts.settings.fetch.per_host
        self.frontier = Frontier(parts.database, parts.fetcher.ready_at, per_host, self._not_since)
        self._followed = parts.settler.followed
        self._sites_version: tuple[float, ...] = ()
        self._tasks: set[asyncio.Task[object]] = set()
        self._errands = VisitRunner(parts, self._answered, self._take)
        self._heard_at = now  # the newest delivery of a hub that is known here
        self._changed = asyncio.Event()
        self._stopping = False
        self._error: Exception | None = None
        self._loop = asyncio.get_running_loop()
        self._look_at = self._loop.time() + _LOOK_AROUND_SECONDS
        self._clock_at = 0.0

    async def run(self) -> None:
        """Work until stopped or idle; raise PipelineBroken if a part is lost."""
        self._note_sites()
        await self._mind_clock()
        self.frontier.load(self._parts.clock())
        trading = asyncio.create_task(self._trade()) if self._parts.exchange else None
        while not self._stopping:
            if self._may_start() and self._start_next():
                continue
            if self._is_done() and not await self._plan_looks():
                break
            if self._may_plan_looks():
                self._begin(self._plan_looks())
            await self._wait()
        if trading is not None:
            trading.cancel()
            await asyncio.gather(trading, return_exceptions=True)
        await self._finish()
        if self._error is not None:
            raise PipelineBroken(
                f"The crawl had to stop ({self._error}): see that the disk is not full and may be "
                "written to, then start again; nothing that was kept is lost."
            ) from self._error

    def stop(self) -> None:
        """Begin nothing more and let `run` return."""
        self._stopping = True
        self._changed.set()

    def fail(self, error: Exception) -> None:
        """Stop because a part is lost; may be called from any thread."""
        self._error = self._error or error
        self._loop.call_soon_threadsafe(self.stop)

    @property
    def under_way(self) -> int:
        """How many visits are under way."""
        return len(self._tasks)

    def _may_start(self) -> bool:
        # Those who wait for a turn ask for nothing yet: a crowded address must not stop the others.
        limit, waiting = self._parts.settings.fetch.concurrency, self._parts.fetcher.waiting
        room = len(self._tasks) - waiting < limit and len(self._tasks) < limit * _QUEUES
        return room and self._errands.held_bytes < _HELD_BYTES and self._left != 0

    def _is_done(self) -> bool:
        if self._tasks or not (self._until_idle or self._left == 0):
            return False
        if self._left == 0:
            return True
        exchange = self._parts.exchange
        return self.frontier.next_turn() is None and (exchange is None or exchange.over)

    def _may_plan_looks(self) -> bool:
        """Tell whether second looks may be planned: what is due goes first."""
        is_free = 2 * len(self._tasks) < self._parts.settings.fetch.concurrency
        follows = self._lookout is not None and not self._until_idle
        return follows and is_free and self._parts.clock() >= self._plan_at

    async def _plan_looks(self) -> bool:
        """Plan second looks at young articles; False if there is nothing to look at."""
        parts, now = self._parts, self._parts.clock()
        self._plan_at = now + _LOOK_AROUND_SECONDS
        if self._lookout is None or self._left == 0:
            return False
        try:
            return await self._lookout.mark(parts.database, self.frontier, now, self._not_since)
        except (sqlite3.Error, OSError) as error:
            self.fail(error)
            return False

    def _start_next(self) -> bool:
        visit = self.frontier.pop(self._parts.clock())
        if visit is None:
            return False
        if self._left is not None:
            self._left -= 1
        self._begin(self._make(visit))
        return True

    def _begin(self, work: Coroutine[None, None, object]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_done)

    def _on_done(self, task: "asyncio.Task[object]") -> None:
        self._tasks.discard(task)
        self._changed.set()
        self._errands.one_is_over()

    async def _wait(self) -> None:
        """Sleep until something is settled or the next host has its turn."""
        turn = self.frontier.next_turn() if self._may_start() else None
        seconds = _LOOK_AROUND_SECONDS
        if turn is not None:
            seconds = min(seconds, max(0.0, turn - self._parts.clock()))
        self._changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        if self._loop.time() >= self._look_at:  # not at every host's turn: it reads all sites
            self._look_around()

    def _look_around(self) -> None:
        """Notice sites that another process added or removed."""
        self._look_at = self._loop.time() + _LOOK_AROUND_SECONDS
        if self._loop.time() >= self._clock_at:
            self._begin(self._mind_clock())
        connection = self._parts.database.read()
        version = sources_version(connection)
        if version != self._sites_version:
            for site in self._note_sites():
                self.frontier.load_site(site, self._parts.clock())
        # A server in another process takes deliveries too, and makes their feeds due.
        hosts, self._heard_at = delivered_since(connection, self._heard_at)
        for host in hosts:
            self.frontier.wake(host, self._parts.clock())

    async def _mind_clock(self) -> None:
        """Notice that the machine's clock was set back, here or while nothing ran."""
        self._clock_at = self._loop.time() + _CLOCK_SECONDS
        now = self._parts.clock()
        try:
            if await self._write(lambda db: check_clock(db, now)):
                self.frontier.load(now)
        except (sqlite3.Error, OSError) as error:
            self.fail(error)

    def _note_sites(self) -> set[int]:
        """Learn which sites are followed, and which of them are this node's; return the new."""
        now = datetime.fromtimestamp(self._parts.clock(), UTC)
        node = self._parts.settings.crawl.node
        self._parts.database.write(lambda db: apply_share(db, node, now)).result()
        connection = self._parts.database.read()
        self._sites_version = sources_version(connection)
        return self._followed.load(followed_sources(connection))

    async def _trade(self) -> None:
        """Keep in touch with the other nodes."""
        exchange, settler = self._parts.exchange, self._parts.settler
        assert exchange is not None
        try:
            while True:
                for host in await exchange.trade(settler.intake.receive, self._is_idle):
                    self.frontier.wake(host, self._parts.clock())
                self._look_around()
                self._changed.set()
                await asyncio.sleep(_TRADE_SECONDS)
        except (sqlite3.Error, OSError) as error:
            self.fail(error)

    def _is_idle(self) -> bool:
        """Tell whether this node has nothing to do by itself."""
        known = sources_version(self._parts.database.read()) == self._sites_version
        return known and not self._tasks and self.frontier.next_turn() is None

    async def _finish(self) -> None:
        """Let what is under way end, but not for ever: what is cut off is made again later."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=3)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def deliver(self, push: Delivery) -> bool:
        """Read what a hub delivered, now; False if it has to be polled instead."""
        site = self._followed.get(push.subscription.site)
        if self._stopping or self._errands.held_bytes >= _HELD_BYTES or site is None:
            return False
        self._begin(self._read_delivery(push, site))
        return True

    async def _write(self, work: Work[T]) -> T:
        return await self._parts.database.written(work)

    async def _make(self, visit: Visit) -> None:
        try:
            site = self._followed.get(visit.site)
            made = site is not None and await self._errands.make(visit, site)
            if not made and self._left is not None:
                self._left += 1
        except (sqlite3.Error, OSError) as error:
            self.fail(error)
        finally:
            self.frontier.done(visit, self._parts.clock())

    async def _read_delivery(self, push: Delivery, site: Source) -> None:
        try:
            self._wake(found.host for found in await self._errands.deliver(push, site))
        except (sqlite3.Error, OSError) as error:
            self.fail(error)

    def _answered(self, visit: Visit) -> None:
        """Let the host have its next turn while the answer is read."""
        self.frontier.answered(visit, self._parts.clock())
        self._changed.set()

    def _take(self, settled: VisitResult, reading: Reading | None) -> None:
        """Pass on what a settled visit brought."""
        parts = self._parts
        parts.tally.count(settled.state)
        self._wake(found.host for found in settled.new)
        self._wake(settled.woken_hosts)
        for host in settled.woken_hosts:
            self.frontier.drop_read_ahead(host)
        if settled.article is not None:
            is_new = settled.article.revision == 1
            parts.tally.articles_new += is_new
            parts.tally.revisions += not is_new
            parts.indexer.offer(settled.article, reading.entry if reading and is_new else None)
            parts.grouper.look()
        parts.tally.looks += settled.is_recheck
        parts.tally.deletions += settled.is_deleted
        for site in parts.settler.learner.memories.sites_due_for_tags():
            self._begin(self._study(site))
        if settled.withdrawn:
            parts.indexer.look()
        if settled.site is not None:
            self._followed.note(settled.site)

    async def _study(self, site: int) -> None:
        """Learn a site's keen tags from its archived articles; failing costs nothing."""
        parts = self._parts
        try:
            study = await asyncio.to_thread(tag_study_of, parts.database, parts.archive, site)
            tags = await parts.pool.study(study)
            if not isinstance(tags, Crash):
                learned = tags
                memories = parts.settler.learner.memories
                await self._write(lambda db: memories.learn_keen_tags(db, site, learned))
        except (sqlite3.Error, OSError) as error:
            self.fail(error)

    def _wake(self, hosts: Iterable[str]) -> None:
        now = self._parts.clock()
        for host in set(hosts):
            self.frontier.wake(host, now)

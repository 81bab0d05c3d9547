"""The live pipeline: frontier -> fetch -> read -> settle -> index, each waiting for the next.

Visits in progress exist only in memory. Until a visit is settled, its row in the database says
that it is due. So after a crash it is simply made again.
"""

import asyncio
import math
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import TypeVar

from tidings.crawl.visits.frontier import Frontier
from tidings.crawl.visits.node_share import node_number
from tidings.engine.cluster.errors import ClusterUnusable
from tidings.engine.commands.execution import ExecutedStep
from tidings.engine.live.command_execution import CommandExecution, SourceFence, VisitSuperseded
from tidings.engine.live.crawl_parts import CrawlParts
from tidings.engine.live.due_rows import StoredDueRows
from tidings.engine.live.recheck_planning import RecheckPlanner
from tidings.engine.live.run_hosting import PlaceOf, RunHosting, SeedsOf
from tidings.engine.live.visiting import VisitRunner
from tidings.engine.nodes.exchange import apply_share
from tidings.engine.reading.archived_pages import tag_study_of
from tidings.engine.reading.reading_task import Crash, Reading
from tidings.engine.settling.settler import VisitResult
from tidings.engine.state.followed_sources import FollowedSources, followed_from
from tidings.model.crawl.source import Source
from tidings.model.crawl.subscription import Delivery
from tidings.model.crawl.visit import Visit
from tidings.store.database.database import Work
from tidings.store.database.errors import StoreError
from tidings.store.tables.frontier.clock_setback import check_clock
from tidings.store.tables.sources.pauses import is_paused
from tidings.store.tables.sources.sources import followed_sources, sources_version
from tidings.store.tables.sources.subscriptions import delivered_since

_MAX_HELD_BYTES = 64 * 1024 * 1024  # bodies between fetching and settling; beyond it nothing starts
_MAX_QUEUE_FACTOR = 5  # most visits begun, as a multiple of those that may fetch at a time
_SYNC_SECONDS = 0.25  # how often nodes check for each other's batches
_CLOCK_SECONDS = 60.0  # between two checks of the clock: each is a write
_CHECK_SECONDS = 1.0  # how often changes by other processes are noticed


T = TypeVar("T")


class PipelineBroken(Exception):
    """The pipeline had to stop: the disk, the database or the index failed."""


class Pipeline:
    """Runs visits until stopped, or until nothing is due."""

    def __init__(
        self,
        parts: CrawlParts,
        *,
        until_idle: bool = False,
        max_pages: int | None = None,
        recheck_planner: RecheckPlanner | None = None,
        seeds_of: SeedsOf = lambda _: (),
        place_of: PlaceOf | None = None,
    ) -> None:
        """`seeds_of` finds where a query run begins that was given no addresses.

        `place_of` returns where its agents make their visits; None: here.
        """
        self._parts = parts
        self._recheck_planner = recheck_planner
        self._next_plan = 0.0
        self._pages_left = max_pages
        self._until_idle = until_idle
        now = parts.clock()
        self._not_since = datetime.fromtimestamp(now, UTC) if until_idle else None
        per_host = parts.settings.fetch.per_host
        rows = StoredDueRows(parts.database)
        patience = parts.settings.crawl.idle_patience if until_idle else math.inf
        self.frontier = Frontier(rows, parts.fetcher.ready_at, per_host, self._not_since, patience)
        self._followed = parts.settler.state.followed
        self._sources_version: tuple[float, ...] = ()
        self._tasks: set[asyncio.Task[object]] = set()
        fence = SourceFence()
        self._visits = VisitRunner(parts, fence, self._on_answer, self._on_settled)
        self._commands = CommandExecution(
            parts.database, parts.clock, parts.settler.state, fence, self._on_command
        )
        self._runs = RunHosting(
            parts, fence, seeds_of, self._on_settled, self.fail, self._on_run_over, place_of
        )
        self._delivered_until = now  # time of the newest hub delivery known here
        self._changed = asyncio.Event()
        self._stopping = False
        self._error: Exception | None = None
        self._loop = asyncio.get_running_loop()
        self._next_check = self._loop.time() + _CHECK_SECONDS
        self._next_clock_check = 0.0

    async def run(self) -> None:
        """Work until stopped or idle; raise PipelineBroken if a part failed."""
        await self._runs.recover()
        await self._commands.execute_all()
        self._load_sources()
        await self._check_clock()
        self.frontier.load(self._parts.clock())
        beside = [
            asyncio.create_task(self._execute_commands()),
            asyncio.create_task(self._runs.run()),
        ]
        if self._parts.exchange:
            beside.append(asyncio.create_task(self._sync_nodes()))
        while not self._stopping:
            if self._may_start() and self._start_next():
                continue
            if self._is_done() and not await self._plan_rechecks():
                break
            if self._may_plan_rechecks():
                self._begin(self._plan_rechecks())
            await self._wait()
        for task in beside:
            task.cancel()
        await asyncio.gather(*beside, return_exceptions=True)
        await self._runs.close()
        await self._finish()
        if isinstance(self._error, ClusterUnusable):
            raise self._error
        if self._error is not None:
            raise PipelineBroken(
                f"The crawl had to stop ({self._error}): check that the disk is writable and not "
                "full, then start again. No stored article is lost."
            ) from self._error

    def stop(self) -> None:
        """Begin no more visits and let `run` return."""
        self._stopping = True
        self._changed.set()

    def fail(self, error: Exception) -> None:
        """Stop because a part failed; may be called from any thread."""
        self._error = self._error or error
        self._loop.call_soon_threadsafe(self.stop)

    @property
    def under_way(self) -> int:
        """How many visits are in progress."""
        return len(self._tasks)

    def _may_start(self) -> bool:
        # Visits that wait for their turn do not count: one busy address must not stop the others.
        limit, waiting = self._parts.settings.fetch.concurrency, self._parts.fetcher.waiting
        room = len(self._tasks) - waiting < limit and len(self._tasks) < limit * _MAX_QUEUE_FACTOR
        return room and self._visits.held_bytes < _MAX_HELD_BYTES and self._pages_left != 0

    def _is_done(self) -> bool:
        if self._tasks or not (self._until_idle or self._pages_left == 0) or self._runs.is_busy:
            return False
        if self._pages_left == 0:
            return True
        exchange = self._parts.exchange
        return self.frontier.next_turn() is None and (exchange is None or exchange.over)

    def _may_plan_rechecks(self) -> bool:
        """Return whether rechecks may be planned: due visits go first."""
        is_free = 2 * len(self._tasks) < self._parts.settings.fetch.concurrency
        follows = self._recheck_planner is not None and not self._until_idle
        return follows and is_free and self._parts.clock() >= self._next_plan

    async def _plan_rechecks(self) -> bool:
        """Plan rechecks of young articles; False if there is nothing to recheck."""
        parts, now = self._parts, self._parts.clock()
        self._next_plan = now + _CHECK_SECONDS
        if self._recheck_planner is None or self._pages_left == 0:
            return False
        try:
            return await self._recheck_planner.plan_and_wake(
                parts.database, self.frontier, now, self._not_since
            )
        except (StoreError, OSError) as error:
            self.fail(error)
            return False

    def _start_next(self) -> bool:
        visit = self.frontier.pop(self._parts.clock())
        if visit is None:
            return False
        if self._pages_left is not None:
            self._pages_left -= 1
        self._begin(self._make(visit))
        return True

    def _begin(self, work: Coroutine[None, None, object]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._on_done)

    def _on_done(self, task: "asyncio.Task[object]") -> None:
        self._tasks.discard(task)
        self._changed.set()
        self._visits.on_visit_done()

    async def _wait(self) -> None:
        """Sleep until a visit is settled or the next host has its turn."""
        turn = self.frontier.next_turn() if self._may_start() else None
        seconds = _CHECK_SECONDS
        if turn is not None:
            seconds = min(seconds, max(0.0, turn - self._parts.clock()))
        self._changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        if self._loop.time() >= self._next_check:  # not at every host's turn: it reads all sources
            self._check_for_changes()

    def _check_for_changes(self) -> None:
        """Notice sources that another process added or removed, and deliveries it took."""
        self._next_check = self._loop.time() + _CHECK_SECONDS
        if self._loop.time() >= self._next_clock_check:
            self._begin(self._check_clock())
        connection = self._parts.database.read()
        version = sources_version(connection)
        if version != self._sources_version:
            for source_id in self._load_sources():
                self.frontier.load_site(source_id, self._parts.clock())
        # A server in another process also takes deliveries and makes their feeds due.
        hosts, self._delivered_until = delivered_since(connection, self._delivered_until)
        for host in hosts:
            self.frontier.wake(host, self._parts.clock())

    async def _check_clock(self) -> None:
        """Notice that the machine's clock was set back, now or while no crawl ran."""
        self._next_clock_check = self._loop.time() + _CLOCK_SECONDS
        node, now = node_number(self._parts.settings.crawl.node), self._parts.clock()
        try:
            if await self._write(lambda db: check_clock(db, node, now)):
                self.frontier.load(now)
        except (StoreError, OSError) as error:
            self.fail(error)

    def _load_sources(self) -> set[int]:
        """Load the followed sources and this node's share; return the ids of the new ones."""
        now = datetime.fromtimestamp(self._parts.clock(), UTC)
        node = self._parts.settings.crawl.node
        self._parts.database.write(lambda db: apply_share(db, node, now)).result()
        connection = self._parts.database.read()
        self._sources_version = sources_version(connection)
        before = self._followed
        self._follow(followed_from(followed_sources(connection)))
        return self._followed.new_since(before)

    def _follow(self, followed: FollowedSources) -> None:
        self._followed = self._parts.settler.state.followed = followed
        self._parts.policies.follow(followed)

    async def _execute_commands(self) -> None:
        """Execute commands until cancelled."""
        try:
            await self._commands.run()
        except (StoreError, OSError) as error:
            self.fail(error)

    def _on_command(self, step: ExecutedStep) -> None:
        """Act on a command: drop what is cached of the sources it touched, and look again."""
        now, touched = self._parts.clock(), step.sources
        for host in step.hosts:
            self._parts.fetcher.forget_host(host)
        is_known = sources_version(self._parts.database.read()) == self._sources_version
        new = set() if is_known else self._load_sources()
        self._visits.stop_fetching(touched)
        for source_id in touched:
            self.frontier.drop_source(source_id, now)
            self._parts.snapshots.forget(source_id)
        for source_id in touched | new:
            self.frontier.load_site(source_id, now)
        self._runs.look()
        self._changed.set()

    def _on_run_over(self) -> None:
        self._changed.set()

    async def _sync_nodes(self) -> None:
        """Exchange URLs and states with the other nodes until cancelled."""
        exchange, settler = self._parts.exchange, self._parts.settler
        assert exchange is not None
        try:
            while True:
                for host in await exchange.sync(settler.intake.receive, self._is_idle):
                    self.frontier.wake(host, self._parts.clock())
                self._check_for_changes()
                self._changed.set()
                await asyncio.sleep(_SYNC_SECONDS)
        except (StoreError, OSError) as error:
            self.fail(error)

    def _is_idle(self) -> bool:
        """Return whether this node has no work of its own."""
        known = sources_version(self._parts.database.read()) == self._sources_version
        return known and not self._tasks and self.frontier.next_turn() is None

    async def _finish(self) -> None:
        """Give visits in progress a moment to end; those cut off are made again later."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=3)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def deliver(self, delivery: Delivery) -> bool:
        """Read a hub's delivery now; False if its feed must be polled instead."""
        source = self._followed.get(delivery.subscription.site)
        if self._stopping or self._visits.held_bytes >= _MAX_HELD_BYTES or source is None:
            return False
        if is_paused(self._parts.database.read(), source.id):
            return False
        self._begin(self._read_delivery(delivery, source))
        return True

    async def _write(self, work: Work[T]) -> T:
        return await self._parts.database.write_async(work)

    async def _make(self, visit: Visit) -> None:
        try:
            source = self._followed.get(visit.site)
            made = source is not None and await self._visits.make(visit, source)
            if not made and self._pages_left is not None:
                self._pages_left += 1
        except VisitSuperseded:
            if self._pages_left is not None:
                self._pages_left += 1
        except (StoreError, OSError) as error:
            self.fail(error)
        finally:
            self.frontier.done(visit, self._parts.clock())

    async def _read_delivery(self, delivery: Delivery, source: Source) -> None:
        try:
            self._wake(found.host for found in await self._visits.deliver(delivery, source))
        except (StoreError, OSError) as error:
            self.fail(error)

    def _on_answer(self, visit: Visit) -> None:
        """Give the host its next turn while the answer is read."""
        self.frontier.answered(visit, self._parts.clock())
        self._changed.set()

    def _on_settled(self, settled: VisitResult, reading: Reading | None) -> None:
        """Pass on what a settled visit produced."""
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
        parts.tally.looks += settled.is_recheck
        parts.tally.deletions += settled.is_deleted
        parts.tally.same_bytes += settled.has_same_bytes
        if settled.wants_tag_study and settled.snapshot is not None:
            self._begin(self._study(settled.snapshot.source))
        if settled.source is not None:
            self._follow(self._followed.with_source(settled.source))

    async def _study(self, source_id: int) -> None:
        """Learn a source's keen tags from its archived articles; failing costs nothing."""
        parts = self._parts
        try:
            study = await asyncio.to_thread(tag_study_of, parts.database, parts.archive, source_id)
            tags = await parts.pool.study(study)
            if not isinstance(tags, Crash):
                learned, state = tags, parts.settler.state
                parts.snapshots.note(
                    await self._write(lambda db: state.learn_keen_tags(db, source_id, learned))
                )
        except (StoreError, OSError) as error:
            self.fail(error)

    def _wake(self, hosts: Iterable[str]) -> None:
        now = self._parts.clock()
        for host in set(hosts):
            self.frontier.wake(host, now)

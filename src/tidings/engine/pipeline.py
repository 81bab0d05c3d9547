"""The live pipeline: frontier -> fetch -> read -> settle -> index, each waiting for the next.

What is under way lives only here; until a visit is settled its row in the database says that it
is due, so whatever stops us, it is simply made again.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from hashlib import blake2b
from typing import TypeVar

from tidings.crawl.admission import Ground
from tidings.crawl.announced import Heard
from tidings.crawl.discovery import announced, guesses
from tidings.crawl.frontier import Frontier
from tidings.engine.delivery import read_delivery
from tidings.engine.exchange import Exchange, apply_share
from tidings.engine.indexer import Indexer
from tidings.engine.job import Crash, Job, Reading
from tidings.engine.lookout import Lookout
from tidings.engine.looks import former_job
from tidings.engine.pool import Pool
from tidings.engine.settle import Settled, Settler
from tidings.engine.study import study_of
from tidings.engine.tally import Tally
from tidings.fetch.client import Fetcher
from tidings.model.ledger import Purpose
from tidings.model.page import Role
from tidings.model.site import Site
from tidings.model.subscription import Push
from tidings.model.visit import Visit
from tidings.model.web import Failure, Request, Response
from tidings.read.url import domain_of
from tidings.settings.tree import Settings
from tidings.store.archive import ArchiveReader
from tidings.store.database import Database, Work
from tidings.store.sites import sites, sites_version
from tidings.store.subscriptions import delivered_since

_HELD_BYTES = 64 * 1024 * 1024  # bodies between fetching and settling; beyond it nothing starts
_QUEUES = 5  # visits begun, in multiples of those that may be under way at a time
_TRADE_SECONDS = 0.25  # how often nodes look for each other's batches
_LOOK_AROUND_SECONDS = 1.0  # how often sites that another process added are noticed


T = TypeVar("T")


class PipelineBroken(Exception):
    """The pipeline had to stop: the disk, the database or the index is lost."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What the pipeline is made of."""

    settings: Settings
    database: Database
    settler: Settler
    indexer: Indexer
    fetcher: Fetcher
    pool: Pool
    archive: ArchiveReader
    tally: Tally
    clock: Callable[[], float]
    exchange: Exchange | None = None  # with the other nodes, where there are any


class Pipeline:
    """Runs visits until it is stopped, or until nothing is left to do now."""

    def __init__(
        self,
        parts: Parts,
        *,
        until_idle: bool = False,
        max_pages: int | None = None,
        lookout: Lookout | None = None,
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
        self._heard = Heard()
        self._sites_version: tuple[float, ...] = ()
        self._tasks: set[asyncio.Task[object]] = set()
        self._waiting: list[asyncio.Future[None]] = []  # visits until one of their kind is over
        self._held_bytes = 0
        self._heard_at = now  # the newest delivery of a hub that is known here
        self._changed = asyncio.Event()
        self._stopping = False
        self._error: Exception | None = None
        self._loop = asyncio.get_running_loop()

    async def run(self) -> None:
        """Work until stopped or idle; raise PipelineBroken if a part is lost."""
        self._note_sites()
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
        return room and self._held_bytes < _HELD_BYTES and self._left != 0

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
        waiting, self._waiting = self._waiting, []
        for kin in waiting:
            if not kin.done():  # its visit may have been cancelled
                kin.set_result(None)

    async def _wait(self) -> None:
        """Sleep until something is settled or the next host has its turn."""
        turn = self.frontier.next_turn() if self._may_start() else None
        seconds = _LOOK_AROUND_SECONDS
        if turn is not None:
            seconds = min(seconds, max(0.0, turn - self._parts.clock()))
        self._changed.clear()
        try:
            async with asyncio.timeout(seconds):
                await self._changed.wait()
        except TimeoutError:
            self._look_around()

    def _look_around(self) -> None:
        """Notice sites that another process added or removed."""
        connection = self._parts.database.read()
        version = sites_version(connection)
        if version != self._sites_version:
            for site in self._note_sites():
                self.frontier.load_site(site, self._parts.clock())
        # A server in another process takes deliveries too, and makes their feeds due.
        hosts, self._heard_at = delivered_since(connection, self._heard_at)
        for host in hosts:
            self.frontier.wake(host, self._parts.clock())

    def _note_sites(self) -> set[int]:
        """Learn which sites are followed, and which of them are this node's; return the new."""
        now = datetime.fromtimestamp(self._parts.clock(), UTC)
        node = self._parts.settings.crawl.node
        self._parts.database.write(lambda db: apply_share(db, node, now)).result()
        connection = self._parts.database.read()
        self._sites_version = sites_version(connection)
        return self._followed.load(sites(connection))

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
        known = sites_version(self._parts.database.read()) == self._sites_version
        return known and not self._tasks and self.frontier.next_turn() is None

    async def _finish(self) -> None:
        """Let what is under way end, but not for ever: what is cut off is made again later."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=3)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def deliver(self, push: Push) -> bool:
        """Read what a hub delivered, now; False if it has to be polled instead."""
        site = self._followed.get(push.subscription.site)
        if self._stopping or self._held_bytes >= _HELD_BYTES or site is None:
            return False
        self._begin(self._read_delivery(push, site))
        return True

    async def _read_delivery(self, push: Push, site: Site) -> None:
        parts = self._parts
        self._held_bytes += len(push.body)
        try:
            new = await read_delivery(push, site, parts.database, parts.pool, parts.settler)
            self._wake(found.host for found in new)
        except (sqlite3.Error, OSError) as error:
            self.fail(error)
        finally:
            self._held_bytes -= len(push.body)

    async def _make(self, visit: Visit) -> None:
        try:
            site = self._followed.get(visit.site)
            if site is not None:
                await self._visit(visit, site)
        except (sqlite3.Error, OSError) as error:
            self.fail(error)
        finally:
            self.frontier.done(visit, self._parts.clock())

    async def _visit(self, visit: Visit, site: Site) -> None:
        containment = self._parts.settler.containment
        if await self._is_held_back(visit):
            return
        containment.begin(visit)
        try:
            await self._fetch(visit, site)
        finally:
            containment.end(visit)

    async def _fetch(self, visit: Visit, site: Site) -> None:
        request = Request(
            visit.url, visit.etag, visit.last_modified, Purpose(visit.role), visit.site
        )
        outcome = await self._parts.fetcher.fetch(request)
        self.frontier.answered(visit, self._parts.clock())
        self._changed.set()
        settler = self._parts.settler
        if isinstance(outcome, Failure):
            failure = outcome
            self._take(await self._write(lambda db: settler.failure(db, visit, failure)))
            return
        self._held_bytes += len(outcome.body)
        try:
            await self._read(visit, site, outcome)
        finally:
            self._held_bytes -= len(outcome.body)

    async def _is_held_back(self, visit: Visit) -> bool:
        """Hold a page back that a trap seems to have led to; that costs no request."""
        containment, database = self._parts.settler.containment, self._parts.database
        while containment.must_wait(database.read(), visit):
            kin = self._loop.create_future()
            self._waiting.append(kin)
            await kin
        refusal = containment.refusal(database.read(), visit, self._parts.clock())
        if refusal is None:
            return False
        if self._left is not None:
            self._left += 1
        await self._write(lambda db: containment.hold_back(db, visit, refusal))
        return True

    async def _read(self, visit: Visit, site: Site, response: Response) -> None:
        settler = self._parts.settler
        body_hash = blake2b(response.body, digest_size=16).digest()
        if response.status == 304 or body_hash == visit.body_hash:
            self._take(await self._write(lambda db: settler.no_change(db, visit, response)))
            return
        if visit.role is Role.PAGE:
            reserved = await self._parts.fetcher.reservation(response.url, site.id)
            response = replace(response, rights=response.rights | reserved)
        domain = domain_of(response.url) if _begins(visit) else site.domain
        told = settler.memories.told(self._parts.database.read(), site.id)
        focus = settler.focuses.told(self._parts.database.read(), site)
        job = Job(visit, response, domain, site.name, told, focus)
        settled = await self._settle_reading(job, body_hash)
        if settled is None:
            listed = replace(job, visit=replace(visit, listed=True))
            settled = await self._settle_reading(listed, body_hash)
        assert settled is not None

    async def _settle_reading(self, job: Job, body_hash: bytes) -> Settled | None:
        """Have a response read and settled; None if it must be read again."""
        visit, response, settler = job.visit, job.response, self._parts.settler
        reading = await self._parts.pool.read(job)
        if isinstance(reading, Crash):
            crash = reading
            settled = await self._write(lambda db: settler.crash(db, visit, response, crash))
            self._take(settled)
            return settled
        done = await self._with_sitemaps(visit, response, reading)
        before = await self._read_before(job) if visit.article is not None else None
        result = await self._write(
            lambda db: settler.reading(db, visit, response, done, body_hash, before)
        )
        if result is not None:
            self._take(result, done)
        return result

    async def _read_before(self, job: Job) -> Reading | None:
        """Read the archived copy of an article as today, to compare the new one with."""
        parts = self._parts
        former = await asyncio.to_thread(former_job, parts.database, parts.archive, job)
        reading = await parts.pool.read(former) if former else None
        return None if isinstance(reading, Crash) else reading

    async def _write(self, work: Work[T]) -> T:
        return await asyncio.wrap_future(self._parts.database.write(work))

    def _take(self, settled: Settled, reading: Reading | None = None) -> None:
        """Pass on what a settled visit brought."""
        parts = self._parts
        parts.tally.count(settled.standing)
        self._wake(found.host for found in settled.new)
        self._wake(settled.woken)
        for host in settled.woken:
            self.frontier.look_anew(host)
        if settled.article is not None:
            is_new = settled.article.revision == 1
            parts.tally.articles_new += is_new
            parts.tally.revisions += not is_new
            parts.indexer.offer(settled.article, reading.entry if reading and is_new else None)
        parts.tally.looks += settled.looked
        parts.tally.deletions += settled.is_deleted
        for site in parts.settler.memories.due():
            self._begin(self._study(site))
        if settled.withdrawn:
            parts.indexer.look()
        if settled.site is not None:
            self._followed.note(settled.site)

    async def _study(self, site: int) -> None:
        """Learn a site's keen tags from its archived articles; failing costs nothing."""
        parts = self._parts
        try:
            study = await asyncio.to_thread(study_of, parts.database, parts.archive, site)
            tags = await parts.pool.study(study)
            if not isinstance(tags, Crash):
                learned = tags
                memories = parts.settler.memories
                await self._write(lambda db: memories.learn_keen_tags(db, site, learned))
        except (sqlite3.Error, OSError) as error:
            self.fail(error)

    def _wake(self, hosts: Iterable[str]) -> None:
        now = self._parts.clock()
        for host in set(hosts):
            self.frontier.wake(host, now)

    async def _with_sitemaps(self, visit: Visit, response: Response, reading: Reading) -> Reading:
        """Add the sitemaps that a host of the site names; if nothing is announced, the usual ones.

        Every host is heard once, and again when its robots.txt has changed.
        """
        begins = _begins(visit)
        if domain_of(response.url) != reading.domain:
            return reading
        sitemaps = await self._parts.fetcher.sitemaps(response.url, visit.site)
        if not begins and not self._heard.is_news(response.url, sitemaps):
            return reading
        settings = self._parts.settings.crawl
        ground = Ground(visit.site, reading.domain, visit.depth, response.url, settings)
        found = announced(sitemaps, ground)
        if begins and not found and not reading.announced and reading.role is Role.PAGE:
            found = guesses(ground)
        return replace(reading, found=(*found, *reading.found))


def _begins(visit: Visit) -> bool:
    """Tell whether this is the first visit to a site's start page."""
    return visit.depth == 0 and visit.visited_at is None

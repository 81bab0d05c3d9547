"""The steps of one visit, from its turn to its settled outcome.

The pipeline decides which visit is next and when to stop.
"""

import asyncio
from collections.abc import Callable, Container
from dataclasses import replace
from typing import TypeVar

from tidings.crawl.feeds.discovery import announced_sitemaps, guessed_lists
from tidings.crawl.feeds.feed_selection import SeenSitemaps
from tidings.crawl.links.admission import LinkContext
from tidings.crawl.visits.visit_outcome import sets_home
from tidings.engine.live.command_execution import SourceFence, VisitSuperseded
from tidings.engine.live.crawl_parts import CrawlParts
from tidings.engine.live.visit_events import emit_visit
from tidings.engine.reading.reading_task import Crash, Reading, ReadingTask
from tidings.engine.settling.recheck_settling import former_reading_task
from tidings.engine.settling.settler import VisitResult
from tidings.engine.websub.delivery import read_delivery
from tidings.model.crawl.source import Source
from tidings.model.crawl.subscription import Delivery
from tidings.model.crawl.visit import FoundUrl, Visit
from tidings.model.web.exchange import FetchFailure, Request, Response
from tidings.model.web.page import UrlRole
from tidings.model.web.request_log import RequestPurpose
from tidings.model.web.rights import NOTHING_RESERVED
from tidings.read.url import domain_of
from tidings.store.archive.warc_record import payload_sum
from tidings.store.database.database import Work
from tidings.store.database.session import Writer

T = TypeVar("T")


class VisitRunner:
    """Makes visits: holds back suspects, fetches, has the page read, settles the outcome."""

    def __init__(
        self,
        parts: CrawlParts,
        fence: SourceFence,
        on_answer: Callable[[Visit], None],
        on_settled: Callable[[VisitResult, Reading | None], None],
    ) -> None:
        self._parts = parts
        self._fence = fence
        self._on_answer = on_answer
        self._on_settled = on_settled
        self._seen_sitemaps = SeenSitemaps()
        self._waiting: list[asyncio.Future[None]] = []  # visits that wait for another to end
        self._tickets: dict[int, int] = {}  # of the visits under way, for the fence
        self._fetching: dict[asyncio.Task[object], int] = {}  # the source of each
        self.held_bytes = 0  # bodies between fetching and settling

    def on_visit_done(self) -> None:
        """Wake the visits that wait for another to end."""
        waiting, self._waiting = self._waiting, []
        for turn in waiting:
            if not turn.done():  # its visit may have been cancelled
                turn.set_result(None)

    async def deliver(self, delivery: Delivery, source: Source) -> tuple[FoundUrl, ...]:
        """Read what a hub delivered and return what is new."""
        parts = self._parts
        self.held_bytes += len(delivery.body)
        try:
            known = await parts.snapshots.of(source)
            return await read_delivery(
                delivery, source, known.focus, parts.database, parts.pool, parts.settler
            )
        finally:
            self.held_bytes -= len(delivery.body)

    async def make(self, visit: Visit, source: Source) -> bool:
        """Make a visit; False if it is held back, without any request.

        Raises VisitSuperseded if a command touches the source meanwhile.
        """
        self._tickets[visit.id] = self._fence.ticket
        try:
            admitted = await self._admitted(visit, source)
            if admitted is None:
                return False
            await self._make(admitted, source)
        finally:
            del self._tickets[visit.id]
        return True

    async def _make(self, visit: Visit, source: Source) -> None:
        gate = self._parts.gate
        gate.begin(visit)
        try:
            await self._fetch(visit, source)
        finally:
            gate.end(visit)

    def stop_fetching(self, sources: Container[int]) -> None:
        """Stop requests to these sources that are under way or wait for their turn."""
        for task, source in list(self._fetching.items()):
            if source in sources:
                del self._fetching[task]
                task.cancel()

    async def _fetched(self, request: Request) -> Response | FetchFailure:
        task = asyncio.current_task()
        assert task is not None
        self._fetching[task] = request.site
        try:
            return await self._parts.fetcher.fetch(request)
        except asyncio.CancelledError:
            if task in self._fetching:  # the crawl stops
                raise
            task.uncancel()
            raise VisitSuperseded from None
        finally:
            self._fetching.pop(task, None)

    async def _admitted(self, visit: Visit, source: Source) -> Visit | None:
        """Return the visit to make; None if it seems to lead into a crawler trap."""
        gate, snapshots, settler = self._parts.gate, self._parts.snapshots, self._parts.settler
        known = await snapshots.of(source)
        while gate.must_wait(visit, known.traps):
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            await turn
            known = await snapshots.of(source)
        admitted = gate.admitted(visit, known.traps, self._parts.clock())
        if isinstance(admitted, Visit):
            return admitted
        refusal = admitted
        self._on_answer(visit)  # no request was made: thousands may share one transaction
        await self._write(visit, lambda db: settler.trap_control.hold_back(db, visit, refusal))
        return None

    async def _fetch(self, visit: Visit, source: Source) -> None:
        request = Request(
            visit.url, visit.etag, visit.last_modified, RequestPurpose(visit.role), visit.site
        )
        outcome = await self._fetched(request)
        self._on_answer(visit)
        settler = self._parts.settler
        if isinstance(outcome, FetchFailure):
            failure = outcome
            settled = await self._write(visit, lambda db: settler.failure(db, visit, failure))
            self._pass_on(visit, settled)
            return
        self.held_bytes += len(outcome.body)
        try:
            await self._read(visit, source, outcome)
        finally:
            self.held_bytes -= len(outcome.body)

    async def _read(self, visit: Visit, source: Source, response: Response) -> None:
        settler = self._parts.settler
        # The worker hashes new pages, because the archive needs the hash anyway.
        body_hash = payload_sum(response.body) if visit.body_hash else b""
        if response.status == 304 or (body_hash and body_hash == visit.body_hash):
            unchanged = await self._write(visit, lambda db: settler.no_change(db, visit, response))
            self._pass_on(visit, unchanged)
            return
        if visit.role is UrlRole.PAGE:
            reserved = await self._parts.fetcher.reservation(response.url, source.id)
            if reserved is not NOTHING_RESERVED:
                response = replace(response, rights=response.rights | reserved)
        domain = domain_of(response.url) if sets_home(visit, response) else source.domain
        known = await self._parts.snapshots.of(source)
        with self._parts.knowledge.pinned() as version:
            task = ReadingTask(
                visit, response, domain, source.name, known.memory, known.focus, version
            )
            settled = await self._settle_reading(task, body_hash)
            if settled is None:
                again = replace(task, visit=replace(visit, listed=True))
                settled = await self._settle_reading(again, body_hash)
        assert settled is not None

    async def _settle_reading(self, task: ReadingTask, body_hash: bytes) -> VisitResult | None:
        """Have a response read and settled; None if it must be read again."""
        visit, response, settler = task.visit, task.response, self._parts.settler
        reading = await self._parts.pool.read(task)
        if isinstance(reading, Crash):
            crash = reading
            settled = await self._write(visit, lambda db: settler.crash(db, visit, response, crash))
            self._pass_on(visit, settled)
            return settled
        complete = await self._with_sitemaps(visit, response, reading)
        former_reading = await self._read_former(task) if visit.article is not None else None
        digest = body_hash or reading.body_hash or payload_sum(response.body)
        result = await self._write(
            visit, lambda db: settler.reading(db, visit, response, complete, digest, former_reading)
        )
        if result is not None:
            self._pass_on(visit, result, complete)
        return result

    async def _read_former(self, task: ReadingTask) -> Reading | None:
        """Read an article's archived copy with today's code, to compare it with the new one."""
        parts = self._parts
        former = await asyncio.to_thread(former_reading_task, parts.database, parts.archive, task)
        reading = await parts.pool.read(former) if former else None
        return None if isinstance(reading, Crash) else reading

    async def _with_sitemaps(self, visit: Visit, response: Response, reading: Reading) -> Reading:
        """Add the sitemaps that a host's robots.txt names; if nothing is announced, the usual ones.

        Each host's list is used once, and again when its robots.txt changes.
        """
        is_first = _is_first_of_source(visit)
        if domain_of(response.url) != reading.domain:
            return reading
        sitemaps = await self._parts.fetcher.sitemaps(response.url, visit.site)
        if not is_first and not self._seen_sitemaps.is_new(response.url, sitemaps):
            return reading
        settings = self._parts.settings.crawl
        context = LinkContext(visit.site, reading.domain, visit.depth, response.url, settings)
        found = announced_sitemaps(sitemaps, context)
        if is_first and not found and not reading.announced and reading.role is UrlRole.PAGE:
            found = guessed_lists(context)
        return replace(reading, found=(*found, *reading.found))

    def _pass_on(self, visit: Visit, settled: VisitResult, reading: Reading | None = None) -> None:
        """Keep what is now known about the source, and pass the result on."""
        emit_visit(visit, settled.state)
        self._parts.snapshots.note(settled.snapshot)
        self._on_settled(settled, reading)

    async def _write(self, visit: Visit, work: Work[T]) -> T:
        """Write the outcome of a visit, unless a command has touched its source since it began."""
        fence, ticket = self._fence, self._tickets[visit.id]

        def checked(connection: Writer) -> tuple[T] | None:
            # Not an exception: a piece of work that fails makes the writer forget its caches.
            return None if fence.stops(visit.site, ticket) else (work(connection),)

        written = await self._parts.database.write_async(checked)
        if written is None:
            raise VisitSuperseded
        return written[0]


def _is_first_of_source(visit: Visit) -> bool:
    """Return whether this is the first visit to a source's start page."""
    return visit.depth == 0 and visit.is_first

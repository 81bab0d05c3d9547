"""The steps of one visit, from its turn to its settled outcome.

The pipeline decides which visit is next and when to stop.
"""

import asyncio
from collections.abc import Callable, Container
from dataclasses import replace
from functools import partial
from typing import TypeVar

from tidings.crawl.links.path_rules import visit_refusal
from tidings.crawl.traps.trap_accounts import Refusal
from tidings.engine.live.command_execution import SourceFence, VisitSuperseded
from tidings.engine.live.crawl_parts import CrawlParts
from tidings.engine.live.visit_events import emit_visit
from tidings.engine.reading.reading_task import Reading
from tidings.engine.reading.visit_outcome import ReadPage, VisitOutcome, VisitOwner
from tidings.engine.reading.visit_reading import VisitReader, request_of
from tidings.engine.settling.recheck_settling import former_reading_task
from tidings.engine.settling.settler import VisitResult
from tidings.engine.websub.delivery import read_delivery
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_settings import ANY_PAGE, SourceScope
from tidings.model.crawl.subscription import Delivery
from tidings.model.crawl.visit import FoundUrl, Visit
from tidings.model.web.exchange import FetchFailure, Request, Response
from tidings.model.web.reason import Reason
from tidings.store.database.database import Work
from tidings.store.database.session import Writer
from tidings.text.language.language_codes import language_codes

T = TypeVar("T")

# What may have been put right within the time for which addresses and robots.txt are cached.
_UNREACHED = frozenset(
    {
        Reason.ROBOTS_DENIED,
        Reason.PRIVATE_ADDRESS,
        Reason.CONNECT,
        Reason.TIMEOUT_CONNECT,
        Reason.TLS,
    }
)


class VisitRunner:
    """Makes visits of sources: holds back suspects, fetches, reads, settles what comes of it."""

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
        self._reader = VisitReader(
            parts.settings.crawl,
            parts.fetcher,
            parts.pool,
            parts.knowledge.pinned,
            partial(former_reading_task, parts.database, parts.archive),
        )
        self._languages = language_codes(parts.settings.crawl.languages)
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
                delivery,
                source,
                known.focus,
                self._scope_of(source),
                parts.database,
                parts.pool,
                parts.settler,
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
        """Return the visit to make; None if the source's settings exclude it or it looks like a
        trap."""
        gate, snapshots = self._parts.gate, self._parts.snapshots
        scope = self._scope_of(source)
        if scope is not None and (pattern := visit_refusal(visit, scope)):
            await self._hold_back(visit, Refusal(Reason.EXCLUDED, pattern))
            return None
        known = await snapshots.of(source)
        while gate.must_wait(visit, known.traps):
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append(turn)
            await turn
            known = await snapshots.of(source)
        admitted = gate.admitted(visit, known.traps, self._parts.clock())
        if isinstance(admitted, Visit):
            return admitted
        await self._hold_back(visit, admitted)
        return None

    async def _hold_back(self, visit: Visit, refusal: Refusal) -> None:
        control = self._parts.settler.trap_control
        self._on_answer(visit)  # no request was made: thousands may share one transaction
        await self._write(visit, lambda db: control.hold_back(db, visit, refusal))

    def _scope_of(self, source: Source) -> SourceScope | None:
        """Return what the settings want of a source; None if they want every page."""
        scope = source.settings.scope(self._languages)
        return None if scope == ANY_PAGE else scope

    async def _fetch(self, visit: Visit, source: Source) -> None:
        if visit.is_start_page and visit.last_reason in _UNREACHED:
            self._parts.fetcher.forget_host(visit.host)  # its address or rules may have changed
        fetched = await self._fetched(request_of(visit))
        self._on_answer(visit)
        if isinstance(fetched, FetchFailure):
            await self._settle(visit, fetched)
            return
        self.held_bytes += len(fetched.body)
        try:
            await self._read_and_settle(visit, source, fetched)
        finally:
            self.held_bytes -= len(fetched.body)

    async def _read_and_settle(self, visit: Visit, source: Source, response: Response) -> None:
        known = await self._parts.snapshots.of(source)
        owner = VisitOwner.followed(source, known.memory, known.focus, self._scope_of(source))
        if await self._settle(visit, await self._reader.read(visit, owner, response)):
            return
        listed = replace(visit, listed=True)
        settled = await self._settle(listed, await self._reader.read(listed, owner, response))
        assert settled

    async def _settle(self, visit: Visit, outcome: VisitOutcome) -> bool:
        """Store what came of a visit; False if the page must be read again as a listed one."""
        settler, ready = self._parts.settler, self._parts.ready_entries
        reading = outcome.reading if isinstance(outcome, ReadPage) else None

        def settle(connection: Writer) -> VisitResult | None:
            result = settler.settle(connection, visit, outcome)
            if reading is not None and result is not None and result.article is not None:
                ready.offer(result.article, reading.entry)
            return result

        result = await self._write(visit, settle)
        if result is None:
            return False
        self._pass_on(visit, result, reading)
        return True

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

"""Executes query runs beside the visits of a crawl, with its fetcher, its pace and its workers."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from tidings.crawl.agents.query_terms import QueryTerms
from tidings.crawl.links.path_rules import visit_refusal
from tidings.engine.agents.beginning import RunParts, begun_run
from tidings.engine.agents.place import (
    Assign,
    LocalPlace,
    PageAssignment,
    PageRefusal,
    VisitPlace,
)
from tidings.engine.agents.query_run import AgentRun
from tidings.engine.agents.run_settling import RunSettler, SettledStep, StepEnd, write_events
from tidings.engine.live.command_execution import SourceFence
from tidings.engine.live.crawl_parts import CrawlParts
from tidings.engine.live.visit_events import emit_visit
from tidings.engine.reading.reading_task import Reading
from tidings.engine.reading.visit_outcome import (
    NO_SOURCE,
    ReadPage,
    VisitOwner,
    visit_of_query_run,
)
from tidings.engine.reading.visit_reading import VisitReader
from tidings.engine.settling.recheck_settling import former_reading_task
from tidings.engine.settling.settler import VisitResult
from tidings.engine.state.listed_visits import ListedVisits
from tidings.model.agents.agent_event import AgentEvent, AgentEventKind
from tidings.model.agents.query_run import RunEnd, RunRequest
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_settings import ANY_PAGE, SourceScope
from tidings.model.web.reason import Reason
from tidings.read.url import domain_of
from tidings.store.database.errors import StoreError
from tidings.store.database.session import Writer
from tidings.store.tables.agents.query_runs import (
    end_run,
    interrupt_running,
    runs_to_stop,
    waiting_runs,
)
from tidings.store.tables.sources.pauses import is_paused
from tidings.text.language.language_codes import language_codes

_LOOK_SECONDS = 1.0  # between two looks for runs; a command is seen at once

SeedsOf = Callable[[RunRequest], Sequence[str]]
PlaceOf = Callable[[QueryTerms, Assign], VisitPlace]
OnPage = Callable[[VisitResult, Reading | None], None]


class RunHosting:
    """Begins runs that wait, a few at a time, and stops those that somebody wants to stop."""

    def __init__(
        self,
        parts: CrawlParts,
        fence: SourceFence,
        seeds_of: SeedsOf,
        on_page: OnPage,
        on_error: Callable[[Exception], None],
        on_change: Callable[[], None],
        place_of: PlaceOf | None = None,
    ) -> None:
        """`place_of` returns where agents make their visits; None: here."""
        self._given_place_of = place_of
        self._parts = parts
        self._fence = fence
        self._on_page = on_page
        self._on_error = on_error
        self._on_change = on_change
        self._reader = VisitReader(
            parts.settings.crawl,
            parts.fetcher,
            parts.pool,
            parts.knowledge.pinned,
            partial(former_reading_task, parts.database, parts.archive),
        )
        self._languages = language_codes(parts.settings.crawl.languages)
        self._run_parts = RunParts(
            parts.settings,
            parts.database,
            RunSettler(parts.settler, fence.stops, parts.request_log),
            parts.ready_entries,
            parts.clock,
            self._place_of,
            seeds_of,
            self._on_settled,
        )
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._runs: dict[int, AgentRun] = {}
        self._changed = asyncio.Event()

    @property
    def is_busy(self) -> bool:
        """Whether a run is under way or waits."""
        return bool(self._tasks) or bool(waiting_runs(self._parts.database.read()))

    def look(self) -> None:
        """Look for runs to begin or to stop, soon."""
        self._changed.set()

    async def recover(self) -> None:
        """Note that the runs of an earlier process were interrupted."""
        await self._parts.database.write_async(interrupt_running)

    async def run(self) -> None:
        """Execute runs until cancelled."""
        try:
            while True:
                self._changed.clear()
                self._look()
                with suppress(TimeoutError):
                    async with asyncio.timeout(_LOOK_SECONDS):
                        await self._changed.wait()
        except (StoreError, OSError) as error:
            self._on_error(error)

    async def close(self) -> None:
        """Interrupt the runs under way; `tidings mine --resume` goes on with them."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _look(self) -> None:
        connection = self._parts.database.read()
        for number in runs_to_stop(connection):
            if number in self._runs:
                self._runs[number].stop()
        for number in waiting_runs(connection):
            if len(self._tasks) >= self._parts.settings.agents.runs_at_once:
                return
            if number not in self._tasks:
                self._tasks[number] = asyncio.create_task(self._execute(number))

    async def _execute(self, number: int) -> None:
        try:
            begun = await begun_run(number, self._run_parts)
            if begun is not None:
                self._runs[number] = begun.run
                self.look()  # somebody may have stopped it while it began
                await begun.run.run(begun.left)
        except (StoreError, OSError) as error:
            self._on_error(error)
        except Exception as error:  # noqa: BLE001 - the boundary of a run: the crawl goes on
            await self._break(number, error)
        finally:
            self._runs.pop(number, None)
            self._tasks.pop(number, None)
            self.look()
            self._on_change()

    async def _break(self, number: int, error: Exception) -> None:
        """End a run that raised an unexpected error."""
        now = datetime.fromtimestamp(self._parts.clock(), UTC)
        detail = f"an unexpected error ended it ({type(error).__name__}: {error})"

        def end(connection: Writer) -> None:
            ended = AgentEvent(AgentEventKind.ENDED, words=RunEnd.BROKEN)
            write_events(connection, number, [ended], now)
            end_run(connection, number, RunEnd.BROKEN, detail, now)

        await self._parts.database.write_async(end)

    def _place_of(self, query: QueryTerms) -> VisitPlace:
        if self._given_place_of is not None:
            return self._given_place_of(query, self._assigned)
        return LocalPlace(self._parts.fetcher, self._reader, self._assigned, query)

    async def _assigned(self, url: str) -> PageAssignment | PageRefusal:
        """Return for whom a page is visited: the source that it belongs to, or the run."""
        parts, followed = self._parts, self._parts.settler.state.followed
        source = followed.get(followed.by_domain.get(domain_of(url), NO_SOURCE))
        if source is None:
            return PageAssignment(visit_of_query_run(url), VisitOwner())
        connection = parts.database.read()
        if is_paused(connection, source.id):
            return PageRefusal(Reason.EXCLUDED, f"{source.url} is paused")
        visits = ListedVisits(followed, parts.settler.state, self._languages)
        visit = visits.visit_of(connection, url)
        scope = self._scope_of(source)
        if scope is not None and (pattern := visit_refusal(visit, scope)):
            return PageRefusal(Reason.EXCLUDED, pattern)
        ticket, known = self._fence.ticket, await parts.snapshots.of(source)
        owner = VisitOwner.followed(source, known.memory, known.focus, scope)
        # Without validators: what has not changed must be seen, too.
        whole = replace(visit, etag=None, last_modified=None, body_hash=None)
        return PageAssignment(whole, owner, ticket)

    def _scope_of(self, source: Source) -> SourceScope | None:
        scope = source.settings.scope(self._languages)
        return None if scope == ANY_PAGE else scope

    def _on_settled(self, settled: SettledStep, end: StepEnd) -> None:
        """Pass on what became of a page, as if a visit of the crawl had brought it."""
        if settled.result is None or settled.visit is None:
            return
        if settled.visit.site != NO_SOURCE:
            emit_visit(settled.visit, settled.result.state)
        self._parts.snapshots.note(settled.result.snapshot)
        outcome = end.visited.outcome
        self._on_page(settled.result, outcome.reading if isinstance(outcome, ReadPage) else None)

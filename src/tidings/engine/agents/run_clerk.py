"""Hands what a run does to the writer, in the order in which it was done."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from tidings.crawl.agents.population import Step
from tidings.engine.agents.run_settling import RunSettler, SettledStep, StepEnd, write_events
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.reading.visit_outcome import ReadPage
from tidings.model.agents.agent_event import AgentEvent
from tidings.model.agents.query_run import RunEnd
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.database.write_outcomes import shielded
from tidings.store.tables.agents.query_runs import (
    RunCounts,
    end_run,
    interrupt_run,
    note_counts,
)
from tidings.store.tables.agents.query_steps import (
    RunCall,
    StepRow,
    StepState,
    begin_step,
    replace_step,
)
from tidings.store.tables.agents.topic_models import keep_topic_model

T = TypeVar("T")
OnSettled = Callable[[SettledStep, StepEnd], None]  # called in the loop, once it is committed


class RunClerk:
    """Writes the rows of one run. Pieces are committed in the order of the calls."""

    def __init__(
        self,
        run: int,
        database: Database,
        settler: RunSettler,
        ready_entries: ReadyEntries,
        on_settled: OnSettled,
    ) -> None:
        self.run = run
        self.error: BaseException | None = None  # why a piece could not be written
        self._database = database
        self._settler = settler
        self._ready = ready_entries
        self._on_settled = on_settled
        self._pending: set[asyncio.Future[Any]] = set()

    def begin(
        self, step: Step, call: RunCall, events: Sequence[AgentEvent], counts: RunCounts
    ) -> "asyncio.Future[None]":
        """Store a step; its request is sent after that."""
        row = StepRow(
            step.number,
            step.agent,
            step.url,
            step.page,
            step.estimate,
            call.at,
            call.number,
            call.second,
        )

        def work(connection: Writer) -> None:
            begin_step(connection, self.run, row)
            write_events(connection, self.run, events, call.at)
            note_counts(connection, self.run, counts, call.second)

        return self._watched(self._database.write(work))

    def end(self, end: StepEnd) -> None:
        """Store what a step brought, and pass it on."""

        def work(connection: Writer) -> SettledStep:
            settled = self._settler.end_step(connection, end)
            outcome, result = end.visited.outcome, settled.result
            if isinstance(outcome, ReadPage) and result is not None and result.article is not None:
                self._ready.offer(result.article, outcome.reading.entry)
            return settled

        written = self._watched(self._database.write(work))

        def pass_on(done: "asyncio.Future[SettledStep]") -> None:
            if not done.cancelled() and done.exception() is None:
                self._on_settled(done.result(), end)

        written.add_done_callback(pass_on)

    def replace(
        self, step: int, call: RunCall, state: StepState, events: Sequence[AgentEvent]
    ) -> None:
        """Store that the agent of a step was replaced."""

        def work(connection: Writer) -> None:
            replace_step(connection, self.run, step, call, state)
            write_events(connection, self.run, events, call.at)

        self._watched(self._database.write(work))

    async def close(
        self,
        end: RunEnd,
        detail: str,
        events: Sequence[AgentEvent],
        now: datetime,
        topic: str,
        learned: bytes,
    ) -> None:
        """Store that the run is over, after everything else."""

        def work(connection: Writer) -> None:
            write_events(connection, self.run, events, now)
            if learned:
                keep_topic_model(connection, topic, learned, now)
            end_run(connection, self.run, end, detail, now)

        await self.drained()
        await shielded(self._database.write(work))

    async def interrupt(self) -> None:
        """Store that the run stopped before its end."""
        await self.drained()
        await shielded(self._database.write(partial(interrupt_run, run=self.run)))

    async def drained(self) -> None:
        """Wait until everything is committed; raise what could not be written."""
        while self._pending:
            await asyncio.wait(self._pending)
        if self.error is not None:
            raise self.error

    def _watched(self, written: "Future[T]") -> "asyncio.Future[T]":
        outcome = shielded(written)
        self._pending.add(outcome)

        def note(done: "asyncio.Future[T]") -> None:
            self._pending.discard(done)
            if not done.cancelled() and (error := done.exception()) is not None:
                self.error = self.error or error

        outcome.add_done_callback(note)
        return outcome

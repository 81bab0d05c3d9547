"""Executes commands in the crawling process, and keeps visits under way from undoing them."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Final

from tidings.engine.commands.execution import (
    CommandBroken,
    ExecutedStep,
    execute_step,
    refuse_broken,
)
from tidings.engine.state.source_state import SourceState
from tidings.events.logged_event import emit
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.commands.command_rows import next_command

_LOOK_SECONDS: Final = 0.25  # at most between two looks for commands; each is an indexed query


class VisitSuperseded(Exception):
    """A command has touched the source of a visit since it began: it must not be settled."""


class SourceFence:
    """Knows which visits began before a command touched their source.

    The writer calls `touch` in the transaction of the command. The loop calls `catch_up` when it
    has dropped everything it had read of these sources. A visit that begins in between is stopped
    as well: it is made again, and only costs a request.
    """

    def __init__(self) -> None:
        self._commands = 0
        self._touched: dict[int, int] = {}  # source -> the last command that touched it
        self._acted = 0

    def touch(self, sources: Iterable[int]) -> None:
        """Stop all visits to these sources that have begun. Called by the writer."""
        self._commands += 1
        for source in sources:
            self._touched[source] = self._commands

    def catch_up(self) -> None:
        """Let visits pass that begin from now on. Called by the loop."""
        self._acted = self._commands

    @property
    def ticket(self) -> int:
        """What a visit keeps from its beginning."""
        return self._acted

    def stops(self, source: int, ticket: int) -> bool:
        """Return whether a command has touched the source since. Called by the writer."""
        return self._touched.get(source, 0) > ticket


class CommandExecution:
    """Looks for commands all the time, and has the loop act on each."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], float],
        state: SourceState,
        fence: SourceFence,
        act: Callable[[ExecutedStep], None],
    ) -> None:
        self._database = database
        self._clock = clock
        self._state = state
        self._fence = fence
        self._act = act

    async def run(self) -> None:
        """Execute commands until cancelled."""
        loop, changed = asyncio.get_running_loop(), asyncio.Event()

        def on_commit() -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(changed.set)

        stop_watching = self._database.watch(on_commit)
        try:
            while True:
                changed.clear()
                await self.execute_all()
                with suppress(TimeoutError):  # not wait_for: it may swallow a cancellation
                    async with asyncio.timeout(_LOOK_SECONDS):
                        await changed.wait()
        finally:
            stop_watching()

    async def execute_all(self) -> None:
        """Execute all commands that wait."""
        while next_command(self._database.read()) is not None:
            await self._execute_one()

    def _touch(self, connection: Writer, sources: frozenset[int]) -> None:
        """Forget what is cached about sources whose rows have changed. Called by the writer."""
        self._fence.touch(sources)
        for source in sources:
            self._state.flush(connection, source)
            self._state.forget(source)

    async def _execute_one(self) -> None:
        now = datetime.fromtimestamp(self._clock(), UTC)

        try:
            step = await self._database.write_async(
                lambda connection: execute_step(connection, now, self._touch)
            )
            if step is not None:
                emit(step.event)
                self._act(step)
        except CommandBroken as broken:
            emit(broken.event)
            await self._database.write_async(partial(refuse_broken, broken=broken, now=now))
        finally:
            self._fence.catch_up()

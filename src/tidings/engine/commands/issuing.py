"""The façade for writing what people ask for: issues commands from any process and waits.

Whoever owns the home executes them. If nobody does, the issuer owns it for a moment.
"""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Final

from tidings.engine.commands.catching_up import catch_up
from tidings.engine.commands.command_kinds import answer_from, kind_of, progress_from, to_text
from tidings.engine.commands.command_values import Answer, Command, CommandProgress
from tidings.engine.commands.execution import CommandBroken, execute_step, refuse_broken
from tidings.engine.process.home import ensure_home, existing_home, home_of
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_lock import HomeOwner, HomeTaken
from tidings.engine.process.home_ownership import owned_for_a_moment
from tidings.events.logged_event import emit
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.commands.command_rows import (
    CommandRow,
    CommandState,
    add_command,
    command_by_id,
    next_command,
)

_POLL_SECONDS: Final = 0.02  # between two looks at the answer; the crawl takes up to 0.25 s
_PATIENCE_SECONDS: Final = 2.0  # without an answer, until the user is told who is waited for


class CommandRefused(Exception):
    """The command was not executed; the message says why, and what to do."""


class IssueListener:
    """Is told how a command fares while its issuer waits; by default, nobody is."""

    def on_progress(self, done: int, total: int) -> None:
        """Take the progress of a long command."""

    def on_wait(self, owner: HomeOwner) -> None:
        """Take who owns the home and has not executed the command yet; once."""


class _Left(Exception):
    """Whoever executed a long command has no more time."""


class _LeavingListener(IssueListener):
    """Stops between two parts of a long command."""

    def __init__(self, is_leaving: Callable[[], bool]) -> None:
        self._is_leaving = is_leaving

    def on_progress(self, done: int, total: int) -> None:
        """Leave if it is time."""
        if self._is_leaving():
            raise _Left


@dataclass(frozen=True, slots=True)
class CommandOutcome:
    """How far a command has come."""

    number: int
    kind: str
    is_open: bool  # it still has to be executed, or a part of it
    progress: CommandProgress | None = None  # of a long one
    answer: Answer | None = None  # once it is done
    refusal: str = ""  # why it was not executed


class Commands:
    """Issues commands to one home. May be used from several threads."""

    def __init__(
        self, settings: Settings, database: Database, clock: Callable[[], float] = time.time
    ) -> None:
        self._settings = settings
        self._home = home_of(settings)
        self._database = database
        self._clock = clock

    def issue(self, *commands: Command, listener: IssueListener | None = None) -> list[Answer]:
        """Have commands executed in this order; return an answer each, or raise CommandRefused."""
        listener = listener or IssueListener()
        return [self._answer(number, listener) for number in self.store(*commands)]

    async def issue_async(self, *commands: Command) -> list[Answer]:
        """Do the same without blocking the event loop."""
        return await asyncio.to_thread(self.issue, *commands)

    def store(self, *commands: Command) -> list[int]:
        """Store commands for the owner of the home, and return their numbers without waiting.

        Whoever cannot wait looks at `outcome` later; `attend` executes them if nobody else does.
        """
        rows = [(kind_of(command), to_text(command)) for command in commands]
        now = self._now()
        return self._database.write(
            lambda db: [add_command(db, kind, text, now) for kind, text in rows]
        ).result()

    def attend(
        self, number: int, seconds: float, is_leaving: Callable[[], bool] = lambda: False
    ) -> None:
        """Wait for the answer to a stored command, and execute it if nobody owns the home.

        Returns once there is an answer, or after some seconds in which its owner gave none. When
        `is_leaving`, it returns after the next part of a long command; the rest stays stored.
        """
        gives_up, listener = time.monotonic() + seconds, _LeavingListener(is_leaving)
        with suppress(_Left):
            while (row := self.outcome(number)) is not None and row.is_open:
                owner = self._execute_waiting(number, listener)
                if owner is not None:
                    if time.monotonic() > gives_up or is_leaving():
                        return
                    time.sleep(_POLL_SECONDS)

    def outcome(self, number: int) -> CommandOutcome | None:
        """Return how far a stored command has come; None if there is none, or no longer."""
        row = command_by_id(self._database.read(), number)
        return None if row is None else _outcome(row)

    def _answer(self, number: int, listener: IssueListener) -> Answer:
        told_after = time.monotonic() + _PATIENCE_SECONDS
        while (row := self._row(number)).is_open:
            _show_progress(row, listener)
            owner = self._execute_waiting(number, listener)
            if owner is not None:
                if time.monotonic() > told_after and not owner.is_brief:
                    listener.on_wait(owner)
                    told_after = float("inf")
                time.sleep(_POLL_SECONDS)
        if row.state is CommandState.REFUSED:
            raise CommandRefused(row.answer)
        return answer_from(row.kind, row.answer)

    def _row(self, number: int) -> CommandRow:
        row = command_by_id(self._database.read(), number)
        if row is None:
            raise CommandRefused("Its answer is no longer stored: look at 'tidings sources'.")
        return row

    def _execute_waiting(self, number: int, listener: IssueListener) -> HomeOwner | None:
        """Execute all commands that wait if nobody owns the home; else return its owner."""
        try:
            with owned_for_a_moment(self._home, self._database):
                execute_waiting(
                    self._database,
                    self._now,
                    lambda: _show_progress(self._row(number), listener),
                )
                catch_up(self._home, self._settings, self._database)
        except HomeTaken as taken:
            return taken.owner
        return None

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC)


def execute_waiting(
    database: Database,
    now: Callable[[], datetime],
    on_step: Callable[[], None] = lambda: None,
) -> None:
    """Execute all commands that wait, for a process that owns the home and does not crawl."""
    while next_command(database.read()) is not None:
        try:
            step = database.write(lambda db: execute_step(db, now())).result()
            if step is not None:
                emit(step.event)
        except CommandBroken as broken:
            emit(broken.event)
            database.write(partial(refuse_broken, broken=broken, now=now())).result()
        on_step()


def _outcome(row: CommandRow) -> CommandOutcome:
    progress = progress_from(row.answer) if row.state is CommandState.BEGUN else None
    answer = answer_from(row.kind, row.answer) if row.state is CommandState.DONE else None
    refusal = row.answer if row.state is CommandState.REFUSED else ""
    return CommandOutcome(row.id, row.kind, row.is_open, progress, answer, refusal)


def _show_progress(row: CommandRow, listener: IssueListener) -> None:
    progress = progress_from(row.answer) if row.state is CommandState.BEGUN else None
    if progress is not None:
        listener.on_progress(progress.done, progress.total)


@contextmanager
def opened_commands(settings: Settings, *, create: bool = False) -> Iterator[Commands]:
    """Open a home to issue commands; with `create`, make it if there is none."""
    home = ensure_home(settings) if create else existing_home(settings)
    database = opened_database(home)
    try:
        yield Commands(settings, database)
    finally:
        database.close()

"""Execution of commands by the owner of the home: the effect and its answer in one transaction."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from datetime import datetime

from tidings.engine.commands.command_kinds import (
    command_from,
    effect_of,
    progress_from,
    to_text,
)
from tidings.engine.commands.command_values import CommandProgress, CommandStep
from tidings.engine.sources.source_list import SourceInvalid
from tidings.events.work_events import CommandBroke, CommandExecuted
from tidings.store.database.errors import StoreError
from tidings.store.database.session import Writer
from tidings.store.tables.commands.command_rows import (
    CommandRow,
    CommandState,
    end_command,
    next_command,
    note_progress,
)

OnTouch = Callable[[Writer, frozenset[int]], None]


@dataclass(frozen=True, slots=True)
class ExecutedStep:
    """What the owner must know after a transaction: visits to these sources no longer count."""

    event: CommandExecuted  # to be emitted once the transaction is committed
    sources: frozenset[int] = frozenset()
    hosts: frozenset[str] = frozenset()  # their robots.txt must be requested again


class CommandBroken(Exception):
    """A command raised an unexpected error; all of its transaction is undone."""

    def __init__(self, row: CommandRow, error: Exception) -> None:
        super().__init__(f"It could not be executed ({type(error).__name__}: {error}).")
        self.number = row.id
        self.event = CommandBroke(row.kind, str(self))


def execute_step(
    connection: Writer,
    now: datetime,
    on_touch: OnTouch = lambda connection, sources: None,
) -> ExecutedStep | None:
    """Execute the oldest command, or the next part of a long one; None if none waits.

    `on_touch` is called in the same transaction, before any visit is settled after it. After a
    CommandBroken, the caller refuses the command, so that it does not hold up the others.
    """
    row = next_command(connection)
    if row is None:
        return None
    try:
        step = _step(connection, row, now)
    except SourceInvalid as refusal:  # raised before anything is written
        end_command(connection, row.id, CommandState.REFUSED, str(refusal), now)
        return ExecutedStep(_event(row, CommandState.REFUSED))
    except StoreError:
        raise
    except Exception as error:
        raise CommandBroken(row, error) from error
    on_touch(connection, step.sources)
    if isinstance(step.result, CommandProgress):
        note_progress(connection, row.id, to_text(step.result))
        return ExecutedStep(_event(row, CommandState.BEGUN), step.sources, step.hosts)
    end_command(connection, row.id, CommandState.DONE, to_text(step.result), now)
    return ExecutedStep(_event(row, CommandState.DONE), step.sources, step.hosts)


def _event(row: CommandRow, state: CommandState) -> CommandExecuted:
    """Return the event of a command; what it is about is its first value."""
    command = command_from(row.kind, row.arguments)
    subject = getattr(command, fields(command)[0].name)
    text = f"{len(subject)} sources" if isinstance(subject, tuple) else str(subject)
    return CommandExecuted(row.kind, text, str(state))


def refuse_broken(connection: Writer, broken: CommandBroken, now: datetime) -> None:
    """Answer a command that raised an unexpected error."""
    end_command(connection, broken.number, CommandState.REFUSED, str(broken), now)


def _step(connection: Writer, row: CommandRow, now: datetime) -> CommandStep:
    command, progress = command_from(row.kind, row.arguments), progress_from(row.answer)
    return effect_of(row.kind)(connection, command, progress, now)

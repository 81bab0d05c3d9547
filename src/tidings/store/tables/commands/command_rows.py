"""The table of commands: requests to the owner of the home, with their answers.

A row changes its state in the transaction of its effect, so after kill -9 a command was either
executed and answered, or it still waits.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.timestamps import to_seconds

_KEPT = timedelta(days=30)  # answers, for whoever asks late


class CommandState(StrEnum):
    """How far a command has come. Values are stored."""

    WAITING = "waiting"
    BEGUN = "begun"  # a long one: a part is done, the rest goes on
    DONE = "done"
    REFUSED = "refused"  # the answer says why


@dataclass(frozen=True, slots=True)
class CommandRow:
    """A stored command; `answer` holds the progress until it is done."""

    id: int
    kind: str
    arguments: str
    state: CommandState
    answer: str

    @property
    def is_open(self) -> bool:
        """Whether it still has to be executed."""
        return self.state in (CommandState.WAITING, CommandState.BEGUN)


def add_command(connection: Writer, kind: str, arguments: str, now: datetime) -> int:
    """Store a command for the owner of the home; return its number."""
    connection.execute("DELETE FROM commands WHERE done_at < ?", (to_seconds(now - _KEPT),))
    row = connection.execute(
        "INSERT INTO commands (at, kind, arguments, state, answer) VALUES (?, ?, ?, ?, '') "
        "RETURNING id",
        (to_seconds(now), kind, arguments, CommandState.WAITING),
    ).fetchone()
    return int(row[0])


def last_execution(connection: Reader) -> tuple[object, ...]:
    """Return what changes whenever a command is executed: how many there were, and the last time.

    A part of a long command counts, too.
    """
    row = connection.execute(
        "SELECT count(done_at), max(done_at), max(CASE WHEN done_at IS NULL THEN answer END) "
        "FROM commands"
    ).fetchone()
    return row[0], row[1], row[2]


def next_command(connection: Reader) -> CommandRow | None:
    """Return the oldest command that is not done yet."""
    row = connection.execute(
        "SELECT * FROM commands WHERE done_at IS NULL ORDER BY id LIMIT 1"
    ).fetchone()
    return _command_row(row) if row else None


def command_by_id(connection: Reader, number: int) -> CommandRow | None:
    """Return a command, done or not."""
    row = connection.execute("SELECT * FROM commands WHERE id = ?", (number,)).fetchone()
    return _command_row(row) if row else None


def note_progress(connection: Writer, number: int, progress: str) -> None:
    """Store how far a long command has come."""
    connection.execute(
        "UPDATE commands SET state = ?, answer = ? WHERE id = ?",
        (CommandState.BEGUN, progress, number),
    )


def end_command(
    connection: Writer, number: int, state: CommandState, answer: str, now: datetime
) -> None:
    """Store the answer of a command that is done or refused."""
    connection.execute(
        "UPDATE commands SET state = ?, answer = ?, done_at = ? WHERE id = ?",
        (state, answer, to_seconds(now), number),
    )


def _command_row(row: Row) -> CommandRow:
    return CommandRow(
        row["id"], row["kind"], row["arguments"], CommandState(row["state"]), row["answer"]
    )

"""The log of what became of stories: appended to, read in order, pruned."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from tidings.model.articles.change import StoryChange, StoryChangeKind
from tidings.store.database.pruning import prune
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds
from tidings.store.tables.changes.numbering import take_numbers

_COUNTER = "story_seq"
_NOTE = "INSERT INTO story_changes (seq, story, into_story, kind, at) VALUES (?, ?, ?, ?, ?)"


class _Note(NamedTuple):
    story: int
    into: int | None
    kind: StoryChangeKind
    at: float


def note_story_change(
    connection: Writer, kind: StoryChangeKind, story: int, at: datetime, into: int | None = None
) -> None:
    """Note what became of a story; the change gets its seq when the transaction ends."""
    connection.collect(_write_changes, _Note(story, into, kind, to_seconds(at)))


def _write_changes(connection: Writer, notes: Sequence[_Note]) -> None:
    seqs = take_numbers(connection, _COUNTER, len(notes))
    connection.executemany(_NOTE, [(seq, *note) for seq, note in zip(seqs, notes, strict=True)])


def story_changes_after(connection: Reader, seq: int, limit: int) -> list[StoryChange]:
    """Return the changes of stories after `seq`, in order."""
    rows = connection.execute(
        "SELECT seq, kind, story, at, into_story FROM story_changes "
        "WHERE seq > ? ORDER BY seq LIMIT ?",
        (seq, limit),
    )
    return [
        StoryChange(number, StoryChangeKind(kind), story, from_seconds(at), into)
        for number, kind, story, at, into in rows
    ]


def prune_story_changes(connection: Writer, before: datetime, rows: int) -> int:
    """Remove rows that are older or beyond the newest `rows`, at most a chunk; return how many."""
    return prune(connection, "story_changes", "seq", before, rows)

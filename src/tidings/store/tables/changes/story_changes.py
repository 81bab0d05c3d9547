"""The log of what became of stories: appended to, read in order, pruned."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from tidings.model.articles.change import StoryChange, StoryChangeKind
from tidings.store.database.pruning import prune
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds
from tidings.store.tables.changes.numbering import last_number, lock_number, take_numbers

_COUNTER = "story_seq"
_ARTICLE_COUNTER = "seq"
_NOTE = (
    "INSERT INTO story_changes (seq, article_seq, story, into_story, kind, at) "
    "VALUES (?, ?, ?, ?, ?, ?)"
)


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
    """Write the changes of a transaction, with their place among the changes of articles.

    That counter stays locked until the commit: whoever sees a later change of an article sees
    these changes of stories, too. So both logs together have one order.
    """
    newest = lock_number(connection, _ARTICLE_COUNTER)
    seqs = take_numbers(connection, _COUNTER, len(notes))
    rows = [(seq, newest, *note) for seq, note in zip(seqs, notes, strict=True)]
    connection.executemany(_NOTE, rows)


def story_changes_after(connection: Reader, seq: int, limit: int) -> list[StoryChange]:
    """Return the changes of stories after `seq`, in order."""
    rows = connection.execute(
        "SELECT seq, kind, story, at, into_story, article_seq FROM story_changes "
        "WHERE seq > ? ORDER BY seq LIMIT ?",
        (seq, limit),
    )
    return [
        StoryChange(number, StoryChangeKind(kind), story, from_seconds(at), into, article_seq)
        for number, kind, story, at, into, article_seq in rows
    ]


def newest_story_change(connection: Reader) -> int:
    """Return the seq of the newest change of a story, or 0; also if it is no longer in the log."""
    return last_number(connection, _COUNTER)


def last_story_change(connection: Reader, article_seq: int) -> int:
    """Return the seq of the last change of a story that precedes the article change after one."""
    row = connection.execute(
        "SELECT seq FROM story_changes WHERE article_seq IS NULL OR article_seq <= ? "
        "ORDER BY seq DESC LIMIT 1",
        (article_seq,),
    ).fetchone()
    return first_logged_story(connection) - 1 if row is None else int(row[0])


def first_logged_story(connection: Reader) -> int:
    """Return the seq from which the log of stories is complete."""
    row = connection.execute("SELECT min(seq) FROM story_changes").fetchone()
    return newest_story_change(connection) + 1 if row[0] is None else int(row[0])


def prune_story_changes(connection: Writer, before: datetime, rows: int) -> int:
    """Remove rows that are older or beyond the newest `rows`, at most a chunk; return how many."""
    return prune(connection, "story_changes", "seq", before, rows)

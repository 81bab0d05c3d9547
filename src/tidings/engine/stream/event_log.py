"""Reads the logs of articles and stories as one, in an order that every reader sees.

A change of a story follows the change of an article that was the newest when it was committed
(`store/tables/changes/story_changes.py`). So the order depends on the rows alone: whoever reads
them now, later or again after a crash gets the same. Only what the index has taken in is read.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from heapq import merge
from itertools import islice, takewhile

from tidings.engine.stream.position import Position
from tidings.model.articles.change import Change, StoryChange
from tidings.search.index.search_index import Index
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.changes.article_changes import changes_after, first_logged, newest_change
from tidings.store.tables.changes.story_changes import (
    first_logged_story,
    last_story_change,
    newest_story_change,
    story_changes_after,
)

_PRUNED = "The log of changes no longer has what happened in between: search for what you missed."
_FOREIGN = "This id is not from this home's log, which is shorter: from here on you get what comes."


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One change, and the position behind it."""

    position: Position
    change: Change | StoryChange


@dataclass(frozen=True, slots=True)
class LogGap:
    """What happened after `after` and up to `until` is not in the log."""

    after: Position
    until: Position
    reason: str
    log_begins: datetime | None  # the time of the oldest change in the log


@dataclass(frozen=True, slots=True)
class LogChunk:
    """The next entries, behind a gap if there is one, and the position behind them."""

    entries: Sequence[LogEntry]
    end: Position
    gap: LogGap | None = None


class EventLog:
    """The two logs of a home, as far as what they tell can be found."""

    def __init__(self, database: Database, index: Index) -> None:
        self._database = database
        self._index = index
        self._released = 0
        self._version: tuple[int, int] | None = None

    def released(self) -> int:
        """Return the number up to which changes of articles can be found.

        It never falls: an index that is built again does not take back what was told.
        """
        self._index.reload()
        self._released = max(self._released, self._index.view.last_seq)
        return self._released

    def has_changed(self) -> bool:
        """Return whether there may be more since the last call."""
        version = (self._database.version(), self.released())
        changed, self._version = version != self._version, version
        return changed

    def end(self) -> Position:
        """Return the position behind everything that is released."""
        connection, released = self._database.read(), self.released()
        return Position(released, last_story_change(connection, released))

    def foreign_gap(self, position: Position) -> LogGap | None:
        """Return what to tell a reader whose position is not of this log: it is in its future."""
        connection = self._database.read()
        newest = Position(newest_change(connection), newest_story_change(connection))
        if position.is_within(newest):
            return None
        return LogGap(position, self.end(), _FOREIGN, _begin(connection))

    def chunk(self, after: Position, limit: int, until: Position | None = None) -> LogChunk:
        """Return up to `limit` entries after a position, of what is released or up to `until`."""
        connection = self._database.read()
        released = until.article if until else self.released()
        articles = changes_after(connection, after.article, limit, released)
        logged = story_changes_after(connection, after.story, limit)
        if until is None:
            stories = list(takewhile(lambda change: _place(change) <= (released, 1), logged))
        else:
            stories = [change for change in logged if change.seq <= until.story]
        gap = self._gap(connection, after, released, articles, stories)
        begin = gap.until if gap else after
        both: tuple[Iterable[Change | StoryChange], ...] = (articles, stories)
        entries = list(_entries(begin, islice(merge(*both, key=_place), limit)))
        return LogChunk(entries, entries[-1].position if entries else begin, gap)

    def _gap(
        self,
        connection: Reader,
        after: Position,
        released: int,
        articles: Sequence[Change],
        stories: Sequence[StoryChange],
    ) -> LogGap | None:
        """Return what was pruned behind a position; both logs are numbered without holes."""
        article = articles[0].seq - 1 if articles else after.article
        if not articles and after.article < released:
            article = min(first_logged(connection) - 1, released)
        story = stories[0].seq - 1 if stories else after.story
        if not stories and (first := first_logged_story(connection)) > after.story + 1:
            story = first - 1
        end = Position(max(article, after.article), max(story, after.story))
        return None if end == after else LogGap(after, end, _PRUNED, _begin(connection))


def _place(change: Change | StoryChange) -> tuple[int, int]:
    """Return a change's place in the common order."""
    if isinstance(change, Change):
        return change.seq, 0
    return change.article_seq or 0, 1


def _entries(begin: Position, changes: Iterator[Change | StoryChange]) -> Iterator[LogEntry]:
    article, story = begin.article, begin.story
    for change in changes:
        if isinstance(change, Change):
            article = change.seq
        else:
            story = change.seq
        yield LogEntry(Position(article, story), change)


def _begin(connection: Reader) -> datetime | None:
    oldest = changes_after(connection, 0, 1)
    return oldest[0].at if oldest else None

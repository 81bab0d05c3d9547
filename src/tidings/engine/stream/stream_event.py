"""Events: log entries with what they are about, as it is now, in the bytes that are sent."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tidings.engine.library.library import Library
from tidings.engine.library.shown_stories import shown_stories
from tidings.engine.stream.event_log import LogEntry, LogGap
from tidings.engine.stream.hidden_changes import is_hidden
from tidings.engine.stream.position import Position
from tidings.model.articles.brief import ArticleBrief
from tidings.model.articles.change import Change, ChangeKind, StoryChange, StoryChangeKind
from tidings.model.articles.story import Story
from tidings.shapes.v1.event import GAP, STORY, article_event, gap_event, story_event
from tidings.store.tables.articles.stories import story_by_id

_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
# Whoever keeps copies must hear of these, even if nobody can tell any more what the text was.
_TOLD_TO_ALL: Final = frozenset({ChangeKind.DELETED, ChangeKind.HIDDEN, ChangeKind.RENAMED})


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """One event: what readers get, and what filters look at."""

    position: Position
    kind: str
    data: bytes  # JSON in one line
    subject: str | None  # id of the article to judge it by: of a story, the one that stands for it
    source: str | None = None  # None: unknown
    is_for_all: bool = False  # also for readers whose filter cannot be judged any more


class EventMaker:
    """Makes events from log entries, with as few reads as possible; safe to use from threads."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def events(self, entries: Sequence[LogEntry]) -> list[StreamEvent]:
        """Return the events of entries in their order, without those that must not be told."""
        entries = self._told(entries)
        stories = self._stories(entries)
        ids = {entry.change.article for entry in entries if isinstance(entry.change, Change)}
        ids |= {story.lead for story in stories.values()}
        articles = self._library.briefs(sorted(ids))
        made = (self._event(entry, articles, stories) for entry in entries)
        return [event for event in made if event is not None]

    def _told(self, entries: Sequence[LogEntry]) -> Sequence[LogEntry]:
        """Leave out what would betray articles that this library hides."""
        if self._library.with_logins:
            return entries
        connection = self._library.database.read()
        return [entry for entry in entries if not is_hidden(connection, entry.change)]

    def _stories(self, entries: Sequence[LogEntry]) -> dict[int, Story]:
        """Return the stories that changed as they are now; of merged ones, what they became."""
        connection = self._library.database.read()
        ids = {entry.change.story for entry in entries if isinstance(entry.change, StoryChange)}
        found = {id_: story_by_id(connection, id_) for id_ in ids}
        stories = [story for story in found.values() if story is not None]
        shown = shown_stories(connection, stories, with_logins=self._library.with_logins)
        by_id = {story.id: story for story in shown}
        return {id_: by_id[story.id] for id_, story in found.items() if story and story.id in by_id}

    def _event(
        self,
        entry: LogEntry,
        articles: Mapping[str, ArticleBrief],
        stories: Mapping[int, Story],
    ) -> StreamEvent | None:
        change = entry.change
        if isinstance(change, Change):
            return _article_event(entry.position, change, articles.get(change.article))
        story = stories.get(change.story)
        if story is None and not self._library.with_logins:
            return None  # it may have been a story of hidden articles only: nobody knew of it
        return _story_event(entry.position, change, story, articles)


def _article_event(position: Position, change: Change, article: ArticleBrief | None) -> StreamEvent:
    return StreamEvent(
        position,
        change.kind,
        json_line(article_event(str(position), change, article)),
        change.article,
        change.source,
        change.kind in _TOLD_TO_ALL,
    )


def _story_event(
    position: Position,
    change: StoryChange,
    story: Story | None,
    articles: Mapping[str, ArticleBrief],
) -> StreamEvent:
    lead = articles.get(story.lead) if story else None
    return StreamEvent(
        position,
        STORY,
        json_line(story_event(str(position), change, story)),
        lead.id if lead else None,
        lead.source if lead else None,
        change.kind in (StoryChangeKind.ENDED, StoryChangeKind.MERGED) or story is None,
    )


def event_of_gap(gap: LogGap) -> StreamEvent:
    """Return the event that says what is missing; it is for every reader."""
    shape = gap_event(str(gap.after), str(gap.until), gap.log_begins, gap.reason)
    return StreamEvent(gap.until, GAP, json_line(shape), None, is_for_all=True)


def json_line(shape: Any) -> bytes:
    """Return JSON without line breaks, which would end a field of an event."""
    return _encode(shape).encode(errors="replace")

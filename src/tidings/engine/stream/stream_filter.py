"""Which events a reader wants: the same queries as in a search, judged without an index."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from typing import Final

from tidings.engine.library.library import Library
from tidings.engine.library.story_lookup import StoryLookup
from tidings.engine.stream.match_documents import match_documents
from tidings.engine.stream.stream_event import StreamEvent
from tidings.model.search.results import Query
from tidings.search.matching.match_document import MatchDocument
from tidings.search.matching.matcher import Matcher, matcher_of
from tidings.search.query.field_values import source_domain
from tidings.search.query_run import is_unanswerable, parsed_query
from tidings.shapes.v1.event import GAP

_MATCHER_SECONDS: Final = 60.0  # a matcher is used that long: what `today` means moves on
_MAX_MATCHERS: Final = 2_000  # more than readers


@dataclass(frozen=True, slots=True)
class StreamFilter:
    """What a reader asked for; equal filters are judged once, however many readers have them."""

    text: str = ""  # a query, as in a search
    source: str | None = None
    language: str | None = None
    kinds: frozenset[str] = frozenset()  # none: all

    @property
    def query(self) -> Query:
        """What articles must match."""
        return Query(self.text, source=self.source, language=self.language)

    def is_pointless(self, now: datetime) -> bool:
        """Return whether its text has nothing to search for: then nothing would ever pass."""
        return is_unanswerable(self.query, parsed_query(self.query, now))


EVERYTHING: Final = StreamFilter()


class Judge:
    """Keeps the matchers of filters. Thread-safe."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._matchers: dict[StreamFilter, tuple[float, tuple[str, ...], Matcher]] = {}

    def judging(self, events: Sequence[StreamEvent]) -> "Judging":
        """Return what judges some events, by any number of filters."""
        return Judging(self, self._library, events)

    def matcher(self, filter_: StreamFilter) -> Matcher:
        """Return the matcher of a filter."""
        languages = self._library.index.view.languages
        until, known, matcher = self._matchers.get(filter_, (0.0, (), None))
        if matcher is None or known != languages or time.monotonic() >= until:
            if len(self._matchers) >= _MAX_MATCHERS:
                self._matchers.clear()
            matcher = matcher_of(filter_.query, languages, datetime.now(UTC), self._is_in_story)
            self._matchers[filter_] = (time.monotonic() + _MATCHER_SECONDS, languages, matcher)
        return matcher

    def _is_in_story(self, story: str, article: str) -> bool:
        return article in StoryLookup(self._library.database).members(story)


class Judging:
    """Judges some events; what articles say is read once for all filters. For one thread."""

    def __init__(self, judge: Judge, library: Library, events: Sequence[StreamEvent]) -> None:
        self._judge = judge
        self._library = library
        self._events = events

    def wanted(self, filter_: StreamFilter) -> list[StreamEvent]:
        """Return the events that pass a filter, in their order."""
        if filter_ == EVERYTHING:
            return list(self._events)
        return [event for event in self._events if self._passes(filter_, event)]

    def _passes(self, filter_: StreamFilter, event: StreamEvent) -> bool:
        if event.kind == GAP:
            return True
        if filter_.kinds and event.kind not in filter_.kinds:
            return False
        if not filter_.text and filter_.source is None and filter_.language is None:
            return True
        document = self._documents.get(event.subject) if event.subject else None
        if document is not None:
            return self._judge.matcher(filter_).matches(document)
        return event.is_for_all and _may_be_of(filter_.source, event)

    @cached_property
    def _documents(self) -> dict[str, MatchDocument]:
        subjects = sorted({event.subject for event in self._events if event.subject})
        return match_documents(self._library.database.read(), subjects)


def _may_be_of(source: str | None, event: StreamEvent) -> bool:
    """Return whether an event may be of a source that a reader asked for."""
    domain = source_domain(source) if source else None
    return domain is None or event.source is None or event.source == domain

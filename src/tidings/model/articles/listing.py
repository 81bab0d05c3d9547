"""What the lists of stories and of edits can be narrowed to, and what the list of edits shows."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tidings.model.articles.revision import RevisionDiff


@dataclass(frozen=True, slots=True)
class StoryFilter:
    """Which stories are listed; times are those of a story's newest article, inclusive."""

    since: datetime | None = None
    until: datetime | None = None
    language: str | None = None
    source: str | None = None  # the domain of one of its articles
    min_articles: int = 1
    min_sources: int = 1


class OutletEditKind(StrEnum):
    """What an outlet changed. An edit may be of several kinds."""

    HEADLINE = "headline"
    FIGURES = "figures"  # numbers in the headline or the text
    NAMES = "names"  # of persons, organisations and places
    TEXT = "text"
    DELETION = "deletion"
    RESTORATION = "restoration"  # of what was deleted


@dataclass(frozen=True, slots=True)
class EditFilter:
    """Which edits and deletions are listed; times are when we saw them, inclusive."""

    since: datetime | None = None
    until: datetime | None = None
    language: str | None = None
    source: str | None = None
    kind: OutletEditKind | None = None


@dataclass(frozen=True, slots=True)
class EditPlace:
    """Where an edit stands in the list of all, newest first."""

    at: float  # seconds since 1970
    step: int  # 0: an edit, 1: a deletion, 2: a restoration
    article: str
    number: float  # the earlier revision, or when the article was deleted


@dataclass(frozen=True, slots=True)
class OutletEdit:
    """An edit, deletion or restoration of an article by its publisher."""

    place: EditPlace
    kinds: tuple[OutletEditKind, ...]
    at: datetime
    article: str
    url: str
    source: str
    language: str
    title: str  # as it is now
    diff: RevisionDiff | None = None  # of an edit
    status: int | None = None  # of a deletion: the server's answer
    detail: str = ""

"""An article as lists show it: everything but its text, with its source, story and subjects."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple


class EntityName(NamedTuple):
    """A person, organisation or place that an article names."""

    key: str
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class ArticleBrief:
    """An article without its text, as far as it may be shown."""

    id: str
    url: str
    title: str
    standfirst: str
    source: str  # registered domain
    source_name: str  # what the source calls itself, or else its domain
    authors: tuple[str, ...]
    published: datetime | None
    modified: datetime | None
    first_seen: datetime
    language: str
    section: str
    image: str | None
    word_count: int
    revision: int
    gone_at: datetime | None  # deleted by its publisher
    story: int | None
    topics: tuple[str, ...]  # slugs, most likely first
    entities: tuple[EntityName, ...]  # the most prominent ones


class BriefPosition(NamedTuple):
    """A place in the list of all articles, the newest first."""

    newest: float  # seconds
    id: str


class BriefFilter(NamedTuple):
    """Which articles are wanted."""

    source: str | None = None
    language: str | None = None
    since: datetime | None = None  # published then or later
    until: datetime | None = None  # published then or earlier

"""Names that articles mention, with counts: a list of them, and what is known of one."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.articles.annotations import EntityKind, GeoPlace
from tidings.model.articles.story import Story


@dataclass(frozen=True, slots=True)
class EntityFilter:
    """Which names are listed; times are those of publication, inclusive."""

    words: str = ""  # of which one word of the name begins with
    kind: EntityKind | None = None
    since: datetime | None = None
    until: datetime | None = None
    language: str | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class EntityPlace:
    """Where a name stands in the list; the order is that of a moment."""

    articles: int
    name: str
    as_of: int  # the last change that was counted


@dataclass(frozen=True, slots=True)
class CountedEntity:
    """A name as it is written, and how many articles mention it."""

    name: str
    key: str  # equal for all spellings, and in all articles
    kind: EntityKind
    articles: int
    place: GeoPlace | None = None


@dataclass(frozen=True, slots=True)
class EntityPage:
    """Some names, the most frequent first, and where the list continues; None if it ends."""

    entities: tuple[CountedEntity, ...]
    as_of: int
    next: EntityPlace | None


@dataclass(frozen=True, slots=True)
class EntityProfile:
    """One person, organisation or place over time."""

    entity: CountedEntity  # under its most frequent name; all spellings are counted
    spellings: tuple[tuple[str, int], ...]
    days: tuple[tuple[datetime, int], ...]  # with articles that mention it
    together: tuple[CountedEntity, ...]  # mentioned in the same articles, the most frequent first
    newest: tuple[str, ...]  # ids of articles
    stories: tuple[tuple[Story, int], ...]  # of the newest articles, and how many are in each

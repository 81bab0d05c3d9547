"""A question to the index and its answer."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Sort(StrEnum):
    """The order of hits."""

    RELEVANCE = "relevance"
    DATE = "date"


@dataclass(frozen=True, slots=True)
class Query:
    """What is wanted, as the user said it."""

    text: str
    limit: int = 10
    offset: int = 0
    source: str | None = None
    language: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    sort: Sort = Sort.RELEVANCE


@dataclass(frozen=True, slots=True)
class Match:
    """An article's id with its score, best first."""

    id: str
    score: float


@dataclass(frozen=True, slots=True)
class Matches:
    """The wanted page of matches out of `total`."""

    total: int
    matches: tuple[Match, ...]


@dataclass(frozen=True, slots=True)
class Snippet:
    """A passage with the places (start, end) of the words that matched."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A match with what a result list shows of it."""

    id: str
    url: str
    title: str
    source: str
    published: datetime | None
    language: str
    snippet: Snippet
    score: float
    gone_at: datetime | None = None  # deleted by its publisher


@dataclass(frozen=True, slots=True)
class Answer:
    """One page of results."""

    total: int
    took_ms: float
    hits: tuple[Hit, ...]

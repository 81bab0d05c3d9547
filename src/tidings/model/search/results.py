"""A question to the index and its answer."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from tidings.model.web.rights import RobotsMeta


class Sort(StrEnum):
    """The order of hits."""

    RELEVANCE = "relevance"
    DATE = "date"


class RankingModel(StrEnum):
    """How hits are ranked. The first four are the 2007 thesis' models."""

    VSM = "vsm"
    VSM_QE = "vsm+qe"  # the query expanded by the terms of the first hits
    VSM_TR = "vsm+tr"  # its terms reweighted
    VSM_QE_TR = "vsm+qe+tr"
    BM25 = "bm25"
    BM25_FEEDBACK = "bm25+feedback"
    NEWS = "news"  # that, blended with recency, link ranks, closeness of the words and variety


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
    model: RankingModel | None = None  # None: the settings' one
    more_like: tuple[str, ...] = ()  # ids of articles that the user called right
    less_like: tuple[str, ...] = ()  # and wrong
    plain: bool = False  # nothing but words, of which any will do: no operators, as in TREC topics
    copies: bool = False  # show near-copies as hits of their own
    explain: bool = False
    as_of: int | None = None  # a seq: nothing that came after it, so that paging stays the same


@dataclass(frozen=True, slots=True)
class TermShare:
    """What one term brought to a hit's score."""

    term: str
    weight: float  # in the query
    share: float  # of the relevance, all together 1
    body: int  # how often it stands where
    title: int
    headings: int
    added: bool  # by feedback, not by the user


@dataclass(frozen=True, slots=True)
class ScoreFactor:
    """What a hit's relevance was multiplied by, and why."""

    name: str
    value: float
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """Why a hit is where it is: relevance by terms, times the factors."""

    model: RankingModel
    relevance: float
    terms: tuple[TermShare, ...]
    factors: tuple[ScoreFactor, ...] = ()


class QueryNoteKind(StrEnum):
    """What a note about a query tells."""

    UNDERSTOOD = "understood"  # words that were taken for something else than words
    REPAIRED = "repaired"  # what made no sense as it was typed
    IGNORED = "ignored"  # what was left out


@dataclass(frozen=True, slots=True)
class QueryNote:
    """What was made of a part of a query, and where it stands in the text."""

    start: int
    end: int
    message: str
    kind: QueryNoteKind = QueryNoteKind.REPAIRED


@dataclass(frozen=True, slots=True)
class Match:
    """An article's id with its score, best first."""

    id: str
    score: float
    copies: tuple[str, ...] = ()  # ids of the same text elsewhere, which stand behind it
    breakdown: ScoreBreakdown | None = None  # if asked for


@dataclass(frozen=True, slots=True)
class Matches:
    """The wanted page of matches out of `total`."""

    total: int
    matches: tuple[Match, ...]
    added: tuple[tuple[str, float], ...] = ()  # terms that feedback added, with their weights
    notes: tuple[QueryNote, ...] = ()  # what was made of the query
    as_of: int = 0  # the newest change that was looked at
    terms: frozenset[str] = frozenset()  # that count as a match, for snippets


@dataclass(frozen=True, slots=True)
class Snippet:
    """A passage with the places (start, end) of the words that matched."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """The same text elsewhere."""

    id: str
    source: str
    url: str
    title: str


class ResultArticle(NamedTuple):
    """What a list of hits needs of an article; not its markup, which is as long as its text."""

    id: str
    url: str
    source: str
    title: str
    text: str  # that passages are taken from
    published: datetime | None
    language: str
    robots: RobotsMeta
    gone_at: datetime | None


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
    copies: tuple[NearDuplicate, ...] = ()
    breakdown: ScoreBreakdown | None = None


@dataclass(frozen=True, slots=True)
class FacetValue:
    """One value of a facet and how many of all matches have it."""

    value: str
    count: int


@dataclass(frozen=True, slots=True)
class Facet:
    """How all matches divide by one of their properties, the most frequent values first."""

    name: str
    values: tuple[FacetValue, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """How many of all matches were published when, from the first to the last, gaps included."""

    step: timedelta
    counts: tuple[tuple[datetime, int], ...]  # by the beginning of each step


class Overview(NamedTuple):
    """All matches of a query in numbers."""

    facets: tuple[Facet, ...]
    timeline: Timeline | None = None  # None if no match has a date


@dataclass(frozen=True, slots=True)
class SpellingSuggestion:
    """What the user may have meant: the query with its misspelt words put right."""

    text: str
    marks: tuple[tuple[int, int], ...]  # the places of the words that were changed


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """One page of results."""

    total: int
    took_ms: float
    hits: tuple[Hit, ...]
    model: RankingModel = RankingModel.NEWS
    added: tuple[tuple[str, float], ...] = ()  # terms that feedback added, with their weights
    as_of: int = 0  # to be given again with the next page
    notes: tuple[QueryNote, ...] = ()  # what was made of the query
    suggestion: SpellingSuggestion | None = None

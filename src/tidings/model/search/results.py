"""A query and its results."""

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
    """How hits are ranked. The first four are from the 2007 thesis."""

    VSM = "vsm"
    VSM_QE = "vsm+qe"  # the query expanded with terms of the first hits
    VSM_TR = "vsm+tr"  # its terms reweighted
    VSM_QE_TR = "vsm+qe+tr"
    BM25 = "bm25"
    BM25_FEEDBACK = "bm25+feedback"
    NEWS = "news"  # the same, blended with recency, link ranks, proximity and variety


@dataclass(frozen=True, slots=True)
class Query:
    """A search as the user requested it."""

    text: str
    limit: int = 10
    offset: int = 0
    source: str | None = None
    language: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    sort: Sort = Sort.RELEVANCE
    model: RankingModel | None = None  # None: from the settings
    more_like: tuple[str, ...] = ()  # ids of articles that the user marked as relevant
    less_like: tuple[str, ...] = ()  # and as not relevant
    plain: bool = False  # words only, any may match; no operators, as in TREC topics
    copies: bool = False  # show near-duplicates as separate hits
    explain: bool = False
    as_of: int | None = None  # a seq: ignore later articles, so that paging is stable


@dataclass(frozen=True, slots=True)
class TermShare:
    """How much one term contributed to a hit's score."""

    term: str
    weight: float  # in the query
    share: float  # of the relevance; all shares add up to 1
    body: int  # occurrences in each field
    title: int
    headings: int
    added: bool  # by feedback instead of the user


@dataclass(frozen=True, slots=True)
class ScoreFactor:
    """A factor that a hit's relevance was multiplied by, and why."""

    name: str
    value: float
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ScoreBreakdown:
    """How a hit's score was computed: relevance by terms, times the factors."""

    model: RankingModel
    relevance: float
    terms: tuple[TermShare, ...]
    factors: tuple[ScoreFactor, ...] = ()


class QueryNoteKind(StrEnum):
    """What a note about a query reports."""

    UNDERSTOOD = "understood"  # words interpreted as something other than words
    REPAIRED = "repaired"  # invalid as typed, and corrected
    IGNORED = "ignored"  # ignored part


@dataclass(frozen=True, slots=True)
class QueryNote:
    """How a part of a query was interpreted, and its position in the text."""

    start: int
    end: int
    message: str
    kind: QueryNoteKind = QueryNoteKind.REPAIRED


@dataclass(frozen=True, slots=True)
class Match:
    """An article's id with its score, best first."""

    id: str
    score: float
    copies: tuple[str, ...] = ()  # ids of its near-duplicates, grouped under it
    breakdown: ScoreBreakdown | None = None  # if requested


@dataclass(frozen=True, slots=True)
class Matches:
    """The requested page of matches out of `total`."""

    total: int
    matches: tuple[Match, ...]
    added: tuple[tuple[str, float], ...] = ()  # terms that feedback added, with their weights
    notes: tuple[QueryNote, ...] = ()  # how the query was interpreted
    as_of: int = 0  # seq of the newest change that was searched
    terms: frozenset[str] = frozenset()  # terms to mark in snippets


@dataclass(frozen=True, slots=True)
class Snippet:
    """A passage with the positions (start, end) of matching words."""

    text: str
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """An article with nearly the same text."""

    id: str
    source: str
    url: str
    title: str


class ResultArticle(NamedTuple):
    """The fields of an article for a result list; no HTML, which is as long as the text."""

    id: str
    url: str
    source: str
    title: str
    text: str  # for snippets
    published: datetime | None
    first_seen: datetime
    language: str
    robots: RobotsMeta
    gone_at: datetime | None


@dataclass(frozen=True, slots=True)
class Hit:
    """A match with what a result list shows."""

    id: str
    url: str
    title: str
    source: str
    published: datetime | None
    first_seen: datetime  # by which an undated article is sorted
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
    """The values of one property over all matches, most frequent first."""

    name: str
    values: tuple[FacetValue, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """The number of matches by publication date, from first to last, including empty steps."""

    step: timedelta
    counts: tuple[tuple[datetime, int], ...]  # by start of each step


class Overview(NamedTuple):
    """All matches of a query in numbers."""

    facets: tuple[Facet, ...]
    timeline: Timeline | None = None  # None if no match has a date


@dataclass(frozen=True, slots=True)
class SpellingSuggestion:
    """The query with its misspelt words corrected."""

    text: str
    marks: tuple[tuple[int, int], ...]  # positions of the corrected words


class RankedHit(NamedTuple):
    """A match that a model ranked; a list remembers a hundred of them, so it is a plain tuple."""

    id: str
    score: float
    copies: tuple[str, ...] = ()
    breakdown: ScoreBreakdown | None = None


class DatePlace(NamedTuple):
    """A place in the order of all matches by date, and then by id."""

    newest: int  # the number by which the index sorts; several matches may have the same
    last: str | None = None  # id of the last match before this place, if such matches follow


@dataclass(frozen=True, slots=True)
class Continuation:
    """Where a result list continues: first the ranked hits that are left, then others by date.

    New articles change every ranking, but not this: so no page repeats or skips a hit.
    """

    as_of: int  # a seq: articles that arrived later are left out
    total: int  # of all matches, at the first page
    has_all_words: bool  # whether the matches have all the words, or any of them
    head: tuple[RankedHit, ...] = ()  # ranked hits that were not shown yet
    shown: tuple[str, ...] = ()  # ids of ranked hits that were shown, and of their copies
    place: DatePlace | None = None  # where the rest continues; None at its beginning

    @property
    def ranked(self) -> tuple[str, ...]:
        """The ids of all ranked hits and their copies: the rest does not repeat them."""
        return (*self.shown, *(id_ for each in self.head for id_ in (each.id, *each.copies)))


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """One page of results."""

    total: int
    took_ms: float
    hits: tuple[Hit, ...]
    model: RankingModel = RankingModel.NEWS
    added: tuple[tuple[str, float], ...] = ()  # terms that feedback added, with their weights
    as_of: int = 0  # to pass with the request for the next page
    notes: tuple[QueryNote, ...] = ()  # how the query was interpreted
    suggestion: SpellingSuggestion | None = None
    rest: Continuation | None = None  # what follows, if the list is read page by page

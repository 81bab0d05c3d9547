"""The schema of `/api/search`; search_shapes.py makes the answers, and tests compare both."""

from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

_ID: Final = "b1c5a3d0e2f44a17"


class CopyOut(BaseModel):
    """A copy of the article on another site."""

    id: str
    source: str
    url: str
    title: str


class TermOut(BaseModel):
    """The contribution of one term to a hit's relevance."""

    term: str
    weight: float = Field(description="in the query")
    share: float = Field(description="of the relevance; shares add up to 1")
    title: int = Field(description="occurrences in the title")
    headings: int
    body: int
    added: bool = Field(description="added by feedback, not typed")


class FactorOut(BaseModel):
    """A factor that the relevance is multiplied by."""

    name: str
    value: float
    detail: str


class BreakdownOut(BaseModel):
    """Why a hit ranks where it does."""

    model: str
    relevance: float
    terms: list[TermOut]
    factors: list[FactorOut]


class HitOut(BaseModel):
    """One result."""

    id: str = Field(description="for /api/articles/{id} and /article/{id}")
    url: str
    title: str
    source: str = Field(description="registered domain of the site")
    published: str | None = Field(description="ISO 8601, UTC; null if the page does not say")
    language: str = Field(description="ISO 639-1, or 'und' if unknown")
    snippet: str = Field(description="plain text")
    marks: list[tuple[int, int]] = Field(description="start and end of matches in the snippet")
    score: float = Field(description="0 when sorted by date")
    copies: list[CopyOut] = Field(description="near-copies grouped with this hit")
    gone_at: str | None = Field(
        default=None, description="when we found that its publisher deleted it; else absent"
    )
    breakdown: BreakdownOut | None = Field(default=None, description="with explain=1")


class NoteOut(BaseModel):
    """How a part of the query was understood."""

    kind: str = Field(description="understood, repaired or ignored")
    message: str
    start: int
    end: int


class AddedOut(BaseModel):
    """A term that feedback added."""

    term: str
    weight: float


class SuggestionOut(BaseModel):
    """A spelling suggestion."""

    text: str
    marks: list[tuple[int, int]]


class ValueOut(BaseModel):
    """One value of a facet."""

    value: str
    count: int


class StepOut(BaseModel):
    """One step of a timeline."""

    model_config = ConfigDict(populate_by_name=True)

    begins: str = Field(alias="from")
    count: int


class TimelineOut(BaseModel):
    """Number of matches over time, gaps included."""

    step_seconds: int
    counts: list[StepOut]


class AnswerOut(BaseModel):
    """One page of results."""

    total: int
    took_ms: float
    hits: list[HitOut]
    model: str
    notes: list[NoteOut]
    added: list[AddedOut]
    as_of: int = Field(description="pass it with the next page, so that hits do not move")
    suggestion: SuggestionOut | None
    facets: dict[str, list[ValueOut]] | None = Field(default=None, description="with facets=1")
    timeline: TimelineOut | None = Field(default=None, description="with facets=1")


EXAMPLE: Final[dict[str, Any]] = {
    "total": 2,
    "took_ms": 1.8,
    "hits": [
        {
            "id": _ID,
            "url": "https://post.example/news/ferry",
            "title": "Old ferry line reopens",
            "source": "post.example",
            "published": "2024-05-31T10:00:00Z",
            "language": "en",
            "snippet": "The ferry sails again. People cheered on the quay.",
            "marks": [[4, 9]],
            "score": 7.31,
            "copies": [],
        }
    ],
    "model": "news",
    "notes": [
        {
            "kind": "understood",
            "message": "“last 7 days” is 25 to 31 May 2024.",
            "start": 6,
            "end": 17,
        }
    ],
    "added": [{"term": "quay", "weight": 0.21}],
    "as_of": 4711,
    "suggestion": None,
}

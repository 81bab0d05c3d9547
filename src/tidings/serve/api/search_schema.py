"""The schema of `/api/search`; search_shapes.py makes the answers, and tests compare both."""

from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

_ID: Final = "b1c5a3d0e2f44a17"


class CopyOut(BaseModel):
    """The same text elsewhere."""

    id: str
    source: str
    url: str
    title: str


class TermOut(BaseModel):
    """What one term brought to a hit's relevance."""

    term: str
    weight: float = Field(description="in the query")
    share: float = Field(description="of the relevance; all together 1")
    title: int = Field(description="how often it stands in the title")
    headings: int
    body: int
    added: bool = Field(description="by feedback, not by you")


class FactorOut(BaseModel):
    """What the relevance was multiplied by."""

    name: str
    value: float
    detail: str


class BreakdownOut(BaseModel):
    """Why a hit is where it is."""

    model: str
    relevance: float
    terms: list[TermOut]
    factors: list[FactorOut]


class HitOut(BaseModel):
    """An article that was found."""

    id: str = Field(description="for /api/articles/{id} and /article/{id}")
    url: str
    title: str
    source: str = Field(description="the site's registered domain")
    published: str | None = Field(description="ISO 8601, UTC; null if the page does not say")
    language: str = Field(description="ISO 639-1, or 'und' if it could not be told")
    snippet: str = Field(description="plain text")
    marks: list[tuple[int, int]] = Field(description="places in the snippet of words that matched")
    score: float = Field(description="0 when sorted by date")
    copies: list[CopyOut] = Field(description="near-copies that stand behind this hit")
    gone_at: str | None = Field(
        default=None, description="when it was found deleted by its publisher; else left out"
    )
    breakdown: BreakdownOut | None = Field(default=None, description="with explain=1")


class NoteOut(BaseModel):
    """What was made of a part of the query."""

    kind: str = Field(description="understood, repaired or ignored")
    message: str
    start: int
    end: int


class AddedOut(BaseModel):
    """A term that feedback added."""

    term: str
    weight: float


class SuggestionOut(BaseModel):
    """What may have been meant."""

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
    """All matches over time, gaps included."""

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
    as_of: int = Field(description="give it again with the next page, and nothing moves")
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

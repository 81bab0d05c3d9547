"""Search answers as JSON."""

import json
from collections.abc import Sequence
from typing import Annotated, Final, NotRequired, TypedDict

from tidings.model.search.results import (
    Facet,
    Hit,
    Overview,
    ScoreBreakdown,
    SearchAnswer,
    Timeline,
)
from tidings.shapes.date_origin import DateOrigin, date_origin
from tidings.shapes.iso_time import iso, iso_or_none

_encoder: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class CopyOut(TypedDict):
    """A copy of the article on another site."""

    id: str
    source: str
    url: str
    title: str


class TermOut(TypedDict):
    """The contribution of one term to a hit's relevance."""

    term: str
    weight: Annotated[float, "in the query"]
    share: Annotated[float, "of the relevance; shares add up to 1"]
    title: Annotated[int, "occurrences in the title"]
    headings: int
    body: int
    added: Annotated[bool, "added by feedback, not typed"]


class FactorOut(TypedDict):
    """A factor that the relevance is multiplied by."""

    name: str
    value: float
    detail: str


class BreakdownOut(TypedDict):
    """Why a hit ranks where it does."""

    model: str
    relevance: float
    terms: list[TermOut]
    factors: list[FactorOut]


class HitOut(TypedDict):
    """One result."""

    id: Annotated[str, "for /api/articles/{id} and /article/{id}"]
    url: str
    title: str
    source: Annotated[str, "registered domain of the site"]
    published: Annotated[str | None, "ISO 8601, UTC; null if the page does not say"]
    first_seen: Annotated[str, "when we first saw it"]
    date_from: DateOrigin
    language: Annotated[str, "ISO 639-1, or 'und' if unknown"]
    snippet: Annotated[str, "plain text"]
    marks: Annotated[Sequence[tuple[int, int]], "start and end of matches in the snippet"]
    score: Annotated[float, "0 when sorted by date"]
    copies: Annotated[list[CopyOut], "near-copies grouped with this hit"]
    gone_at: NotRequired[
        Annotated[str | None, "when we found that its publisher deleted it; else absent"]
    ]
    breakdown: NotRequired[Annotated[BreakdownOut | None, "with explain=1"]]


class NoteOut(TypedDict):
    """How a part of the query was understood."""

    kind: Annotated[str, "understood, repaired or ignored"]
    message: str
    start: int
    end: int


class AddedOut(TypedDict):
    """A term that feedback added."""

    term: str
    weight: float


class SuggestionOut(TypedDict):
    """A spelling suggestion."""

    text: str
    marks: Sequence[tuple[int, int]]


class ValueOut(TypedDict):
    """One value of a facet."""

    value: str
    count: int


# `from` is a keyword of Python, so this cannot be a class body.
_StepKeys = TypedDict("_StepKeys", {"from": str, "count": int})


class StepOut(_StepKeys):
    """One step of a timeline."""


class TimelineOut(TypedDict):
    """Number of matches over time, gaps included."""

    step_seconds: int
    counts: list[StepOut]


class AnswerOut(TypedDict):
    """One page of results."""

    total: int
    took_ms: float
    hits: list[HitOut]
    model: str
    notes: list[NoteOut]
    added: list[AddedOut]
    as_of: Annotated[int, "pass it with the next page, so that hits do not move"]
    suggestion: SuggestionOut | None
    facets: NotRequired[Annotated[dict[str, list[ValueOut]] | None, "with facets=1"]]
    timeline: NotRequired[Annotated[TimelineOut | None, "with facets=1"]]


def answer_bytes(answer: SearchAnswer, overview: Overview | None = None) -> bytes:
    """Return an answer as JSON."""
    return _encoder.encode(answer_shape(answer, overview)).encode(errors="replace")


def answer_shape(answer: SearchAnswer, overview: Overview | None = None) -> AnswerOut:
    """Return the shape of `tidings search --json` and `/api/search`."""
    suggestion = answer.suggestion
    shape: AnswerOut = {
        "total": answer.total,
        "took_ms": answer.took_ms,
        "hits": [_hit_shape(hit) for hit in answer.hits],
        "model": answer.model.value,
        "notes": [
            {
                "kind": note.kind.value,
                "message": note.message,
                "start": note.start,
                "end": note.end,
            }
            for note in answer.notes
        ],
        "added": [{"term": term, "weight": round(weight, 4)} for term, weight in answer.added],
        "as_of": answer.as_of,
        "suggestion": None
        if suggestion is None
        else {"text": suggestion.text, "marks": suggestion.marks},
    }
    if overview is not None:
        shape["facets"] = {facet.name: _values(facet) for facet in overview.facets}
        shape["timeline"] = _timeline_shape(overview.timeline) if overview.timeline else None
    return shape


def copy_shapes(hit: Hit) -> list[CopyOut]:
    """Return the near-copies that are grouped with a hit."""
    return [
        {"id": copy.id, "source": copy.source, "url": copy.url, "title": copy.title}
        for copy in hit.copies
    ]


def _hit_shape(hit: Hit) -> HitOut:
    shape: HitOut = {
        "id": hit.id,
        "url": hit.url,
        "title": hit.title,
        "source": hit.source,
        "published": iso_or_none(hit.published),
        "first_seen": iso(hit.first_seen),
        "date_from": date_origin(hit.published),
        "language": hit.language,
        "snippet": hit.snippet.text,
        "marks": hit.snippet.marks,
        "score": hit.score,
        "copies": copy_shapes(hit),
    }
    if hit.gone_at:
        shape["gone_at"] = iso(hit.gone_at)
    if hit.breakdown:
        shape["breakdown"] = breakdown_shape(hit.breakdown)
    return shape


def breakdown_shape(breakdown: ScoreBreakdown) -> BreakdownOut:
    """Return why a hit ranks where it does."""
    return {
        "model": breakdown.model.value,
        "relevance": breakdown.relevance,
        "terms": [
            {
                "term": term.term,
                "weight": round(term.weight, 4),
                "share": round(term.share, 4),
                "title": term.title,
                "headings": term.headings,
                "body": term.body,
                "added": term.added,
            }
            for term in breakdown.terms
        ],
        "factors": [
            {"name": factor.name, "value": round(factor.value, 4), "detail": factor.detail}
            for factor in breakdown.factors
        ],
    }


def _values(facet: Facet) -> list[ValueOut]:
    return [{"value": each.value, "count": each.count} for each in facet.values]


def _timeline_shape(timeline: Timeline) -> TimelineOut:
    return {
        "step_seconds": int(timeline.step.total_seconds()),
        "counts": [{"from": iso(moment), "count": count} for moment, count in timeline.counts],
    }

"""Search answers as JSON, the same over HTTP and from `--json`."""

import json
from typing import Final

from tidings.model.search.results import (
    Facet,
    Hit,
    Overview,
    ScoreBreakdown,
    SearchAnswer,
    Timeline,
)
from tidings.serve.api.json_shapes import Shape
from tidings.serve.rendering.time_format import iso

_encoder: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def answer_bytes(answer: SearchAnswer, overview: Overview | None = None) -> bytes:
    """Return an answer as JSON."""
    return _encoder.encode(answer_shape(answer, overview)).encode(errors="replace")


def answer_shape(answer: SearchAnswer, overview: Overview | None = None) -> Shape:
    """Return the shape of `tidings search --json` and `/api/search`."""
    suggestion = answer.suggestion
    shape: Shape = {
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
        "suggestion": suggestion and {"text": suggestion.text, "marks": suggestion.marks},
    }
    return shape if overview is None else shape | _overview_shape(overview)


def _hit_shape(hit: Hit) -> Shape:
    shape: Shape = {
        "id": hit.id,
        "url": hit.url,
        "title": hit.title,
        "source": hit.source,
        "published": iso(hit.published) if hit.published else None,
        "language": hit.language,
        "snippet": hit.snippet.text,
        "marks": hit.snippet.marks,
        "score": hit.score,
        "copies": [
            {"id": copy.id, "source": copy.source, "url": copy.url, "title": copy.title}
            for copy in hit.copies
        ],
    }
    if hit.gone_at:
        shape["gone_at"] = iso(hit.gone_at)
    if hit.breakdown:
        shape["breakdown"] = _breakdown_shape(hit.breakdown)
    return shape


def _breakdown_shape(breakdown: ScoreBreakdown) -> Shape:
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


def _overview_shape(overview: Overview) -> Shape:
    return {
        "facets": {facet.name: _values(facet) for facet in overview.facets},
        "timeline": overview.timeline and _timeline_shape(overview.timeline),
    }


def _values(facet: Facet) -> list[Shape]:
    return [{"value": each.value, "count": each.count} for each in facet.values]


def _timeline_shape(timeline: Timeline) -> Shape:
    return {
        "step_seconds": int(timeline.step.total_seconds()),
        "counts": [{"from": iso(moment), "count": count} for moment, count in timeline.counts],
    }

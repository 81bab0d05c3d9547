"""Search results of version 1 of the API."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from tidings.model.articles.brief import ArticleBrief
from tidings.model.search.results import Hit, Overview, SearchAnswer
from tidings.shapes.search import (
    AddedOut,
    BreakdownOut,
    CopyOut,
    NoteOut,
    SuggestionOut,
    TimelineOut,
    ValueOut,
    answer_shape,
    breakdown_shape,
    copy_shapes,
)
from tidings.shapes.v1.article import ARTICLE_EXAMPLE, ArticleBriefV1, article_brief


class HitV1(ArticleBriefV1):
    """One result."""

    snippet: Annotated[str, "plain text; empty if nothing may be shown"]
    marks: Annotated[Sequence[tuple[int, int]], "start and end of matches in the snippet"]
    score: Annotated[float, "0 for hits that are sorted by date"]
    copies: Annotated[list[CopyOut], "near-copies grouped with this hit"]
    breakdown: Annotated[BreakdownOut | None, "with explain=1"]


# What a list of hits has beside them, with its type and its description.
EXTRAS: dict[str, tuple[Any, str]] = {
    "total": (int, "number of all matches when the first page was read"),
    "as_of": (int, "number of the newest change that was searched"),
    "model": (str, "ranking model"),
    "notes": (list[NoteOut], "how parts of the query were understood"),
    "added": (list[AddedOut], "terms that feedback added"),
    "suggestion": (SuggestionOut | None, "on the first page"),
    "facets": (dict[str, list[ValueOut]] | None, "with facets=1, on the first page"),
    "timeline": (TimelineOut | None, "with facets=1, on the first page"),
}


def hits_shape(
    answer: SearchAnswer, briefs: Mapping[str, ArticleBrief], overview: Overview | None = None
) -> dict[str, Any]:
    """Return an answer without its cursor; an article that just vanished is left out."""
    shape = answer_shape(replace(answer, hits=()), overview)
    return {
        "items": [_hit(hit, briefs[hit.id]) for hit in answer.hits if hit.id in briefs],
        **{name: shape.get(name) for name in EXTRAS},
    }


def _hit(hit: Hit, brief: ArticleBrief) -> HitV1:
    return {
        **article_brief(brief),
        "snippet": hit.snippet.text,
        "marks": hit.snippet.marks,
        "score": hit.score,
        "copies": copy_shapes(hit),
        "breakdown": breakdown_shape(hit.breakdown) if hit.breakdown else None,
    }


HITS_EXAMPLE: dict[str, Any] = {
    "items": [
        {
            **ARTICLE_EXAMPLE,
            "snippet": "The old ferry sails again.",
            "marks": [[8, 13]],
            "score": 7.31,
            "copies": [],
            "breakdown": None,
        }
    ],
    "next": "wYkQ2bVZ",
    "total": 412,
    "as_of": 4711,
    "model": "news",
    "notes": [],
    "added": [],
    "suggestion": None,
    "facets": None,
    "timeline": None,
}

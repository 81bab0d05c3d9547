"""What is known of the home and of a URL, and what is trending."""

from typing import Annotated

from fastapi import Query as Parameter
from starlette.responses import Response

from tidings.engine.library.home_status import HomeStatus
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import envelope
from tidings.serve.v1.frame.route import v1_router
from tidings.shapes.explanation import explanation_shape
from tidings.shapes.iso_time import iso_or_none
from tidings.shapes.v1.article import ARTICLE_EXAMPLE
from tidings.shapes.v1.status import StatusV1, TrendV1, WhyV1, trend_v1

router = v1_router("status")

Url = Annotated[str, Parameter(min_length=1, max_length=4_000, description="any URL")]
Limit = Annotated[int, Parameter(ge=1, le=30, description="most items")]

_STATUS_EXAMPLE: StatusV1 = {
    "sources": 12,
    "paused": 1,
    "articles": 10_204,
    "indexed": 10_204,
    "annotated": 10_204,
    "stories": 3_310,
    "revisions": 812,
    "deleted": 9,
    "rechecks": 40_113,
    "urls_by_state": {"done": 22_950, "queued": 12},
    "urls_by_kind": {"article": 10_204},
    "urls_by_reason": {"article": 10_204},
    "dropped_links": {},
    "subscriptions": {"active": 2},
    "followers": [{"name": "index", "behind": 0, "failing_since": None, "error": ""}],
    "crawl": None,
}
_TREND_EXAMPLE: TrendV1 = {
    "words": "old harbour",
    "score": 6.2,
    "articles": 14,
    "expected": 1.3,
    "sources": 5,
    "examples": [ARTICLE_EXAMPLE],
}
_WHY_EXAMPLE: WhyV1 = {
    "url": "https://post.example/news/ferry",
    "state": "done",
    "kind": "article",
    "reasons": ["It was kept as an article."],
    "role": "page",
    "article": "b1c5a3d0e2f44a17",
    "indexed": True,
    "status": 200,
    "found_on": "https://post.example/feed.xml",
    "target": None,
    "first_known": "2024-05-31T10:03:00Z",
    "last_visit": "2024-05-31T10:04:00Z",
    "next_visit": None,
    "archived": None,
    "visits": [],
    "links": None,
}


@router.get("/status", **described("getStatus", "Count everything", StatusV1, _STATUS_EXAMPLE))
async def status(context: CurrentContext) -> Response:
    """Count what is followed, known and kept, and say how far the index is behind."""
    return answer(_status(context, await context.run(context.library.recent_status)))


def _status(context: AppContext, status: HomeStatus) -> StatusV1:
    return {
        "sources": status.sites,
        "paused": status.paused,
        "articles": status.articles,
        "indexed": status.indexed,
        "annotated": status.annotated,
        "stories": status.stories,
        "revisions": status.revisions,
        "deleted": status.deleted,
        "rechecks": status.rechecks,
        "urls_by_state": status.by_state,
        "urls_by_kind": status.by_kind,
        "urls_by_reason": status.by_reason,
        "dropped_links": status.dropped_links,
        "subscriptions": status.subscriptions,
        "followers": [
            {
                "name": each.name,
                "behind": each.behind,
                "failing_since": iso_or_none(each.failing_since),
                "error": each.error,
            }
            for each in status.followers
        ],
        "crawl": dict(context.health()) if context.health else None,
    }


@router.get(
    "/trends",
    **described(
        "listTrends",
        "List trends",
        list_of(TrendV1, "TrendsV1", hours=(float, "length of the period, up to now")),
        {"items": [_TREND_EXAMPLE], "next": None, "hours": 24.0},
    ),
)
async def trends(context: CurrentContext, limit: Limit = 10) -> Response:
    """List words and names that occur in far more of the newest articles than usual.

    They may be some minutes old. There is only one page of them.
    """
    return await context.run(lambda: _trends(context, limit))


def _trends(context: AppContext, limit: int) -> Response:
    found = context.library.trends(context.clock(), limit)
    briefs = context.library.briefs([each.id for one in found.trends for each in one.examples])
    shapes = [trend_v1(trend, briefs) for trend in found.trends]
    return answer(envelope(shapes, None, hours=found.hours))


@router.get("/why", **described("explainUrl", "Explain a URL", WhyV1, _WHY_EXAMPLE))
async def why(context: CurrentContext, url: Url) -> Response:
    """Return everything known and decided about a URL, with reasons."""
    return answer(explanation_shape(await context.run(lambda: context.library.why(url))))

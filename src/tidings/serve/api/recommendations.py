"""The API around searches: related articles, completions, trends; and their shapes for `--json`."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, HTTPException
from fastapi import Path as PathParameter
from fastapi import Query as Parameter

from tidings.model.articles.article import Article
from tidings.model.search.recommendations import Completion, RelatedArticle, Trend, Trends
from tidings.serve.api.error_schema import BAD_PARAMETER, NO_ARTICLE
from tidings.serve.api.json_shapes import Shape
from tidings.serve.api.schema import CompletionOut, RelatedOut, TrendsOut
from tidings.serve.context import CurrentContext
from tidings.serve.rendering.time_format import iso

router = APIRouter(tags=["api"])

ArticleId = Annotated[str, PathParameter(description="16 hexadecimal digits")]
Limit = Annotated[int, Parameter(ge=1, le=30, description="how many at most")]
Typed = Annotated[str, Parameter(max_length=200, description="what is typed so far")]


@router.get(
    "/api/related/{article_id}",
    response_model=list[RelatedOut],
    responses=NO_ARTICLE | BAD_PARAMETER,
    summary="List related articles",
)
async def api_related(article_id: ArticleId, desk: CurrentContext, limit: Limit = 6) -> list[Shape]:
    """List the articles most like one, without copies of it, each with the words both have."""
    now = desk.clock()
    found = await desk.ask(lambda: desk.library.related(article_id, now, limit))
    if found is None:
        raise HTTPException(404, "There is no article with this id.")
    return related_shapes(found)


@router.get(
    "/api/complete",
    response_model=list[CompletionOut],
    responses=BAD_PARAMETER,
    summary="Complete what is typed",
)
async def api_complete(desk: CurrentContext, q: Typed = "", limit: Limit = 8) -> list[Shape]:
    """Complete the last word or two from the words of titles, the frequent and recent first."""
    found = await desk.ask(lambda: desk.library.completions(q, limit))
    return completion_shapes(found)


@router.get(
    "/api/trends",
    response_model=TrendsOut,
    responses=BAD_PARAMETER,
    summary="List what is trending",
)
async def api_trends(desk: CurrentContext, limit: Limit = 10) -> Shape:
    """List words and names that are in far more of the newest articles than usual."""
    now = desk.clock()
    return trends_shape(await desk.ask(lambda: desk.library.trends(now, limit)))


def related_shapes(found: Sequence[RelatedArticle]) -> list[Shape]:
    """Return the shape of `tidings related --json` and `/api/related/{id}`."""
    return [
        _item_shape(each.article) | {"score": each.score, "shared": list(each.shared)}
        for each in found
    ]


def completion_shapes(found: Sequence[Completion]) -> list[Shape]:
    """Return the shape of `/api/complete`."""
    return [{"text": each.text, "articles": each.articles} for each in found]


def trends_shape(told: Trends) -> Shape:
    """Return the shape of `tidings trends --json` and `/api/trends`."""
    return {"hours": told.hours, "trends": [_trend_shape(trend) for trend in told.trends]}


def _trend_shape(trend: Trend) -> Shape:
    return {
        "words": trend.words,
        "score": trend.score,
        "articles": trend.articles,
        "expected": trend.expected,
        "sources": trend.sources,
        "examples": [_item_shape(article) for article in trend.examples],
    }


def _item_shape(article: Article) -> Shape:
    return {
        "id": article.id,
        "url": article.url,
        "title": article.title,
        "source": article.source,
        "published": iso(article.published) if article.published else None,
        "language": article.language,
    }

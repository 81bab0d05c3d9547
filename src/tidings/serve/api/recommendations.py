"""Related articles, completions and trends in the API, and their JSON for `--json`."""

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as PathParameter
from fastapi import Query as Parameter

from tidings.model.articles.article import Article
from tidings.model.search.recommendations import Completion, RelatedArticle, Trend, Trends
from tidings.serve.api.error_schema import BAD_PARAMETER, NO_ARTICLE
from tidings.serve.api.json_shapes import Shape
from tidings.serve.api.schema import CompletionOut, RelatedOut, TrendsOut
from tidings.serve.context import CurrentContext, found
from tidings.serve.rendering.time_format import iso

router = APIRouter(tags=["api"])

ArticleId = Annotated[str, PathParameter(description="16 hexadecimal digits")]
Limit = Annotated[int, Parameter(ge=1, le=30, description="maximum number")]
Typed = Annotated[str, Parameter(max_length=200, description="the text typed so far")]


@router.get(
    "/api/related/{article_id}",
    response_model=list[RelatedOut],
    responses=NO_ARTICLE | BAD_PARAMETER,
    summary="List related articles",
)
async def api_related(
    article_id: ArticleId, context: CurrentContext, limit: Limit = 6
) -> list[Shape]:
    """List the articles most similar to one, without its copies, each with the shared words."""
    now = context.clock()
    related = await context.run(lambda: context.library.related(article_id, now, limit))
    return related_shapes(found(related, "article"))


@router.get(
    "/api/complete",
    response_model=list[CompletionOut],
    responses=BAD_PARAMETER,
    summary="Complete a query",
)
async def api_complete(context: CurrentContext, q: Typed = "", limit: Limit = 8) -> list[Shape]:
    """Complete the last word or two with words of titles, frequent and recent ones first."""
    return completion_shapes(await context.run(lambda: context.library.completions(q, limit)))


@router.get(
    "/api/trends",
    response_model=TrendsOut,
    responses=BAD_PARAMETER,
    summary="List trends",
)
async def api_trends(context: CurrentContext, limit: Limit = 10) -> Shape:
    """List words and names that occur in far more of the newest articles than usual."""
    now = context.clock()
    return trends_shape(await context.run(lambda: context.library.trends(now, limit)))


def related_shapes(articles: Sequence[RelatedArticle]) -> list[Shape]:
    """Return the shape of `tidings related --json` and `/api/related/{id}`."""
    return [
        _item_shape(each.article) | {"score": each.score, "shared": list(each.shared)}
        for each in articles
    ]


def completion_shapes(completions: Sequence[Completion]) -> list[Shape]:
    """Return the shape of `/api/complete`."""
    return [{"text": each.text, "articles": each.articles} for each in completions]


def trends_shape(trends: Trends) -> Shape:
    """Return the shape of `tidings trends --json` and `/api/trends`."""
    return {"hours": trends.hours, "trends": [_trend_shape(trend) for trend in trends.trends]}


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

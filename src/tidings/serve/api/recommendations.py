"""Related articles, completions and trends in the API."""

from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as PathParameter
from fastapi import Query as Parameter

from tidings.serve.api.error_schema import BAD_PARAMETER, NO_ARTICLE
from tidings.serve.context import CurrentContext, found
from tidings.serve.schema import schema_of
from tidings.shapes.recommendations import (
    CompletionOut,
    RelatedOut,
    TrendsOut,
    completion_shapes,
    related_shapes,
    trends_shape,
)

router = APIRouter(tags=["api"])

ArticleId = Annotated[str, PathParameter(description="16 hexadecimal digits")]
Limit = Annotated[int, Parameter(ge=1, le=30, description="maximum number")]
Typed = Annotated[str, Parameter(max_length=200, description="the text typed so far")]


@router.get(
    "/api/related/{article_id}",
    response_model=schema_of(list[RelatedOut]),
    responses=NO_ARTICLE | BAD_PARAMETER,
    summary="List related articles",
)
async def api_related(
    article_id: ArticleId, context: CurrentContext, limit: Limit = 6
) -> list[RelatedOut]:
    """List the articles most similar to one, without its copies, each with the shared words."""
    now = context.clock()
    related = await context.run(lambda: context.library.related(article_id, now, limit))
    return related_shapes(found(related, "article"))


@router.get(
    "/api/complete",
    response_model=schema_of(list[CompletionOut]),
    responses=BAD_PARAMETER,
    summary="Complete a query",
)
async def api_complete(
    context: CurrentContext, q: Typed = "", limit: Limit = 8
) -> list[CompletionOut]:
    """Complete the last word or two with words of titles, frequent and recent ones first."""
    return completion_shapes(await context.run(lambda: context.library.completions(q, limit)))


@router.get(
    "/api/trends",
    response_model=schema_of(TrendsOut),
    responses=BAD_PARAMETER,
    summary="List trends",
)
async def api_trends(context: CurrentContext, limit: Limit = 10) -> TrendsOut:
    """List words and names that occur in far more of the newest articles than usual."""
    now = context.clock()
    return trends_shape(await context.run(lambda: context.library.trends(now, limit)))

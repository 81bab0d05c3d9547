"""The API: the same answers as the pages and the cli, as JSON."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, HTTPException, Request
from fastapi import Path as PathParameter
from fastapi import Query as Parameter
from fastapi.exceptions import RequestValidationError
from starlette.responses import JSONResponse, Response

from tidings.engine.library.annotation_json import annotations_shape
from tidings.engine.library.home_status import HomeStatus
from tidings.engine.sources.source_list import SourceInvalid
from tidings.model.search.results import Query
from tidings.serve.api.api_query import PARAMETERS, ApiQuery, api_query_of
from tidings.serve.api.error_schema import BAD_PARAMETER, NO_ARTICLE, UNHEALTHY
from tidings.serve.api.json_shapes import (
    Shape,
    article_shape,
    explanation_shape,
    history_shape,
    ledger_shape,
    source_shape,
)
from tidings.serve.api.schema import (
    ArticleOut,
    ExplanationOut,
    HealthOut,
    HistoryOut,
    LedgerOut,
    SourceOut,
)
from tidings.serve.api.search_schema import EXAMPLE, AnswerOut
from tidings.serve.api.search_shapes import answer_bytes
from tidings.serve.api.story_shapes import membership_shape
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.rendering.markup import reader_html
from tidings.serve.search_parameters import SINCE, ParameterInvalid

router = APIRouter(tags=["api"])

Since = Annotated[str | None, Parameter(max_length=64, description=SINCE.description)]
ArticleId = Annotated[str, PathParameter(description="16 hexadecimal digits")]


@router.get(
    "/api/search",
    response_class=Response,
    responses={
        200: {
            "model": AnswerOut,
            "description": "one page of results",
            "content": {"application/json": {"example": EXAMPLE}},
        },
        **BAD_PARAMETER,
    },
    openapi_extra={"parameters": PARAMETERS},
    summary="Search articles",
)
async def api_search(request: Request) -> Response:
    """Search as `tidings search --json` does; any text is a query."""
    desk: AppContext = request.app.state.desk
    now = desk.clock()
    try:
        wanted = api_query_of(request.query_params.multi_items(), now)
    except ParameterInvalid as error:
        return JSONResponse({"error": str(error)}, 422)
    body = await desk.find(lambda: _search_body(desk, wanted, now))
    return Response(body, media_type="application/json")


def _search_body(desk: AppContext, wanted: ApiQuery, now: datetime) -> bytes:
    if wanted.facets:
        return answer_bytes(*desk.library.search_with_overview(wanted.query, now))
    return answer_bytes(desk.library.search(wanted.query, now))


def since_of(text: str | None, now: datetime) -> datetime | None:
    """Return the time that the parameter since names; an invalid one is refused."""
    try:
        return SINCE.value_or_default(text or "", now)
    except ParameterInvalid as error:
        raise _parameter_error(error.name, error.message) from error


def _parameter_error(name: str, message: str) -> RequestValidationError:
    return RequestValidationError([{"loc": ("query", name), "msg": message, "type": "value_error"}])


@router.get(
    "/api/articles/{article_id}",
    response_model=ArticleOut,
    responses=NO_ARTICLE | BAD_PARAMETER,
    summary="Get one article",
)
async def api_article(article_id: ArticleId, desk: CurrentContext) -> Shape:
    """Get an article in full, its HTML sanitised."""
    shape = await desk.ask(lambda: _article(desk, article_id))
    if shape is None:
        raise HTTPException(404, "There is no article with this id.")
    return shape


def _article(desk: AppContext, article_id: str) -> Shape | None:
    article = desk.library.article(article_id)
    if article is None:
        return None
    said = annotations_shape(desk.library.annotations(article))
    belongs = desk.library.memberships([article_id]).get(article_id)
    story = membership_shape(*belongs) if belongs else None
    return article_shape(article) | said | {"html": str(reader_html(article)), "story": story}


@router.get(
    "/api/articles/{article_id}/revisions",
    response_model=HistoryOut,
    responses=NO_ARTICLE | BAD_PARAMETER,
    summary="List what changed in an article",
)
async def api_revisions(article_id: ArticleId, desk: CurrentContext) -> Shape:
    """List an article's revisions as word diffs, and its deletions by the publisher."""
    history = await desk.ask(lambda: _history(desk, article_id))
    if history is None:
        raise HTTPException(404, "There is no article with this id.")
    return history


def _history(desk: AppContext, article_id: str) -> Shape | None:
    article = desk.library.article(article_id)
    return None if article is None else history_shape(article, desk.library.history(article))


@router.get("/api/sources", response_model=list[SourceOut], summary="List the followed sites")
async def api_sources(desk: CurrentContext) -> list[Shape]:
    """List the followed sites with what they have brought."""
    return [source_shape(source) for source in await desk.ask(desk.library.sources)]


@router.get(
    "/api/ledger", response_model=LedgerOut, responses=BAD_PARAMETER, summary="Prove politeness"
)
async def api_ledger(
    desk: CurrentContext,
    site: Annotated[str, Parameter(max_length=2_000, description="address or domain; or all")] = "",
    since: Since = None,
    limit: Annotated[int, Parameter(ge=0, le=1_000, description="lines wanted")] = 20,
) -> Shape:
    """Tell how a site, or every site, was asked, as `tidings ledger --json` does."""
    moment = since_of(since, desk.clock())
    try:
        told = await desk.ask(
            lambda: desk.library.politeness_report(site.strip() or None, moment, limit)
        )
    except SourceInvalid as error:
        raise _parameter_error("site", str(error)) from error
    return ledger_shape(told)


@router.get(
    "/api/why", response_model=ExplanationOut, responses=BAD_PARAMETER, summary="Explain a URL"
)
async def api_why(
    desk: CurrentContext,
    url: Annotated[str, Parameter(min_length=1, max_length=4_000, description="any address")],
) -> Shape:
    """Tell everything known and decided about a URL, with the reasons."""
    return explanation_shape(await desk.ask(lambda: desk.library.why(url)))


@router.get("/healthz", response_model=HealthOut, responses=UNHEALTHY, summary="Tell how we are")
async def healthz(desk: CurrentContext) -> Shape:
    """Read the database and the index once, and count."""
    status = await desk.ask(lambda: _checked_status(desk))
    return {
        "status": "ok",
        "articles": status.articles,
        "indexed": status.indexed,
        "sites": status.sites,
        "crawl": dict(desk.health()) if desk.health else None,
    }


def _checked_status(desk: AppContext) -> HomeStatus:
    desk.library.search(Query("", limit=1))  # reads the index anew; counting alone would not
    return desk.library.status()

"""The routes of the JSON API: the same data as the pages and `--json`."""

from dataclasses import replace
from datetime import datetime
from typing import Annotated, NotRequired, TypedDict

from fastapi import APIRouter, Request
from fastapi import Path as PathParameter
from fastapi import Query as Parameter
from fastapi.exceptions import RequestValidationError
from starlette.responses import JSONResponse, Response

from tidings.engine.library.home_status import HomeStatus
from tidings.engine.sources.source_list import SourceInvalid
from tidings.model.access.identity import Scope
from tidings.model.search.results import Query
from tidings.serve.api.api_query import PARAMETERS, ApiQuery, api_query_of
from tidings.serve.api.error_schema import BAD_PARAMETER, NO_ARTICLE, UNHEALTHY
from tidings.serve.api.search_example import EXAMPLE
from tidings.serve.context import AppContext, CurrentContext, found
from tidings.serve.permission import CurrentIdentity
from tidings.serve.rendering.markup import reader_html
from tidings.serve.schema import schema_of
from tidings.serve.search_parameters import SINCE, ParameterInvalid
from tidings.shapes.annotations import annotations_shape
from tidings.shapes.article import ArticleOut, article_fields
from tidings.shapes.date_origin import date_origin
from tidings.shapes.explanation import ExplanationOut, explanation_shape
from tidings.shapes.history import HistoryOut, history_shape
from tidings.shapes.ledger import LedgerOut, ledger_shape
from tidings.shapes.search import AnswerOut, answer_bytes
from tidings.shapes.source import SourceOut, source_shape
from tidings.shapes.story import membership_shape

router = APIRouter(tags=["api"])


class FollowerOut(TypedDict):
    """How far the index or the stories are behind the changes."""

    behind: Annotated[int | None, "changes that are not taken in yet"]
    error: Annotated[str, "why the last attempt failed, if it did"]


class HealthOut(TypedDict):
    """Health, and a few counts for those who may read."""

    status: str
    articles: NotRequired[int]
    indexed: NotRequired[int]
    sites: NotRequired[int]
    followers: NotRequired[Annotated[dict[str, FollowerOut], "what follows the changes, by name"]]
    crawl: NotRequired[
        Annotated[dict[str, object] | None, "counts of the crawl in this process, if any"]
    ]


Since = Annotated[str | None, Parameter(max_length=64, description=SINCE.description)]
ArticleId = Annotated[str, PathParameter(description="16 hexadecimal digits")]


@router.get(
    "/api/search",
    response_class=Response,
    responses={
        200: {
            "model": schema_of(AnswerOut),
            "description": "one page of results",
            "content": {"application/json": {"example": EXAMPLE}},
        },
        **BAD_PARAMETER,
    },
    openapi_extra={"parameters": PARAMETERS},
    summary="Search articles",
)
async def api_search(request: Request) -> Response:
    """Search as `tidings search --json` does. Any text is a valid query."""
    context: AppContext = request.app.state.context
    now = context.clock()
    try:
        search = api_query_of(request.query_params.multi_items(), now)
    except ParameterInvalid as error:
        return JSONResponse({"error": str(error)}, 422)
    body = await context.run_search(lambda: _search_body(context, search, now))
    return Response(body, media_type="application/json")


def _search_body(context: AppContext, search: ApiQuery, now: datetime) -> bytes:
    if search.facets:
        return answer_bytes(*context.library.search_with_overview(search.query, now))
    return answer_bytes(context.library.search(search.query, now))


def since_of(text: str | None, now: datetime) -> datetime | None:
    """Return the value of the parameter since; raises RequestValidationError."""
    try:
        return SINCE.value_or_default(text or "", now)
    except ParameterInvalid as error:
        raise _parameter_error(error.name, error.message) from error


def _parameter_error(name: str, message: str) -> RequestValidationError:
    return RequestValidationError([{"loc": ("query", name), "msg": message, "type": "value_error"}])


@router.get(
    "/api/articles/{article_id}",
    response_model=schema_of(ArticleOut),
    responses=NO_ARTICLE | BAD_PARAMETER,
    summary="Get one article",
)
async def api_article(article_id: ArticleId, context: CurrentContext) -> ArticleOut:
    """Get a full article with sanitised HTML."""
    return found(await context.run(lambda: _article(context, article_id)), "article")


def _article(context: AppContext, article_id: str) -> ArticleOut | None:
    article = context.library.article(article_id)
    if article is None:
        return None
    annotations = annotations_shape(context.library.annotations(article))
    membership = context.library.memberships([article_id]).get(article_id)
    story = membership_shape(*membership) if membership else None
    shown = replace(article, html=str(reader_html(article)))
    origin = date_origin(shown.published)
    return {**article_fields(shown), **annotations, "date_from": origin, "story": story}


@router.get(
    "/api/articles/{article_id}/revisions",
    response_model=schema_of(HistoryOut),
    responses=NO_ARTICLE | BAD_PARAMETER,
    summary="List what changed in an article",
)
async def api_revisions(article_id: ArticleId, context: CurrentContext) -> HistoryOut:
    """List an article's revisions as word diffs, and its deletions by the publisher."""
    return found(await context.run(lambda: _history(context, article_id)), "article")


def _history(context: AppContext, article_id: str) -> HistoryOut | None:
    article = context.library.article(article_id)
    return None if article is None else history_shape(article, context.library.history(article))


@router.get(
    "/api/sources", response_model=schema_of(list[SourceOut]), summary="List the followed sites"
)
async def api_sources(context: CurrentContext) -> list[SourceOut]:
    """List the followed sites with their feeds, articles and next visits."""
    return [source_shape(source) for source in await context.run(context.library.sources)]


@router.get(
    "/api/ledger",
    response_model=schema_of(LedgerOut),
    responses=BAD_PARAMETER,
    summary="Politeness report",
)
async def api_ledger(
    context: CurrentContext,
    site: Annotated[
        str, Parameter(max_length=2_000, description="URL or domain; default: all sites")
    ] = "",
    since: Since = None,
    limit: Annotated[int, Parameter(ge=0, le=1_000, description="number of requests to list")] = 20,
) -> LedgerOut:
    """Report requests to a site, or to all sites, and their delays, as `tidings ledger --json`."""
    moment = since_of(since, context.clock())
    try:
        report = await context.run(
            lambda: context.library.politeness_report(site.strip() or None, moment, limit)
        )
    except SourceInvalid as error:
        raise _parameter_error("site", str(error)) from error
    return ledger_shape(report)


@router.get(
    "/api/why",
    response_model=schema_of(ExplanationOut),
    responses=BAD_PARAMETER,
    summary="Explain a URL",
)
async def api_why(
    context: CurrentContext,
    url: Annotated[str, Parameter(min_length=1, max_length=4_000, description="any URL")],
) -> ExplanationOut:
    """Return everything known and decided about a URL, with reasons."""
    return explanation_shape(await context.run(lambda: context.library.why(url)))


@router.get(
    "/healthz",
    response_model=schema_of(HealthOut),
    response_model_exclude_unset=True,
    responses=UNHEALTHY,
    summary="Health check",
)
async def healthz(context: CurrentContext, identity: CurrentIdentity) -> HealthOut:
    """Read the database and the index; return a few counts to those who may read."""
    status = await context.run(lambda: _checked_status(context))
    if not identity.may(Scope.READ):
        return {"status": "ok"}
    return {
        "status": "ok",
        "articles": status.articles,
        "indexed": status.indexed,
        "sites": status.sites,
        "followers": {
            each.name: {"behind": each.behind, "error": each.error} for each in status.followers
        },
        "crawl": dict(context.health()) if context.health else None,
    }


def _checked_status(context: AppContext) -> HomeStatus:
    context.library.search(Query("", limit=1))  # counting alone would not read the index
    return context.library.status()

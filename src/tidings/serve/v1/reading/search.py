"""Search and completion."""

from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import Query as QueryParameter
from fastapi import Request
from starlette.responses import Response

from tidings.model.search.results import Overview, Query, SearchAnswer
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.search_parameters import (
    ALL,
    FACETS,
    LIMIT,
    OFFSET,
    Parameter,
    ParameterInvalid,
    T,
    ends_before_it_begins,
    last_values,
    openapi_parameter,
    query_of,
)
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import CURSOR, CURSOR_HELP, Page, envelope, page_of
from tidings.serve.v1.frame.route import invalid, v1_router
from tidings.serve.v1.reading.search_position import continuation_at, position_of
from tidings.shapes.recommendations import CompletionOut, completion_shapes
from tidings.shapes.v1.hit import EXTRAS, HITS_EXAMPLE, HitV1, hits_shape

router = v1_router("search")

_CURSOR: Final = {
    "name": CURSOR,
    "in": "query",
    "required": False,
    "description": CURSOR_HELP,
    "schema": {"type": "string"},
}
_PARAMETERS: Final = [openapi_parameter(each) for each in ALL if each is not OFFSET] + [_CURSOR]
_COMPLETIONS: Final = {"items": [{"text": "ferry line", "articles": 12}], "next": None}


@router.get(
    "/search",
    **described(
        "searchArticles",
        "Search articles",
        list_of(HitV1, "HitsV1", **EXTRAS),
        HITS_EXAMPLE,
        problems=(400,),
    ),
    openapi_extra={"parameters": _PARAMETERS},
)
async def search(request: Request) -> Response:
    """Search articles. Any text is a valid query.

    The first hits are ranked; those after them, some hundred, are sorted by date. Pages stay
    consistent while articles arrive.
    """
    context: AppContext = request.app.state.context
    given = last_values(request.query_params.multi_items())
    page = page_of(request, LIMIT.default)  # its limit is that of the query
    try:
        query = _query(given, page.at)
        has_facets = _value(given, FACETS, page.at) and page.position is None
    except ParameterInvalid as error:
        raise invalid(error.name, error.message) from error
    shape, took_ms = await context.run_search(lambda: _hits(context, query, page, has_facets))
    return answer(shape, took_ms=took_ms)


def _query(given: dict[str, str], now: datetime) -> Query:
    def read(parameter: Parameter[T]) -> T:
        return parameter.default if parameter is OFFSET else _value(given, parameter, now)

    query = query_of(read)
    if ends_before_it_begins(query):
        raise ParameterInvalid("since", "expected a time before until")
    return query


def _value(given: dict[str, str], parameter: Parameter[T], now: datetime) -> T:
    text = given.get(parameter.name)
    return parameter.default if text is None else parameter.value_or_default(text, now)


def _hits(
    context: AppContext, query: Query, page: Page, has_facets: bool
) -> tuple[dict[str, Any], float]:
    found, overview = _found(context, query, page, has_facets)
    briefs = context.library.briefs([hit.id for hit in found.hits])
    shape = hits_shape(found, briefs, overview)
    following = None if found.rest is None else page.next(position_of(found.rest))
    return envelope(shape.pop("items"), following, **shape), found.took_ms


def _found(
    context: AppContext, query: Query, page: Page, has_facets: bool
) -> tuple[SearchAnswer, Overview | None]:
    library = context.library
    if page.position is not None:
        return library.further_page(query, page.at, continuation_at(page.position)), None
    if has_facets:
        return library.first_page_with_overview(query, page.at)
    return library.first_page(query, page.at), None


@router.get(
    "/complete",
    **described(
        "completeQuery",
        "Complete a query",
        list_of(CompletionOut, "CompletionsV1"),
        _COMPLETIONS,
    ),
)
async def complete(
    context: CurrentContext,
    q: Annotated[str, QueryParameter(max_length=200, description="the text typed so far")] = "",
    limit: Annotated[int, QueryParameter(ge=1, le=30, description="most completions")] = 8,
) -> Response:
    """Complete the last word or two with words of titles, frequent and recent ones first."""
    found = await context.run(lambda: context.library.completions(q, limit))
    return answer(envelope(completion_shapes(found), None))

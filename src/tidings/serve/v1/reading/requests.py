"""The request log: what was asked of which server, and whether all delays were kept."""

from datetime import timedelta
from typing import Annotated, Any

from fastapi import Query as Parameter
from starlette.responses import Response

from tidings.model.crawl.source import Source
from tidings.model.web.request_log import RequestFilter
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import Page, envelope, paged
from tidings.serve.v1.frame.route import v1_router
from tidings.serve.v1.reading.list_filters import SinceText, UntilText, span_of
from tidings.serve.v1.source_path import NamedSource
from tidings.shapes.v1.request import (
    POLITENESS_EXAMPLE,
    REQUEST_EXAMPLE,
    PolitenessV1,
    RequestV1,
    politeness_v1,
    request_v1,
)

router = v1_router("requests")

RequestsPage: Any = paged(default=50, most=200)
Host = Annotated[
    str | None, Parameter(max_length=300, description="with its port, unless that is the default")
]
Status = Annotated[int | None, Parameter(ge=100, le=599, description="the server's answer")]
Outcome = Annotated[
    str | None,
    Parameter(
        max_length=100,
        description="ok, held_back, or a reason as in the answers, such as 'not modified'",
    ),
]
Hours = Annotated[int, Parameter(ge=1, le=24 * 7, description="number of hours, up to now")]
_LIST = list_of(RequestV1, "RequestsV1")
_LIST_EXAMPLE = {"items": [REQUEST_EXAMPLE], "next": None}


@router.get(
    "/requests",
    **described("listRequests", "List requests to servers", _LIST, _LIST_EXAMPLE, problems=(400,)),
)
async def requests(
    context: CurrentContext,
    page: RequestsPage,
    host: Host = None,
    status: Status = None,
    outcome: Outcome = None,
    since: SinceText = "",
    until: UntilText = "",
) -> Response:
    """List the requests that were sent or held back, the last noted first.

    A page may have fewer items than `limit`, even none, while `next` is not null: then few of the
    requests that were looked at are wanted.
    """
    span = span_of(since, until, page.at)
    wanted = RequestFilter(*span, host=host, status=status, outcome=outcome)
    return await context.run(lambda: _requests(context, wanted, page))


@router.get(
    "/sources/{source}/requests",
    **described(
        "listSourceRequests",
        "List requests for a source",
        _LIST,
        _LIST_EXAMPLE,
        problems=(400, 404),
    ),
)
async def source_requests(
    source: NamedSource,
    context: CurrentContext,
    page: RequestsPage,
    host: Host = None,
    status: Status = None,
    outcome: Outcome = None,
    since: SinceText = "",
    until: UntilText = "",
) -> Response:
    """List the requests that were made for one source, newest first."""
    span = span_of(since, until, page.at)
    wanted = RequestFilter(*span, source.id, host, status, outcome)
    return await context.run(lambda: _requests(context, wanted, page))


def _requests(context: AppContext, wanted: RequestFilter, page: Page) -> Response:
    after = None if page.position is None else (page.position[0], page.position[1])
    found = context.library.listings.requests(wanted, after, page.limit)
    following = None if found.next is None else page.next([*found.next])
    return answer(envelope([request_v1(*each) for each in found.requests], following))


@router.get(
    "/politeness",
    **described(
        "getPoliteness", "Report the politeness of requests", PolitenessV1, POLITENESS_EXAMPLE
    ),
)
async def politeness(context: CurrentContext, hours: Hours = 24) -> Response:
    """Report the requests of the last hours in numbers, and whether all delays were kept."""
    return await context.run(lambda: _politeness(context, None, hours))


@router.get(
    "/sources/{source}/politeness",
    **described(
        "getSourcePoliteness",
        "Report the politeness of requests for a source",
        PolitenessV1,
        POLITENESS_EXAMPLE,
        problems=(404,),
    ),
)
async def source_politeness(
    source: NamedSource, context: CurrentContext, hours: Hours = 24
) -> Response:
    """Report the same for one source; requests for others at its hosts count for its delays."""
    return await context.run(lambda: _politeness(context, source, hours))


def _politeness(context: AppContext, source: Source | None, hours: int) -> Response:
    since = context.clock() - timedelta(hours=hours)
    return answer(politeness_v1(context.library.politeness_since(source, since)))

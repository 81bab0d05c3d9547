"""Followed sources with their health, and how complete what they brought is."""

from typing import Annotated, Any

from fastapi import Query as Parameter
from starlette.responses import Response

from tidings.model.crawl.source import Source
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import Page, envelope, paged
from tidings.serve.v1.frame.route import v1_router
from tidings.serve.v1.source_path import NamedSource
from tidings.shapes.v1.source import (
    SOURCE_EXAMPLE,
    FullSourceV1,
    SourceCompletenessV1,
    SourceV1,
    full_source_v1,
    source_completeness_v1,
    source_v1,
)

router = v1_router("sources")

SourcesPage: Any = paged(default=20, most=100)
Folder = Annotated[
    str | None, Parameter(max_length=500, description="only sources in it, or in folders inside")
]
Hours = Annotated[int, Parameter(ge=1, le=24 * 90, description="number of hours, up to now")]

_FULL_EXAMPLE: FullSourceV1 = {
    **SOURCE_EXAMPLE,
    "about": None,
    "about_query": None,
    "judged": 0,
    "wanted": 0,
    "settings": {
        "delay": None,
        "faster": False,
        "languages": [],
        "include": [],
        "exclude": [],
        "headers": [],
        "proxy": None,
        "credentials": None,
    },
    "resting": 0,
    "synthetic": False,
    "freshness": 0.93,
    "expected_age": 310.0,
    "live": [],
    "subscriptions": [],
    "host_rank": 1.25,
    "domain_rank": 1.5,
}
_COMPLETENESS_EXAMPLE: SourceCompletenessV1 = {
    **SOURCE_EXAMPLE["completeness"],
    "hours": 1,
    "id": "1",
    "url": "https://post.example/",
    "domain": "post.example",
    "by_hour": [{"start": "2024-05-31T11:00:00Z", "expected": 2.125, "seen": 2}],
}


@router.get(
    "/sources",
    **described(
        "listSources",
        "List sources with their health",
        list_of(SourceV1, "SourcesV1"),
        {"items": [SOURCE_EXAMPLE], "next": None},
        problems=(400,),
    ),
)
async def sources(context: CurrentContext, page: SourcesPage, folder: Folder = None) -> Response:
    """List the followed sources in the order of their domains, and why some bring nothing."""
    return await context.run(lambda: _sources(context, folder, page))


def _sources(context: AppContext, folder: str | None, page: Page) -> Response:
    after = None if page.position is None else (page.position[0], page.position[1])
    found = context.library.listings.sources(context.clock(), after, page.limit + 1, folder)
    kept, following = page.cut(found, lambda each: [each.status.site.domain, each.status.site.id])
    return answer(envelope([source_v1(e.status, e.completeness) for e in kept], following))


@router.get(
    "/sources/{source}",
    **described("getSource", "Get one source", FullSourceV1, _FULL_EXAMPLE, problems=(404,)),
)
async def source(source: NamedSource, context: CurrentContext) -> Response:
    """Get a followed source with its health, settings, feeds and subscriptions."""
    return await context.run(lambda: _source(context, source))


def _source(context: AppContext, source: Source) -> Response:
    found = context.library.source_health(source, context.clock())
    return answer(full_source_v1(found.status, found.completeness))


@router.get(
    "/sources/{source}/completeness",
    **described(
        "getSourceCompleteness",
        "Compare the new articles of a source with expectations",
        SourceCompletenessV1,
        _COMPLETENESS_EXAMPLE,
        problems=(404,),
    ),
)
async def source_completeness(
    source: NamedSource, context: CurrentContext, hours: Hours = 24
) -> Response:
    """Compare hour by hour what a source brought with what its rhythm made us expect."""
    return await context.run(lambda: _source_completeness(context, source, hours))


def _source_completeness(context: AppContext, source: Source, hours: int) -> Response:
    compared = context.library.listings.completeness_of(source, context.clock(), hours)
    return answer(source_completeness_v1(compared))


@router.get(
    "/completeness",
    **described(
        "listCompleteness",
        "Compare new articles with expectations",
        list_of(SourceCompletenessV1, "CompletenessListV1"),
        {"items": [_COMPLETENESS_EXAMPLE], "next": None},
        problems=(400,),
    ),
)
async def completeness(context: CurrentContext, page: SourcesPage, hours: Hours = 24) -> Response:
    """Compare hour by hour what each source brought with what its rhythm made us expect."""
    return await context.run(lambda: _completeness(context, hours, page))


def _completeness(context: AppContext, hours: int, page: Page) -> Response:
    after = None if page.position is None else (page.position[0], page.position[1])
    listings = context.library.listings
    found = listings.completeness(context.clock(), hours, after, page.limit + 1)
    kept, following = page.cut(found, lambda each: [each.site.domain, each.site.id])
    return answer(envelope([source_completeness_v1(each) for each in kept], following))

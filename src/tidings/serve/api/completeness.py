"""Completeness in the API: how many articles sites should have published, and silent sites."""

from typing import Annotated

from fastapi import APIRouter
from fastapi import Query as Parameter

from tidings.serve.api.error_schema import BAD_PARAMETER
from tidings.serve.context import CurrentContext
from tidings.serve.schema import schema_of
from tidings.shapes.completeness import CompletenessOut, completeness_shape

router = APIRouter(tags=["api"])

Hours = Annotated[int, Parameter(ge=1, le=24 * 90, description="number of hours, up to now")]
SiteName = Annotated[
    str | None, Parameter(max_length=2_000, description="URL or domain; default: all sites")
]


@router.get(
    "/api/completeness",
    response_model=schema_of(list[CompletenessOut]),
    responses=BAD_PARAMETER,
    summary="Compare new articles with expectations",
)
async def api_completeness(
    context: CurrentContext, site: SiteName = None, hours: Hours = 24
) -> list[CompletenessOut]:
    """Compare hour by hour, as `tidings completeness --json` does."""
    now = context.clock()
    completeness = await context.run(lambda: context.library.completeness(now, hours, site))
    return [completeness_shape(each) for each in completeness]


@router.get(
    "/api/alerts", response_model=schema_of(list[CompletenessOut]), summary="List silent sites"
)
async def api_alerts(context: CurrentContext) -> list[CompletenessOut]:
    """List sites that are visited but have had no new articles for unusually long."""
    now = context.clock()
    return [completeness_shape(e) for e in await context.run(lambda: context.library.silences(now))]

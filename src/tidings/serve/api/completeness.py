"""Completeness over HTTP: what the sites should have brought, and which have fallen silent."""

from typing import Annotated

from fastapi import APIRouter
from fastapi import Query as Parameter
from pydantic import BaseModel, Field

from tidings.model.crawl.completeness import Completeness, Silence
from tidings.serve.api.error_schema import BAD_PARAMETER
from tidings.serve.api.json_shapes import Shape
from tidings.serve.context import CurrentContext
from tidings.serve.rendering.time_format import iso

router = APIRouter(tags=["api"])

Hours = Annotated[int, Parameter(ge=1, le=24 * 90, description="the last so many hours")]
SiteName = Annotated[str | None, Parameter(max_length=2_000, description="an address or a domain")]


class CompletenessHourOut(BaseModel):
    """One hour of a site."""

    start: str
    expected: float = Field(description="new articles, by the rhythm learned from earlier ones")
    seen: int


class SilenceOut(BaseModel):
    """Since when a site is silent."""

    since: str = Field(description="when its last new article came")
    expected: float = Field(description="new articles that should have come since")
    causes: list[str] = Field(description="what its feeds and sitemaps answer")


class CompletenessOut(BaseModel):
    """What a site should have brought, and what it did."""

    url: str
    domain: str
    expected: float
    seen: int
    silence: SilenceOut | None
    hours: list[CompletenessHourOut]


@router.get(
    "/api/completeness",
    response_model=list[CompletenessOut],
    responses=BAD_PARAMETER,
    summary="Compare what the sites brought with what was to be expected",
)
async def api_completeness(
    desk: CurrentContext, site: SiteName = None, hours: Hours = 24
) -> list[Shape]:
    """Compare hour by hour, as `tidings completeness --json` does."""
    now = desk.clock()
    told = await desk.ask(lambda: desk.library.completeness(now, hours, site))
    return [completeness_shape(each) for each in told]


@router.get(
    "/api/alerts", response_model=list[CompletenessOut], summary="List the sites gone silent"
)
async def api_alerts(desk: CurrentContext) -> list[Shape]:
    """List the sites that should have brought articles long ago, though we have looked."""
    now = desk.clock()
    return [completeness_shape(e) for e in await desk.ask(lambda: desk.library.silences(now))]


def completeness_shape(told: Completeness) -> Shape:
    """Return the shape of one site in `tidings completeness --json` and `/api/completeness`."""
    return {
        "url": told.site.url,
        "domain": told.site.domain,
        "expected": round(told.expected, 2),
        "seen": told.seen,
        "silence": _silence_shape(told.silence) if told.silence else None,
        "hours": [
            {"start": iso(hour.start), "expected": round(hour.expected, 3), "seen": hour.seen}
            for hour in told.hours
        ],
    }


def _silence_shape(silence: Silence) -> Shape:
    return {
        "since": iso(silence.since),
        "expected": round(silence.expected, 1),
        "causes": list(silence.causes),
    }

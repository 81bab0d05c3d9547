"""Completeness in the API: how many articles sites should have published, and silent sites."""

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

Hours = Annotated[int, Parameter(ge=1, le=24 * 90, description="number of hours, up to now")]
SiteName = Annotated[
    str | None, Parameter(max_length=2_000, description="URL or domain; default: all sites")
]


class CompletenessHourOut(BaseModel):
    """One hour of a site."""

    start: str
    expected: float = Field(description="new articles, predicted from the site's history")
    seen: int


class SilenceOut(BaseModel):
    """How long a site has been silent."""

    since: str = Field(description="time of its last new article")
    expected: float = Field(description="new articles expected since then")
    causes: list[str] = Field(description="responses of its feeds and sitemaps")


class CompletenessOut(BaseModel):
    """Expected and seen articles of a site."""

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
    summary="Compare new articles with expectations",
)
async def api_completeness(
    context: CurrentContext, site: SiteName = None, hours: Hours = 24
) -> list[Shape]:
    """Compare hour by hour, as `tidings completeness --json` does."""
    now = context.clock()
    completeness = await context.run(lambda: context.library.completeness(now, hours, site))
    return [completeness_shape(each) for each in completeness]


@router.get("/api/alerts", response_model=list[CompletenessOut], summary="List silent sites")
async def api_alerts(context: CurrentContext) -> list[Shape]:
    """List sites that are visited but have had no new articles for unusually long."""
    now = context.clock()
    return [completeness_shape(e) for e in await context.run(lambda: context.library.silences(now))]


def completeness_shape(completeness: Completeness) -> Shape:
    """Return the shape of one site in `tidings completeness --json` and `/api/completeness`."""
    return {
        "url": completeness.site.url,
        "domain": completeness.site.domain,
        "expected": round(completeness.expected, 2),
        "seen": completeness.seen,
        "silence": _silence_shape(completeness.silence) if completeness.silence else None,
        "hours": [
            {"start": iso(hour.start), "expected": round(hour.expected, 3), "seen": hour.seen}
            for hour in completeness.hours
        ],
    }


def _silence_shape(silence: Silence) -> Shape:
    return {
        "since": iso(silence.since),
        "expected": round(silence.expected, 1),
        "causes": list(silence.causes),
    }

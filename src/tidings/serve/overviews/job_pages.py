"""The pages of jobs: what ran, how well it was planned, and where the time went."""

from functools import partial
from typing import Final

from fastapi import APIRouter, Depends, HTTPException
from starlette.responses import HTMLResponse

from tidings.engine.jobs.job_history import JobDetails, NoSuchJob
from tidings.model.access.identity import Scope
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.permission import needs

router = APIRouter(include_in_schema=False)

_get = partial(
    router.api_route,
    methods=["GET", "HEAD"],
    response_class=HTMLResponse,
    dependencies=[Depends(needs(Scope.WRITE))],
)

_JOBS: Final = 100  # in the list
_UNUSUAL: Final = 20
_BARS: Final = 200  # parts in the chart; of more, each bar is the longest of several
_MAX_NUMBER: Final = 2**53


@_get("/jobs")
async def jobs_page(context: CurrentContext) -> HTMLResponse:
    """The newest jobs."""
    return HTMLResponse(await context.run(lambda: _jobs_page(context)))


def _jobs_page(context: AppContext) -> str:
    return context.renderer.page("jobs.html", jobs=context.library.listings.jobs(None, _JOBS))


@_get("/jobs/{number}")
async def job_page(number: int, context: CurrentContext) -> HTMLResponse:
    """One job."""
    if not 0 < number <= _MAX_NUMBER:
        raise HTTPException(404, f"There is no job {number}.")
    return HTMLResponse(await context.run(lambda: _job_page(context, number)))


def _job_page(context: AppContext, number: int) -> str:
    try:
        details = context.library.listings.job(number)
    except NoSuchJob as error:
        raise HTTPException(404, f"There is no job {number}.") from error
    analysis = details.analysis
    chosen = [each.strength.attribute for each in analysis.attributes if each.chosen]
    return context.renderer.page(
        "job.html",
        job=details.job,
        seconds_left=details.seconds_left,
        analysis=analysis,
        chosen=" and ".join(chosen),
        unusual=analysis.unusual[:_UNUSUAL],
        more_unusual=max(0, len(analysis.unusual) - _UNUSUAL),
        parts=part_bars(details),
    )


def part_bars(details: JobDetails) -> list[tuple[str, float, float | None]]:
    """Return the key, seconds and estimate of parts in the order in which they were finished."""
    size = -(-len(details.parts) // _BARS) or 1
    groups = (details.parts[first : first + size] for first in range(0, len(details.parts), size))
    longest = (max(group, key=lambda part: part.seconds) for group in groups)
    return [(part.key, part.seconds, part.estimated) for part in longest]

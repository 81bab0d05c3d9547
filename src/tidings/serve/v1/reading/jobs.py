"""Jobs: what rebuilding, ingesting and bulk crawls did, and how well they were planned."""

from typing import Annotated, Any

from fastapi import HTTPException
from fastapi import Path as PathParameter
from starlette.responses import Response

from tidings.engine.jobs.job_history import JobDetails, NoSuchJob
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import Page, envelope, paged
from tidings.serve.v1.frame.route import v1_router
from tidings.shapes.v1.job import (
    FULL_JOB_EXAMPLE,
    JOB_EXAMPLE,
    JOB_PART_EXAMPLE,
    FullJobV1,
    JobPartV1,
    JobV1,
    full_job_v1,
    job_part_v1,
    job_v1,
)

router = v1_router("jobs")

JobsPage: Any = paged()
PartsPage: Any = paged(default=100, most=1_000)
Number = Annotated[int, PathParameter(ge=1, le=2**53, description="the number of the job")]
_LIST = list_of(JobV1, "JobsV1")
_PARTS = list_of(JobPartV1, "JobPartsV1")


@router.get(
    "/jobs",
    **described(
        "listJobs", "List jobs", _LIST, {"items": [JOB_EXAMPLE], "next": None}, problems=(400,)
    ),
)
async def jobs(context: CurrentContext, page: JobsPage) -> Response:
    """List the jobs that ran or run, the newest first."""
    return await context.run(lambda: _jobs(context, page))


def _jobs(context: AppContext, page: Page) -> Response:
    older = context.library.listings.jobs(page.position, page.limit + 1)
    found, following = page.cut(older, lambda job: job.id)
    return answer(envelope([job_v1(each) for each in found], following))


@router.get(
    "/jobs/{job}",
    **described("getJob", "Get one job", FullJobV1, FULL_JOB_EXAMPLE, problems=(404,)),
)
async def job(context: CurrentContext, job: Number) -> Response:
    """Compare the estimates of a job with the truth, and show where the time went."""
    details = await context.run(lambda: _details(context, job))
    return answer(full_job_v1(details.job, details.seconds_left, details.analysis))


@router.get(
    "/jobs/{job}/parts",
    **described(
        "listJobParts",
        "List the parts of a job",
        _PARTS,
        {"items": [JOB_PART_EXAMPLE], "next": None},
        problems=(400, 404),
    ),
)
async def job_parts(context: CurrentContext, page: PartsPage, job: Number) -> Response:
    """List the finished parts of a job, in the order in which they were finished.

    While a job runs, more come at the end; a part that is done again moves there.
    """
    details = await context.run(lambda: _details(context, job))
    begin = page.position or 0
    found = details.parts[begin : begin + page.limit]
    ends = begin + page.limit
    following = page.next(ends) if len(details.parts) > ends else None
    return answer(envelope([job_part_v1(each) for each in found], following))


def _details(context: AppContext, number: int) -> JobDetails:
    try:
        return context.library.listings.job(number)
    except NoSuchJob as error:
        raise HTTPException(404, f"There is no job {number}.") from error

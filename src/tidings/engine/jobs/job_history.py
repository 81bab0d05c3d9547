"""The jobs of a home, for `tidings jobs`: those that ran and those that were interrupted."""

from dataclasses import dataclass

from tidings.engine.estimating.record_estimates import RecordEstimates, estimates_from_json
from tidings.engine.jobs.job_statistics import analysis_of, seconds_left
from tidings.engine.process.home import existing_home
from tidings.engine.process.home_database import opened_database
from tidings.model.crawl.job_status import JobStatus, PartStatus
from tidings.model.jobs.job_analysis import JobAnalysis
from tidings.settings.tree import Settings
from tidings.store.database.session import Reader
from tidings.store.tables.jobs.job_rows import job_plan, job_status, job_statuses, part_statuses


class NoSuchJob(Exception):
    """There is no job with that number; the message says what to do."""


@dataclass(frozen=True, slots=True)
class JobDetails:
    """A job, its finished parts, and what these say."""

    job: JobStatus
    seconds_left: float | None  # None if it has ended, or nothing is finished yet
    analysis: JobAnalysis
    parts: tuple[PartStatus, ...]


def job_list(settings: Settings, limit: int) -> list[JobStatus]:
    """Return the newest jobs of a home, newest first."""
    database = opened_database(existing_home(settings))
    try:
        return job_statuses(database.read(), limit)
    finally:
        database.close()


def job_details(settings: Settings, number: int) -> JobDetails:
    """Return one job of a home; raises NoSuchJob."""
    database = opened_database(existing_home(settings))
    try:
        return details_of(database.read(), number)
    finally:
        database.close()


def jobs_before(connection: Reader, before: int | None, limit: int) -> list[JobStatus]:
    """Return the newest jobs, or those before a number, newest first. Only some are remembered."""
    found = job_statuses(connection, 1_000)
    return [each for each in found if before is None or each.id < before][:limit]


def details_of(connection: Reader, number: int) -> JobDetails:
    """Return one job; raises NoSuchJob."""
    status = job_status(connection, number)
    if status is None:
        raise NoSuchJob(f"There is no job {number}: 'tidings jobs' lists them.")
    parts = part_statuses(connection, number)
    analysis = analysis_of(status, parts, _plan(job_plan(connection, number)))
    return JobDetails(status, seconds_left(status, parts), analysis, tuple(parts))


def _plan(text: str) -> RecordEstimates | None:
    return estimates_from_json(text) if text else None

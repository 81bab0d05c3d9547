"""The jobs of a home, for `tidings jobs`: those that ran and those that were interrupted."""

from dataclasses import dataclass
from datetime import UTC, datetime

from tidings.engine.process.home import existing_home
from tidings.model.crawl.job_status import JobStatus, PartStatus
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.jobs.job_rows import job_status, job_statuses, part_statuses


class NoSuchJob(Exception):
    """There is no job with that number; the message says what to do."""


@dataclass(frozen=True, slots=True)
class JobDetails:
    """A job and its finished parts."""

    job: JobStatus
    seconds_left: float | None  # None if it has ended, or nothing is finished yet
    parts: tuple[PartStatus, ...]


def job_list(settings: Settings, limit: int) -> list[JobStatus]:
    """Return the newest jobs of a home, newest first."""
    database = open_database(existing_home(settings.home).database, settings.store)
    try:
        return job_statuses(database.read(), limit)
    finally:
        database.close()


def job_details(settings: Settings, number: int) -> JobDetails:
    """Return one job of a home; raises NoSuchJob."""
    database = open_database(existing_home(settings.home).database, settings.store)
    try:
        status = job_status(database.read(), number)
        if status is None:
            raise NoSuchJob(f"There is no job {number}: 'tidings jobs' lists them.")
        parts = tuple(part_statuses(database.read(), number))
    finally:
        database.close()
    return JobDetails(status, seconds_left(status, parts), parts)


def seconds_left(status: JobStatus, parts: tuple[PartStatus, ...]) -> float | None:
    """Return the estimated time until a job is complete, from the pace of its finished parts."""
    if status.ended_at is not None or not status.done:
        return None
    newest = max((part.at for part in parts), default=datetime.now(UTC))
    pace = (newest - status.began_at).total_seconds() / status.done
    return round(pace * max(status.items - status.done, 0), 1)

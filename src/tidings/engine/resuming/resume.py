"""Goes on with a job that was interrupted or cancelled, by its number alone, and cancels jobs."""

from datetime import UTC, datetime
from functools import partial

from tidings.engine.jobs.job import Progress
from tidings.engine.jobs.job_command import command_in
from tidings.engine.jobs.job_history import NoSuchJob
from tidings.engine.process.home import existing_home
from tidings.engine.process.home_database import opened_database
from tidings.engine.resuming.kinds import KINDS
from tidings.model.crawl.job_status import JobStatus
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.jobs.job_rows import (
    cancel_job,
    job_command,
    job_status,
    uncancel_job,
)


class NotResumable(Exception):
    """The job cannot be resumed or cancelled; the message says what to do."""


def resume_job(settings: Settings, number: int, on_progress: Progress) -> object:
    """Run what is left of a job, and return what it did; raises NoSuchJob and NotResumable."""
    database = opened_database(existing_home(settings))
    try:
        status = _unfinished(database, number)
        command = command_in(job_command(database.read(), number))
        if command is None or command.kind not in KINDS:
            raise NotResumable(
                f"It is not known what started job {number} ({status.name}): the same command as "
                "before goes on with it."
            )
        database.write(partial(uncancel_job, job=number)).result()
    finally:
        database.close()
    return KINDS[command.kind](settings, number, command.arguments, on_progress)


def cancel(settings: Settings, number: int) -> JobStatus:
    """Ask whoever runs a job to stop between two parts; raises NoSuchJob and NotResumable."""
    database = opened_database(existing_home(settings))
    try:
        _unfinished(database, number)
        now = datetime.now(UTC)
        database.write(partial(cancel_job, job=number, now=now)).result()
        return _unfinished(database, number)
    finally:
        database.close()


def _unfinished(database: Database, number: int) -> JobStatus:
    status = job_status(database.read(), number)
    if status is None:
        raise NoSuchJob(f"There is no job {number}: 'tidings jobs' lists them.")
    if status.ended_at is not None:
        raise NotResumable(f"Job {number} ({status.name}) has ended at {status.ended_at:%F %R}.")
    return status

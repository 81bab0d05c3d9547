"""A rebuild that somebody cancels, and that goes on by its number."""

from datetime import UTC, datetime
from functools import partial

import pytest

from tidings.engine.jobs import cancelling
from tidings.engine.jobs.cancelling import JobCancelled
from tidings.engine.jobs.job_history import NoSuchJob
from tidings.engine.rebuilding.rebuild import RebuildResult, rebuild_home
from tidings.engine.resuming.resume import NotResumable, cancel, resume_job
from tidings.model.crawl.rebuild_step import RebuildStep
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.jobs.job_rows import (
    JobStart,
    begin_job,
    end_job,
    job_status,
    job_statuses,
)


@pytest.mark.parametrize("by_number", [True, False])
def test_a_cancelled_rebuild_goes_on(
    database: Database, settings: Settings, monkeypatch: pytest.MonkeyPatch, *, by_number: bool
) -> None:
    steps = frozenset({RebuildStep.EXTRACT})
    monkeypatch.setattr(cancelling, "_LOOK_SECONDS", 0.0)

    def on_step(step: RebuildStep, done: int, total: int) -> None:
        if not any(job.cancelled_at for job in job_statuses(database.read(), 10)):
            umbrella = min(job.id for job in job_statuses(database.read(), 10) if not job.ended_at)
            cancel(settings, umbrella)

    with pytest.raises(JobCancelled, match="'tidings jobs resume") as stopped:
        rebuild_home(settings, steps, on_step, everything=False)
    unfinished = [job for job in job_statuses(database.read(), 10) if job.ended_at is None]
    assert all(job.cancelled_at for job in unfinished)
    number = int(str(stopped.value).split()[1])
    if by_number:
        result = resume_job(settings, number, lambda done, of: None)
        assert isinstance(result, RebuildResult)
    else:
        rebuild_home(settings, steps, lambda *_: None, everything=False)
    for job in unfinished:
        status = job_status(database.read(), job.id)
        assert status is not None
        assert (status.ended_at is not None, status.cancelled_at) == (True, None)


def test_what_cannot_be_resumed_says_why(database: Database, settings: Settings) -> None:
    now = datetime.now(UTC)
    start = JobStart("words", "a key", 3, now)
    number = database.write(partial(begin_job, start=start)).result()
    with pytest.raises(NotResumable, match="not known what started job"):
        resume_job(settings, number, lambda done, of: None)
    assert cancel(settings, number).cancelled_at is not None  # nobody runs it: it says so at once
    database.write(partial(end_job, job=number, now=now)).result()
    for act in (cancel, partial(resume_job, on_progress=lambda done, of: None)):
        with pytest.raises(NotResumable, match="has ended"):
            act(settings, number)
    with pytest.raises(NoSuchJob, match="There is no job 99"):
        cancel(settings, 99)

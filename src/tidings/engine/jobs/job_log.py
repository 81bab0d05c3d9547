"""The job log: remembers in the database which parts of a job are finished."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Any

from tidings.engine.jobs.job import Attributes, EstimatedJob, Job, LearnTimes, Part, Record
from tidings.engine.jobs.part_outcome import PartOutcome
from tidings.model.crawl.job_status import PartStatus
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.jobs.job_rows import (
    JobStart,
    add_part,
    begin_job,
    end_job,
    failed_parts,
    finished_parts,
    set_job_items,
)

_NAMED = 20  # quarantined items that a part's row names


@dataclass(frozen=True, slots=True)
class JobOptions:
    """What a runner knows about the jobs that it runs, beside the jobs themselves."""

    since: datetime | None = None  # jobs that began later are continued even if complete
    command: str = ""  # JSON: what started the job, for `tidings jobs resume`
    learn: LearnTimes | None = None  # gets the times of items in the transaction of their part


_DEFAULT = JobOptions()


class JobLog:
    """The rows of one job. The part's record is written in the transaction of its output."""

    def __init__(
        self, database: Database, job: Job[Any, Any], options: JobOptions = _DEFAULT
    ) -> None:
        self._database = database
        self._name = job.name
        self._learn = options.learn
        self.total = job.count(database.read())
        plan = job.plan.to_json() if isinstance(job, EstimatedJob) else ""
        began = JobStart(
            job.name, job.key, self.total, _now(), options.since, options.command, plan
        )
        self.number = database.write(partial(begin_job, start=began)).result()
        self.finished = finished_parts(database.read(), self.number)
        self.failed = failed_parts(database.read(), self.number)

    def record(
        self,
        part: Part[Any],
        outcome: PartOutcome[Any, Any],
        times: Sequence[tuple[Attributes, float]] = (),
    ) -> Record:
        """Return the function that notes that a part is finished, and how long its items took."""
        status = _status(part, outcome)

        def work(connection: Writer) -> None:
            add_part(connection, self.number, status)
            if times and self._learn is not None:
                self._learn(connection, self._name, times)

        return work

    def note(self, key: str) -> None:
        """Note something that is finished and has no items."""
        self._database.write(self.record(Part(key, ()), PartOutcome())).result()

    def expect(self, items: int) -> None:
        """Add items that were not known when the job began."""
        self.total += items
        self._database.write(partial(set_job_items, job=self.number, items=self.total))

    def end(self) -> None:
        """Note that the job is complete."""
        self._database.write(partial(end_job, job=self.number, now=_now())).result()


def _status(part: Part[Any], outcome: PartOutcome[Any, Any]) -> PartStatus:
    failed = outcome.quarantined
    return PartStatus(
        key=part.key,
        items=part.size,
        failed=len(failed),
        detail="\n".join(f"{each.item}: {each.detail}" for each in failed[:_NAMED]),
        seconds=outcome.seconds,
        at=_now(),
        estimated=part.estimated,
        place=outcome.place,
        copies=outcome.copies,
    )


def _now() -> datetime:
    return datetime.now(UTC)

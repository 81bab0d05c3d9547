"""One run of a job: what is committed, and the counts of that."""

from collections.abc import Iterator
from typing import Generic

from tidings.engine.jobs.job import (
    Attributes,
    EstimatedJob,
    I,
    Job,
    JobReport,
    Output,
    Part,
    Progress,
    Quarantined,
    R,
)
from tidings.engine.jobs.job_log import JobLog
from tidings.engine.jobs.part_outcome import PartOutcome
from tidings.events.logged_event import emit
from tidings.events.work_events import JobItemFailed, JobPartDone


class JobRun(Generic[I, R]):
    """One run of a job, or of one of its stages: counts, and commits outputs."""

    def __init__(
        self,
        job: Job[I, R],
        output: Output[I, R],
        log: JobLog,
        on_progress: Progress,
        done: int = 0,  # items of an earlier stage
        whole: object = None,  # the job of which this is a stage, if its items have attributes
    ) -> None:
        self._job = job
        self._estimated = whole or job
        self._output = output
        self._log = log
        self._on_progress = on_progress
        self._done = done
        self._parts = self._skipped = self._items = 0
        self._quarantined: list[Quarantined] = []

    def unfinished(self, parts: Iterator[Part[I]]) -> Iterator[Part[I]]:
        """Yield the parts that have something to do and were not finished by an earlier run."""
        for part in parts:
            is_finished = part.key in self._log.finished
            self._skipped += is_finished
            if is_finished or not part.items:
                self._advance(part.size)
            else:
                yield part

    def commit(self, part: Part[I], outcome: PartOutcome[I, R]) -> None:
        """Store the output of a part with its record."""
        record = self._log.record(part, outcome, self._times(outcome))
        self._output.commit(part, outcome.mapped, record)
        emit(JobPartDone(self._job.name, part.key, len(part.items), outcome.seconds))
        for each in outcome.quarantined:
            emit(JobItemFailed(self._job.name, each.item, each.detail))
        self._parts += 1
        self._items += len(part.items)
        self._quarantined += outcome.quarantined
        self._advance(part.size)

    def _times(self, outcome: PartOutcome[I, R]) -> list[tuple[Attributes, float]]:
        """Return how long each item took, by its attributes, if it has some."""
        job = self._estimated
        if not isinstance(job, EstimatedJob):
            return []
        return [
            (job.attributes(item), seconds)
            for some in outcome.mapped
            for item, seconds in zip(some.items, some.seconds, strict=False)
        ]

    def _advance(self, items: int) -> None:
        self._done += items
        self._on_progress(self._done, max(self._done, self._log.total))

    def report(self) -> JobReport:
        """Return what was done so far."""
        return JobReport(
            self._log.number, self._parts, self._skipped, self._items, tuple(self._quarantined)
        )

"""The job log: remembers in the database which parts of a job are finished."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

from tidings.engine.jobs.job import Job, Part, Quarantined, Record
from tidings.model.crawl.job_status import PartStatus
from tidings.store.database.database import Database
from tidings.store.tables.jobs.job_rows import (
    JobStart,
    add_part,
    begin_job,
    end_job,
    finished_parts,
    set_job_items,
)

_NAMED = 20  # quarantined items that a part's row names


class JobLog:
    """The rows of one job. The part's record is written in the transaction of its output."""

    def __init__(self, database: Database, job: Job[Any, Any], since: datetime | None) -> None:
        self._database = database
        self.total = job.count(database.read())
        began = JobStart(job.name, job.key, self.total, _now(), since)
        self.number = database.write(partial(begin_job, start=began)).result()
        self.finished = finished_parts(database.read(), self.number)

    def record(self, part: Part[Any], seconds: float, quarantined: Sequence[Quarantined]) -> Record:
        """Return the function that notes that a part is finished."""
        named = (f"{each.item}: {each.detail}" for each in quarantined[:_NAMED])
        status = PartStatus(
            part.key, part.size, len(quarantined), "\n".join(named), seconds, _now()
        )
        return partial(add_part, job=self.number, part=status)

    def note(self, key: str) -> None:
        """Note something that is finished and has no items."""
        self._database.write(self.record(Part(key, ()), 0.0, ())).result()

    def expect(self, items: int) -> None:
        """Add items that were not known when the job began."""
        self.total += items
        self._database.write(partial(set_job_items, job=self.number, items=self.total))

    def end(self) -> None:
        """Note that the job is complete."""
        self._database.write(partial(end_job, job=self.number, now=_now())).result()


def _now() -> datetime:
    return datetime.now(UTC)

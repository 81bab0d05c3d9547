"""Gives a job the estimates that its parts are cut by; one that is continued keeps its own."""

from dataclasses import replace
from datetime import datetime
from typing import Any, ClassVar, Protocol, TypeVar

from tidings.engine.estimating.learning import estimates_for
from tidings.engine.estimating.record_estimates import RecordEstimates, estimates_from_json
from tidings.settings.tree import JobSettings
from tidings.store.database.session import Reader
from tidings.store.tables.jobs.job_rows import unfinished_plan


class PlannedJob(Protocol):
    """A job that is a dataclass with its plan as a field; the plan is no part of its key."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def name(self) -> str:
        """The name that people see."""

    @property
    def key(self) -> str:
        """The code, the settings and the input it stands for."""

    @property
    def plan(self) -> RecordEstimates:
        """What its parts are cut by."""


J = TypeVar("J", bound=PlannedJob)


def planned(
    job: J,
    connection: Reader,
    settings: JobSettings,
    number: int,
    since: datetime | None = None,
) -> J:
    """Return a job with the estimates to cut by; without a history, `number` items make a part.

    A job that will be continued keeps the plan that is stored with it: what was learned meanwhile,
    or a changed setting, must not give its parts other keys. `since` is that of the runner.
    """
    stored = unfinished_plan(connection, job.name, job.key, since)
    if stored:
        return replace(job, plan=estimates_from_json(stored))
    return replace(job, plan=estimates_for(connection, job.name, settings, number))

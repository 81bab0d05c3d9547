"""A job cuts the same parts however often it is interrupted, and learns between two runs."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest

from tidings.engine.estimating.cutting import cut
from tidings.engine.estimating.learning import learn_times
from tidings.engine.estimating.planning import planned
from tidings.engine.estimating.record_estimates import NOT_PLANNED, RecordEstimates
from tidings.engine.jobs.job import Attributes, EachItem, EstimatedJob, Mapped, Part
from tidings.engine.jobs.job_log import JobOptions
from tidings.engine.jobs.table_output import TableOutput
from tidings.engine.runners.local_runner import LocalRunner
from tidings.settings.tree import JobSettings
from tidings.store.database.database import Database
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.jobs.job_rows import job_statuses, part_statuses

SETTINGS = JobSettings(part_seconds=1.0)


@dataclass(frozen=True, slots=True)
class SizeJob:
    """Maps numbers, of which the tenth is said to be large."""

    items: int
    plan: RecordEstimates = NOT_PLANNED

    @property
    def name(self) -> str:
        return "sizes"

    @property
    def key(self) -> str:
        return "one"

    def attributes(self, item: int) -> Attributes:
        return {"size": 100.0 if item % 10 == 0 else 1.0, "parity": str(item % 2)}

    def count(self, connection: Reader) -> int:
        return self.items

    def split(self, connection: Reader) -> Iterator[Part[int]]:
        for some in cut(range(self.items), self.attributes, self.plan):
            key = f"{some.items[0]}-{some.items[-1]}"
            yield Part(key, some.items, estimated=some.estimated)

    def start(self, opened: ExitStack) -> EachItem[int, int]:
        return EachItem(lambda item: -item)

    def name_of(self, item: int) -> str:
        return str(item)


class Interrupted(Exception):
    """What ends a run in its middle."""


def learn(database: Database, seconds_of_large: float) -> None:
    job = SizeJob(100)
    sizes = [job.attributes(item) for item in range(100)]
    times = [(each, seconds_of_large if each["size"] == 100 else 0.01) for each in sizes]
    database.write(lambda connection: learn_times(connection, job.name, times)).result()


def run(database: Database, stop_after: int = 1_000, since: datetime | None = None) -> None:
    committed: list[int] = []

    def write(connection: Writer, mapped: Sequence[Mapped[int, list[int]]]) -> None:
        if len(committed) == stop_after:
            raise Interrupted
        committed.append(len(mapped))

    job = planned(SizeJob(100), database.read(), SETTINGS, 30, since)
    runner = LocalRunner(database, 0, options=JobOptions(since, learn=learn_times))
    runner.run(job, TableOutput(database, write))


def parts_of(database: Database, job: int) -> dict[str, float | None]:
    return {each.key: each.estimated for each in part_statuses(database.read(), job)}


def test_it_is_an_estimated_job() -> None:
    assert isinstance(SizeJob(1), EstimatedJob)


def test_parts_are_cut_by_number_first_and_then_by_what_was_learned(database: Database) -> None:
    run(database)
    counted = {"0-29": None, "30-59": None, "60-89": None, "90-99": None}
    assert parts_of(database, 1) == counted
    for _ in range(20):
        learn(database, 2.0)
    run(database)
    by_size = parts_of(database, 2)
    assert by_size.keys() == {"0-0", *(f"{n}-{n + 9}" for n in range(1, 90, 10)), "91-99"}
    assert all(each is not None for each in by_size.values())


def test_a_job_that_is_continued_cuts_the_same_parts(database: Database) -> None:
    with pytest.raises(Interrupted):
        run(database, stop_after=2)
    for _ in range(20):
        learn(database, 2.0)  # what is known now would cut elsewhere
    run(database)
    assert len(job_statuses(database.read(), 5)) == 1
    assert parts_of(database, 1).keys() == {"0-29", "30-59", "60-89", "90-99"}


def test_a_complete_job_of_a_chain_that_goes_on_cuts_the_same_parts(database: Database) -> None:
    began = datetime.now(UTC)
    run(database)
    for _ in range(20):
        learn(database, 2.0)
    run(database, since=began)
    assert len(job_statuses(database.read(), 5)) == 1
    assert len(parts_of(database, 1)) == 4

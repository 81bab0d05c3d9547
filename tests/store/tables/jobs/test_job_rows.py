from datetime import UTC, datetime, timedelta
from functools import partial

from tidings.model.crawl.job_status import PartStatus
from tidings.store.database.database import Database
from tidings.store.tables.jobs.job_rows import (
    JobStart,
    add_part,
    begin_job,
    end_job,
    finished_parts,
    job_status,
    job_statuses,
    part_statuses,
)

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


def begin(database: Database, key: str, minutes: int = 0, since: datetime | None = None) -> int:
    start = JobStart("extract", key, 50, NOW + timedelta(minutes=minutes), since)
    return database.write(partial(begin_job, start=start)).result()


def end(database: Database, job: int) -> None:
    database.write(partial(end_job, job=job, now=NOW + timedelta(hours=1))).result()


def add(database: Database, job: int, key: str, failed: int = 0) -> None:
    part = PartStatus(key, 10, failed, "a page: died" if failed else "", 1.5, NOW)
    database.write(partial(add_part, job=job, part=part)).result()


def test_an_unfinished_job_continues_and_a_finished_one_does_not(database: Database) -> None:
    first = begin(database, "a")
    assert begin(database, "a", 5) == first
    end(database, first)
    assert begin(database, "a", 9) == first + 1


def test_another_key_ends_the_unfinished_job(database: Database) -> None:
    first = begin(database, "a")
    second = begin(database, "b", 5)
    assert second != first
    ended = job_status(database.read(), first)
    assert ended is not None
    assert ended.ended_at == NOW + timedelta(minutes=5)
    assert begin(database, "a", 6) not in (first, second)


def test_a_complete_job_continues_within_the_chain_it_belongs_to(database: Database) -> None:
    first = begin(database, "a", 5)
    end(database, first)
    assert begin(database, "a", 9, since=NOW) == first
    end(database, first)
    assert begin(database, "a", 9, since=NOW + timedelta(minutes=6)) != first


def test_parts_are_counted_and_failed_ones_are_run_again(database: Database) -> None:
    job = begin(database, "a")
    add(database, job, "1-10")
    add(database, job, "11-20", failed=1)
    assert finished_parts(database.read(), job) == {"1-10": 10}
    (status,) = job_statuses(database.read(), 5)
    assert (status.parts, status.done, status.failed, status.seconds) == (2, 20, 1, 3.0)
    assert [part.detail for part in part_statuses(database.read(), job)] == ["", "a page: died"]
    add(database, job, "11-20")
    assert finished_parts(database.read(), job) == {"1-10": 10, "11-20": 10}
    assert job_status(database.read(), job + 1) is None


def test_only_the_newest_jobs_are_remembered(database: Database) -> None:
    for number in range(103):
        job = begin(database, f"key {number}")
        add(database, job, "1-10")
    statuses = job_statuses(database.read(), 1_000)
    assert [status.id for status in statuses] == list(range(103, 3, -1))
    assert part_statuses(database.read(), 3) == []

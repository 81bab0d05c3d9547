import logging
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.engine.jobs import number_process
from tests.engine.jobs.number_job import NumberJob, squares_in, write_squares
from tests.engine.jobs.timed_job import TimedJob
from tests.engine.runners.stopping_output import StoppingOutput

from tidings.engine.jobs.job import Attributes, Traits
from tidings.engine.jobs.job_log import JobOptions
from tidings.engine.jobs.table_output import TableOutput
from tidings.engine.runners.local_runner import LocalRunner
from tidings.events.work_events import JobBegan, JobEnded
from tidings.model.crawl.job_status import JobStatus
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.jobs.job_rows import (
    job_command,
    job_statuses,
    part_statuses,
    unfinished_plan,
)


def squares_below(limit: int, *without: int) -> dict[int, int]:
    return {number: number * number for number in range(limit) if number not in without}


def only_status(database: Database) -> JobStatus:
    (status,) = job_statuses(database.read(), 10)
    return status


@pytest.mark.parametrize("workers", [0, 1, 2])
def test_a_job_maps_every_part_once_and_commits_in_order(
    database: Database, tmp_path: Path, workers: int
) -> None:
    job, progress = NumberJob(tmp_path, 18), list[tuple[int, int]]()
    output = TableOutput(database, write_squares)
    report = LocalRunner(database, workers).run(
        job, output, lambda done, of: progress.append((done, of))
    )
    assert squares_in(database.read()) == squares_below(18)
    assert (report.parts, report.items, report.skipped, report.quarantined) == (5, 18, 0, ())
    assert sorted(map(tuple, job.runs())) == sorted(p.items for p in job.split(database.read()))
    assert progress == [(4, 18), (8, 18), (12, 18), (16, 18), (18, 18)]
    status = only_status(database)
    assert (status.name, status.parts, status.done, status.failed) == ("numbers", 5, 18, 0)
    assert status.ended_at is not None
    keys = [each.key for each in part_statuses(database.read(), status.id)]
    assert keys == [part.key for part in job.split(database.read())]


def test_a_job_and_its_parts_can_be_pickled(database: Database, tmp_path: Path) -> None:
    job = NumberJob(tmp_path, 9)
    copy = pickle.loads(pickle.dumps(job))
    assert copy == job
    assert list(copy.split(database.read())) == list(job.split(database.read()))


@pytest.mark.parametrize("workers", [0, 1])
def test_an_item_that_fails_twice_is_quarantined_and_named(
    database: Database, tmp_path: Path, workers: int
) -> None:
    job = NumberJob(tmp_path, 12, failing=(5,))
    report = LocalRunner(database, workers).run(job, TableOutput(database, write_squares))
    assert squares_in(database.read()) == squares_below(12, 5)
    ((item, detail),) = [(each.item, each.detail) for each in report.quarantined]
    assert (item, detail) == ("number 5", "ValueError: not a number for me")
    status = only_status(database)
    assert (status.done, status.failed) == (12, 1)
    (failed,) = [part for part in part_statuses(database.read(), status.id) if part.failed]
    assert failed.detail == "number 5: ValueError: not a number for me"
    assert job.runs().count([5]) == 2


def test_an_item_that_kills_its_process_costs_only_itself(
    database: Database, tmp_path: Path
) -> None:
    job = NumberJob(tmp_path, 12, killing=(5, 11))
    report = LocalRunner(database, 2).run(job, TableOutput(database, write_squares))
    assert squares_in(database.read()) == squares_below(12, 5, 11)
    assert [each.item for each in report.quarantined] == ["number 5", "number 11"]
    assert report.quarantined[0].detail == "the process ended with status -9"
    assert job.runs().count([5]) == job.runs().count([11]) == 2


def test_an_item_that_hangs_is_quarantined(database: Database, tmp_path: Path) -> None:
    job = NumberJob(tmp_path, 4, hanging=(2,), traits=Traits(item_seconds=0.0))
    # Long enough for a process to start on a busy machine; twice is all that must pass.
    report = LocalRunner(database, 1, seconds=4.0).run(job, TableOutput(database, write_squares))
    assert [each.item for each in report.quarantined] == ["number 2"]
    assert report.quarantined[0].detail == "no result after 4 s"
    assert squares_in(database.read()) == squares_below(4, 2)


def test_a_stopped_job_continues_without_doing_finished_parts_again(
    database: Database, tmp_path: Path
) -> None:
    job, runner = NumberJob(tmp_path, 20), LocalRunner(database, 0)
    with pytest.raises(OSError, match="no space"):
        runner.run(job, StoppingOutput(database, 2))
    assert only_status(database).ended_at is None
    before = len(job.runs())
    progress: list[int] = []
    report = runner.run(
        job, TableOutput(database, write_squares), lambda done, of: progress.append(done)
    )
    assert (report.skipped, report.parts) == (2, 3)
    assert job.runs()[before:] == [[8, 9, 10, 11], [12, 13, 14, 15], [16, 17, 18, 19]]
    assert progress == [4, 8, 12, 16, 20]
    assert squares_in(database.read()) == squares_below(20)
    assert only_status(database).ended_at is not None


def test_another_version_of_the_code_is_another_job(database: Database, tmp_path: Path) -> None:
    runner = LocalRunner(database, 0)
    with pytest.raises(OSError, match="no space"):
        runner.run(NumberJob(tmp_path, 20), StoppingOutput(database, 2))
    database.write(lambda db: db.execute("DELETE FROM counters").rowcount).result()
    newer = NumberJob(tmp_path, 20, version=2)
    report = runner.run(newer, TableOutput(database, write_squares))
    assert (report.skipped, report.parts) == (0, 5)
    first, second = job_statuses(database.read(), 10)[::-1]
    assert first.ended_at is not None  # it will never be continued
    assert (first.parts, second.parts) == (2, 5)


def test_a_quarantined_item_is_tried_again_by_a_job_that_continues(
    database: Database, tmp_path: Path
) -> None:
    runner = LocalRunner(database, 0)
    with pytest.raises(OSError, match="no space"):
        runner.run(NumberJob(tmp_path, 12, failing=(1,)), StoppingOutput(database, 2))
    database.write(lambda db: db.execute("DELETE FROM counters WHERE value < 10").rowcount)
    report = runner.run(NumberJob(tmp_path, 12), TableOutput(database, write_squares))
    assert (report.skipped, report.parts, report.quarantined) == (1, 2, ())
    assert squares_in(database.read()) == squares_below(12)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_a_job_and_its_processes(
    database: Database, tmp_path: Path, number: signal.Signals
) -> None:
    program = subprocess.Popen(
        [sys.executable, number_process.__file__, str(tmp_path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    worker = int(program.stdout.readline())  # it hangs in the second part now
    program.send_signal(number)
    assert program.wait(60) == 130
    program.stdout.close()
    wait_until_gone(worker)
    assert squares_in(database.read()) == squares_below(4)


@pytest.mark.usefixtures("database")
def test_a_killed_job_leaves_no_process_behind(tmp_path: Path) -> None:
    program = subprocess.Popen(
        [sys.executable, number_process.__file__, str(tmp_path)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    worker = int(program.stdout.readline())
    program.kill()
    program.wait()
    program.stdout.close()
    wait_until_gone(worker)


def wait_until_gone(process: int) -> None:
    deadline = time.monotonic() + 60
    while Path(f"/proc/{process}").exists():
        assert time.monotonic() < deadline, "the worker outlives the job"
        time.sleep(0.01)


def test_operators_learn_what_a_job_does(
    database: Database, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    job = NumberJob(tmp_path, 6, failing=(5,))
    with caplog.at_level(logging.DEBUG, "tidings"):
        LocalRunner(database, 0).run(job, TableOutput(database, write_squares))
    events: list[Any] = [each.msg for each in caplog.records]
    began, first, second, failed, ended = events
    assert began == JobBegan("numbers", 6, 0)
    assert [(each.part, each.items) for each in (first, second)] == [("0-3", 4), ("4-5", 2)]
    assert (failed.job, failed.item) == ("numbers", "number 5")
    assert ended == JobEnded("numbers", 2, 6, 1)


@pytest.mark.parametrize("workers", [0, 1])
def test_how_long_items_took_is_learned_with_the_record_of_their_part(
    database: Database, tmp_path: Path, workers: int
) -> None:
    learned: list[tuple[str, list[Attributes]]] = []

    def learn(connection: Writer, name: str, times: Sequence[tuple[Attributes, float]]) -> None:
        assert all(seconds >= 0 for _, seconds in times)
        learned.append((name, [attributes for attributes, _ in times]))
        connection.execute("INSERT INTO counters VALUES (?, ?)", (f"times {len(learned)}", 1))

    job = TimedJob(NumberJob(tmp_path, 6, failing=(5,)))
    runner = LocalRunner(database, workers, options=JobOptions(learn=learn))
    runner.run(job, TableOutput(database, write_squares))
    assert learned == [
        ("numbers", [{"digits": 1.0}] * 4),
        ("numbers", [{"digits": 1.0}]),  # what failed teaches nothing
    ]
    (status,) = job_statuses(database.read(), 10)
    first, second = part_statuses(database.read(), status.id)
    assert (first.estimated, second.estimated) == (4.0, 2.0)
    assert unfinished_plan(database.read(), job.name, job.key) == ""


def test_a_continued_job_keeps_its_plan_and_its_command(database: Database, tmp_path: Path) -> None:
    job = TimedJob(NumberJob(tmp_path, 20))
    runner = LocalRunner(database, 0, options=JobOptions(command='{"kind": "count"}'))
    for plan in ("first", "second"):
        with pytest.raises(OSError, match="no space"):
            runner.run(replace(job, named=plan), StoppingOutput(database, 1))
    assert unfinished_plan(database.read(), job.name, job.key) == "first"
    assert job_command(database.read(), only_status(database).id) == '{"kind": "count"}'

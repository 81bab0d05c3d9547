"""The verb `jobs show`, as people read it."""

from contextlib import closing
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from tidings.cli.__main__ import main
from tidings.engine.estimating.learning import times_of
from tidings.engine.estimating.record_estimates import Method, learned_estimates
from tidings.engine.process.home import ensure_home
from tidings.engine.process.home_database import opened_database
from tidings.model.crawl.job_status import PartStatus
from tidings.settings.tree import Settings
from tidings.store.database.session import Writer
from tidings.store.tables.jobs.job_rows import JobStart, add_part, begin_job

BEGAN = datetime(2024, 5, 31, 12, tzinfo=UTC)
EARLIER = [{"size": number, "host": number % 7} for number in range(100)]


def add_job(connection: Writer, told: str) -> None:
    """Add a job of four parts, whose times were as an attribute of earlier records told."""
    history = [(each, 0.1 + each[told] / 10) for each in EARLIER]
    plan = learned_estimates(times_of(history), Method())
    assert plan is not None
    job = begin_job(connection, JobStart("annotate", "key", 40, BEGAN, plan=plan.to_json()))
    for number, seconds in enumerate((1.0, 1.25, 1.0, 4.0), 1):
        place, at = ("one", "two")[number % 2], BEGAN + timedelta(seconds=number)
        part = PartStatus(f"part {number}", 10, 0, "", seconds, at, 1.0, place, 1 + number // 4)
        add_part(connection, job, part)


def shown(home: Path, told: str, capsys: pytest.CaptureFixture[str]) -> tuple[str, list[str]]:
    with closing(opened_database(ensure_home(Settings(home=home)))) as database:
        database.write(partial(add_job, told=told)).result()
    assert main(["jobs", "show", "1", "--home", str(home)]) == 0
    table, lines = capsys.readouterr()
    return table, lines.splitlines()


def test_it_says_where_the_time_went(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, lines = shown(tmp_path, "size", capsys)
    assert table.count("part ") == 5
    assert lines == [
        "records were estimated by size, which tells most about how long one takes",
        "mapping took 7.2 s of work in 4.0 s, 1.81 parts at once on average; a part 1.12 s "
        "(median) to 4.00 s; 1 started twice",
        "one: 2 parts, 5.2 s",
        "two: 2 parts, 2.0 s",
        "4 parts were expected to take 4.0 s and took 7.2 s; a part 1.12 times what was expected "
        "(median), half of them within 11% of that",
        "1 took more than 1.5 times the median: part 4 (4.00 s)",
        "job 1, annotate: 40 of 40 items in 4 parts, not finished, about 0 s left",
    ]


@pytest.mark.parametrize(("told", "other"), [("size", "host"), ("host", "size")])
def test_the_attribute_that_tells_most_is_named(
    told: str, other: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, lines = shown(tmp_path, told, capsys)
    rows = {words[0]: words[-1] for line in table.splitlines() if (words := line.split())}
    assert (rows[told], rows[other] == "yes") == ("yes", False)
    assert lines[0].startswith(f"records were estimated by {told}, ")

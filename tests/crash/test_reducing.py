"""Kill -9 at every stage of a reducing job: the same result, and nothing finished is done again."""

from contextlib import closing
from pathlib import Path

import pytest
from tests.crash.forking_process import forked
from tests.crash.reducing_process import STAGES, job_in
from tests.engine.jobs.pair_job import lists_in

from tidings.engine.jobs.stages import partition_of
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database
from tidings.store.tables.jobs.job_rows import job_statuses, part_statuses

RUN = "tests.crash.reducing_process"
MOST_CALLS = 60  # no stage is reached as often


@pytest.mark.parametrize("stage", sorted(set(STAGES) - {"after-the-end"}))
def test_a_killed_job_continues(tmp_path: Path, stage: str) -> None:
    for calls in range(1, MOST_CALLS):
        folder = tmp_path / str(calls)
        folder.mkdir()
        code, _ = forked(RUN).run(folder, stage, calls)
        if code == 0:  # the stage is not reached as often
            assert calls > 1
            return
        assert code == -9
        continue_and_check(folder)
    pytest.fail("the stage has no last call")


def test_kills_may_follow_each_other(tmp_path: Path) -> None:
    """A job that is killed at each stage in turn ends with the same result."""
    for stage in STAGES:
        assert forked(RUN).run(tmp_path, stage, 1)[0] == -9
    with closing(open_database(tmp_path / "tidings.db", StoreSettings())) as database:
        assert lists_in(database.read()) == job_in(tmp_path).direct()


def continue_and_check(folder: Path) -> None:
    """Continue a killed job: what was finished is not done again, and all is as in one go."""
    job = job_in(folder)
    finished = finished_keys(folder)
    mapped, reduced = len(job.notes("mapped")), len(job.notes("reduced"))
    assert forked(RUN).run(folder, "none", 0)[0] == 0
    for items in job.notes("mapped")[mapped:]:
        at = job.pairs.index(tuple(items[0]))  # type: ignore[index]
        assert f"map {at}" not in finished
    for key in job.notes("reduced")[reduced:]:
        assert f"reduce {partition_of(key, job.partitions)}" not in finished  # type: ignore[arg-type]
    with closing(open_database(folder / "tidings.db", StoreSettings())) as database:
        assert lists_in(database.read()) == job.direct()
        (status,) = job_statuses(database.read(), 10)
        assert status.ended_at is not None
    assert not list(job.scratch.iterdir())


def finished_keys(folder: Path) -> set[str]:
    """Return the parts and partitions that are recorded as finished."""
    with closing(open_database(folder / "tidings.db", StoreSettings())) as database:
        jobs = job_statuses(database.read(), 10)
        return {part.key for job in jobs for part in part_statuses(database.read(), job.id)}

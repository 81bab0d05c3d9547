"""A job on a cluster loses a worker, a node or its driver: it ends with the exact result."""

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.chaos.jobs.job_run import JobRun, job_run, kill
from tests.chaos.stalls import Stall
from tests.clusters.ray_cluster import RayCluster

Note = Callable[[Stall], None]


@pytest.mark.timeout(300)
def test_a_part_of_a_killed_worker_runs_again(
    ray_cluster: RayCluster, tmp_path: Path, note_stall: Note
) -> None:
    with job_run(ray_cluster.settings(tmp_path / "home")) as run:
        run.runs_until_committed(3)
        run.runs_until(lambda: bool(run.under_way()))
        began = time.time()
        kill(run.under_way()[0].process)
        assert run.wait() == 0, run.said()
        run.check()
        note_stall(run.stall("worker killed", began, 0.0))


@pytest.mark.timeout(300)
def test_the_parts_of_a_killed_node_run_elsewhere_and_it_comes_back(
    ray_cluster: RayCluster, tmp_path: Path, note_stall: Note
) -> None:
    with job_run(ray_cluster.settings(tmp_path / "home")) as run:
        run.runs_until(lambda: "two" in _places(run))
        began = time.time()
        for process in ray_cluster.processes("two"):
            kill(process.pid)
        assert run.wait() == 0, run.said()
        run.check()
        note_stall(run.stall("node killed", began, 0.0))
    ray_cluster.wait_for("one", "two")  # its supervisor has started it again


@pytest.mark.timeout(300)
def test_a_job_whose_driver_is_killed_is_continued(
    ray_cluster: RayCluster, tmp_path: Path, note_stall: Note
) -> None:
    with job_run(ray_cluster.settings(tmp_path / "home")) as run:
        run.runs_until_committed(4)
        began = time.time()
        run.kill_driver()
        run.restart()
        assert run.wait() == 0, run.said()
        run.check()
        note_stall(run.stall("driver killed", began, 0.0, "killed"))


def _places(run: JobRun) -> set[str]:
    return {part.place for part in run.committed()}

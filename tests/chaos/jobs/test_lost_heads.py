"""The head of a cluster is killed: the job goes on with Redis, and is continued without."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.chaos.jobs.job_run import job_run, kill
from tests.chaos.stalls import Stall
from tests.clusters.ray_cluster import HOSTS, RayCluster, end_cluster, start_cluster
from tests.clusters.redis_process import redis_process, redis_program

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]
Note = Callable[[Stall], None]


@contextmanager
def _own_cluster(home: Path, redis: str = "", cores: int = 0) -> Iterator[RayCluster]:
    """Run a head that maps nothing itself, and two nodes; the driver is attached to one of them."""
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    try:
        cluster = start_cluster(home, cores=cores, redis=redis)
        cluster.join("two", HOSTS[1])
        cluster.join("three", HOSTS[2])
        yield cluster
    finally:
        end_cluster(home)


@pytest.mark.skipif(redis_program() is None, reason="not installed: redis-server")
@pytest.mark.parametrize("times", [1, 2])
def test_with_redis_nothing_is_done_again(tmp_path: Path, note_stall: Note, times: int) -> None:
    home = tmp_path / "home"
    with (
        redis_process() as redis,
        _own_cluster(home, redis) as cluster,
        job_run(cluster.settings(home), 1_000) as run,
    ):
        for number in range(1, times + 1):
            run.runs_until_committed(15 * number)
            began = time.time()
            _kill_head(cluster)
            cluster.wait_for_start("one", number + 1)
            cluster.wait_for("one", "two", "three")
            lasted = time.time() - began
        assert run.wait() == 0, run.said()
        run.check()
        assert run.run_again() == 0
        note_stall(run.stall(f"head killed, Redis, {times}x", began, lasted))


def test_without_redis_the_job_fails_clearly_and_is_continued(
    tmp_path: Path, note_stall: Note
) -> None:
    home = tmp_path / "home"
    with _own_cluster(home) as cluster, job_run(cluster.settings(home), 200) as run:
        run.runs_until_committed(10)
        began = time.time()
        _kill_head(cluster)
        assert run.wait() == 1, run.said()
        (sentence,) = run.sentences()
        assert "head of the cluster" in sentence
        assert "tidings jobs resume 1" in sentence
        cluster.wait_for("one", "two", "three")
        lasted = time.time() - began
        run.restart()
        assert run.wait() == 0, run.said()
        run.check()
        note_stall(run.stall("head killed, no Redis", began, lasted, "exit 1"))


def test_a_job_uses_a_node_that_joins_in_the_middle(tmp_path: Path, note_stall: Note) -> None:
    home = tmp_path / "home"
    try:
        cluster = start_cluster(home)
        with job_run(cluster.settings(home), 400) as run:
            run.runs_until_committed(3)
            began = time.time()
            cluster.join("two", HOSTS[1])
            lasted = time.time() - began
            assert run.wait() == 0, run.said()
            run.check()
            assert {part.place for part in run.committed()} == {"one", "two"}
            note_stall(run.stall("node added", began, lasted))
    finally:
        end_cluster(home)


def _kill_head(cluster: RayCluster) -> None:
    for process in cluster.processes("one"):
        kill(process.pid)

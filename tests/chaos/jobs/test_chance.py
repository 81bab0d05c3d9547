"""Whatever is killed at whatever moment, the job ends with the exact result."""

import random
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest
from tests.chaos.jobs.job_run import JobRun, job_run, send
from tests.chaos.stalls import Stall
from tests.clusters.ray_cluster import RayCluster

_FAULTS: Final = 4  # in each plan


def _worker(run: JobRun, cluster: RayCluster, chance: random.Random) -> None:
    """Kill a process that maps a part."""
    for mapping in run.under_way()[:1]:
        send(mapping.process, signal.SIGKILL)


def _frozen(run: JobRun, cluster: RayCluster, chance: random.Random) -> None:
    """Let such a process stand still for a moment."""
    for mapping in run.under_way()[:1]:
        send(mapping.process, signal.SIGSTOP)
        time.sleep(chance.uniform(0.1, 3.0))
        send(mapping.process, signal.SIGCONT)


def _any_process(run: JobRun, cluster: RayCluster, chance: random.Random) -> None:
    """Kill any one of Ray's processes of a node."""
    if processes := cluster.processes("two"):
        send(chance.choice(processes).pid, signal.SIGKILL)


def _node(run: JobRun, cluster: RayCluster, chance: random.Random) -> None:
    """Kill a node."""
    for process in cluster.processes("two"):
        send(process.pid, signal.SIGKILL)


def _driver(run: JobRun, cluster: RayCluster, chance: random.Random) -> None:
    """Kill the driver, and start another one."""
    run.kill_driver()
    time.sleep(chance.uniform(0.0, 1.0))
    run.restart()


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", range(1, 13))
def test_kills_by_chance_lose_and_double_nothing(
    ray_cluster: RayCluster, tmp_path: Path, note_stall: Callable[[Stall], None], seed: int
) -> None:
    chance = random.Random(seed)
    plan = [chance.choice((_worker, _frozen, _any_process, _node, _driver)) for _ in range(_FAULTS)]
    with job_run(ray_cluster.settings(tmp_path / "home"), 160) as run:
        began = time.time()
        for number, fault in enumerate(plan):
            run.lasts_until_committed(6 * number + chance.randrange(6))
            time.sleep(chance.uniform(0.0, 0.5))
            if run.has_ended():
                break
            fault(run, ray_cluster, chance)
        lasted = time.time() - began
        assert run.wait() == 0, run.said()
        run.check()
        names = "+".join(fault.__name__.strip("_") for fault in plan)
        note_stall(run.stall(f"seed {seed}: {names}", began, lasted))

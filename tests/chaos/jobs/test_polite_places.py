"""Places of a bulk crawl die, stand still or are cut off: hosts are asked as slowly as ever."""

import random
import signal
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest
from tests.chaos.jobs.bulk_run import LEASE_SECONDS, BulkRun
from tests.chaos.jobs.job_run import send
from tests.chaos.stalls import Stall
from tests.clusters.ray_cluster import RayCluster
from tests.engine.backfill.many_papers import papers

_HOSTS: Final = 8
_PAGES: Final = 14  # of each


def _place(run: BulkRun, cluster: RayCluster, chance: random.Random) -> None:
    """Kill any one of Ray's processes of a node; the workers of places are among them."""
    if processes := cluster.processes("two"):
        send(chance.choice(processes).pid, signal.SIGKILL)


def _node(run: BulkRun, cluster: RayCluster, chance: random.Random) -> None:
    """Kill a node."""
    for process in cluster.processes("two"):
        send(process.pid, signal.SIGKILL)


def _frozen(run: BulkRun, cluster: RayCluster, chance: random.Random) -> None:
    """Let a node stand still, for less than a lease or longer; then it goes on where it was."""
    processes = cluster.processes("two")
    for process in processes:
        send(process.pid, signal.SIGSTOP)
    time.sleep(chance.uniform(0.5, 2 * LEASE_SECONDS))
    for process in processes:
        send(process.pid, signal.SIGCONT)


def _driver(run: BulkRun, cluster: RayCluster, chance: random.Random) -> None:
    """Kill the driver; another one goes on at once."""
    run.kill()
    run.restart()


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(1, 9))
def test_hosts_are_asked_politely_whatever_is_killed(
    ray_cluster: RayCluster, tmp_path: Path, note_stall: Callable[[Stall], None], seed: int
) -> None:
    chance = random.Random(seed)
    plan = [chance.choice((_place, _node, _frozen, _driver)) for _ in range(3)]
    with papers(_HOSTS) as served:
        run = BulkRun(tmp_path / "home", served.urls(_PAGES), ray_cluster.cluster)
        try:
            began = time.time()
            for number, fault in enumerate(plan):
                run.lasts_until(served, 4 + 20 * number + chance.randrange(20))
                if not run.has_ended():
                    fault(run, ray_cluster, chance)
            lasted = time.time() - began
            run.finish()
            run.check(served)
        finally:
            run.kill()
        names = "+".join(fault.__name__.strip("_") for fault in plan)
        asked = sorted(each.began for host in served.hosts for each in served.seen[host])
        pause = max(later - sooner for sooner, later in pairwise(asked))
        again = run.asked_again(served)
        note_stall(Stall(f"crawl {seed}: {names}", 0.0, lasted, pause, 0, again, ""))

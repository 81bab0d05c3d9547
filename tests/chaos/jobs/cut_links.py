"""A link of a cluster is cut in the middle of a job: prints the row of a stall.

It runs in a network of its own: see `tests/clusters/node_networks.py`. Its arguments are a folder
and what happens: `30` (seconds), or `ever`.
"""

import json
import sys
import time
from pathlib import Path

from tests.chaos.jobs.job_run import JobRun, job_run
from tests.clusters.node_networks import HEAD, NodeNetwork, node_networks
from tests.clusters.ray_cluster import RayCluster, end_cluster, start_cluster

_NUMBERS = 1_200  # 60 s on two nodes


def main() -> None:
    """Run the scenario."""
    folder, how = Path(sys.argv[1]), sys.argv[2]
    home = folder / "home"
    with node_networks(2) as networks:
        try:
            cluster = start_cluster(home, cores=0, host=HEAD)
            for name, network in zip(("two", "three"), networks, strict=True):
                cluster.join(name, network.host, prefix=network.prefix)
            with job_run(cluster.settings(folder / "job"), _NUMBERS) as run:
                _play(cluster, networks[1], run, how)
        finally:
            end_cluster(home)


def _play(cluster: RayCluster, network: NodeNetwork, run: JobRun, how: str) -> None:
    run.runs_until(lambda: {part.place for part in run.committed()} == {"two", "three"})
    began = time.time()
    network.cut()
    if how != "ever":
        time.sleep(float(how))
        network.mend()
    lasted = time.time() - began
    assert run.wait() == 0, run.said()
    run.check()
    print(json.dumps(run.stall(f"link cut for {how}", began, lasted).cells()))
    if how != "ever":
        cluster.wait_for("one", "two", "three")


if __name__ == "__main__":
    main()

"""The link of a node is cut while it asks hosts, which it still reaches: prints the row of a stall.

It cannot renew its leases, so it asks nothing more; others go on in time. It runs in a network of
its own: see `tests/clusters/node_networks.py`. Its arguments are a folder, and seconds or `ever`.
"""

import json
import sys
import time
from itertools import pairwise
from pathlib import Path

from tests.chaos.jobs.bulk_run import BulkRun
from tests.chaos.stalls import Stall
from tests.clusters.node_networks import HEAD, WEB, NodeNetwork, node_networks
from tests.clusters.ray_cluster import end_cluster, start_cluster
from tests.engine.backfill.many_papers import Papers, papers
from tests.store.postgres_server import postgres_process

_LISTENING = f"-c fsync=off -c listen_addresses={HEAD} -c max_connections=100"


def main() -> None:
    """Run the scenario."""
    folder, how = Path(sys.argv[1]), sys.argv[2]
    home = folder / "home"
    with (
        node_networks(2) as networks,
        postgres_process(_LISTENING) as server,
        papers(8, WEB) as served,
    ):
        server.admit("10.79.0.0/24")
        try:
            cluster = start_cluster(home, cores=0, host=HEAD)
            for name, network in zip(("two", "three"), networks, strict=True):
                cluster.join(name, network.host, prefix=network.prefix)
            database = f"postgresql://tidings@{HEAD}/postgres"
            run = BulkRun(folder / "crawl", served.urls(40), cluster.cluster, database)
            try:
                _play(networks, run, served, how)
            finally:
                run.kill()
        finally:
            end_cluster(home)


def _play(networks: list[NodeNetwork], run: BulkRun, served: Papers, how: str) -> None:
    run.lasts_until(served, 60)
    assert not run.has_ended(), run.said()
    began = time.time()
    networks[1].cut()
    if how != "ever":
        time.sleep(float(how))
        networks[1].mend()
    lasted = time.time() - began
    run.finish()
    run.check(served)
    asked = sorted(each.began for host in served.hosts for each in served.seen[host])
    pause = max(later - sooner for sooner, later in pairwise(asked))
    stall = Stall(f"crawl, link cut for {how}", 0.0, lasted, pause, 0, run.asked_again(served), "")
    print(json.dumps(stall.cells()))


if __name__ == "__main__":
    main()

"""The link of a node is cut while its place asks hosts, which it still reaches.

It cannot renew its leases, so it asks nothing more; another place takes over. This runs in a
network of its own: see `tests/clusters/node_networks.py`. Its arguments are a folder, and seconds
or `ever`.
"""

import sys
import time
from pathlib import Path

from tests.clusters.node_networks import HEAD, WEB, NodeNetwork, node_networks
from tests.clusters.ray_cluster import end_cluster, start_cluster
from tests.engine.agent_places.mine_process import MineProcess
from tests.engine.agent_places.ray_runs import shared_web
from tests.store.postgres_server import postgres_process

_LISTENING = f"-c fsync=off -c listen_addresses={HEAD} -c max_connections=100"


def main() -> None:
    """Run the scenario."""
    folder, how = Path(sys.argv[1]), sys.argv[2]
    home = folder / "home"
    with (
        node_networks(2) as networks,
        postgres_process(_LISTENING) as server,
        shared_web(WEB) as web,
    ):
        server.admit("10.79.0.0/24")
        try:
            cluster = start_cluster(home, cores=0, host=HEAD)
            for name, network in zip(("two", "three"), networks, strict=True):
                cluster.join(name, network.host, prefix=network.prefix)
            database = f"postgresql://tidings@{HEAD}/postgres"
            web.pages = 16
            run = MineProcess(folder / "mine", web, cluster.cluster, 200, database)
            try:
                _play(networks[1], run, how)
            finally:
                run.kill()
        finally:
            end_cluster(home)


def _play(network: NodeNetwork, run: MineProcess, how: str) -> None:
    run.asks(20)
    network.cut()
    if how != "ever":
        time.sleep(float(how))
        network.mend()
    run.finish()
    run.check()


if __name__ == "__main__":
    main()

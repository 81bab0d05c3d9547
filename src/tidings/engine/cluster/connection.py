"""How a process that runs a job finds the cluster of its home."""

from collections.abc import Mapping
from dataclasses import dataclass

from tidings.engine.cluster.cluster_token import existing_token
from tidings.engine.cluster.errors import ClusterUnusable
from tidings.engine.cluster.node_files import nodes_here
from tidings.engine.cluster.ray_environment import ray_environment
from tidings.settings.tree import Settings


@dataclass(frozen=True, slots=True)
class ClusterConnection:
    """What `ray.init` needs. The environment must be set before Ray is imported."""

    address: str  # HOST:PORT of the head
    folder: str | None  # Ray's, of a node on this machine; None if this home did not start one
    environment: Mapping[str, str]


def cluster_connection(settings: Settings) -> ClusterConnection:
    """Return the cluster that the settings name, or else the one of a node on this machine.

    A driver needs a node on its own machine. Raises ClusterUnusable.
    """
    running = [plan for files, plan in nodes_here(settings.home) if files.supervisor()]
    wanted = settings.cluster.address or (running[0].head if running else "")
    if not wanted:
        raise ClusterUnusable(
            f"No cluster runs for {settings.home}: start one with 'tidings cluster up', or name "
            "its head with cluster.address."
        )
    here = [plan for plan in running if plan.head == wanted]
    # Who is attached to the head ends with it, even if the head is started again.
    folders = [plan.ray_folder for plan in sorted(here, key=lambda plan: plan.is_head)]
    environment = ray_environment(settings.cluster, existing_token(settings))
    return ClusterConnection(wanted, folders[0] if folders else None, environment)

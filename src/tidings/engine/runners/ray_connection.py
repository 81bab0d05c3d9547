"""The connection of a driver to the cluster of its home."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from tidings.engine.cluster.connection import cluster_connection
from tidings.engine.cluster.errors import ClusterUnusable
from tidings.engine.cluster.head_client import ask_head
from tidings.engine.cluster.ray_environment import imported_ray
from tidings.engine.runners.head_watch import HeadWatch
from tidings.settings.tree import Settings


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the cluster that is alive."""

    id: str
    name: str
    cores: int


class OwnNodeLost(ClusterUnusable):
    """The node through which a driver uses the cluster is gone; the message says what to do."""


@dataclass(slots=True)
class RayConnection:
    """A cluster, connected; `ray` is the module."""

    ray: Any
    watch: HeadWatch
    seconds: float  # between two looks at which nodes there are

    def nodes(self) -> list[Node]:
        """Return the nodes that are alive."""
        return [
            Node(each["NodeID"], each["NodeName"], int(each["Resources"].get("CPU", 0)))
            for each in self.ray.nodes()
            if each["Alive"]
        ]

    def check_own(self, nodes: list[Node], again: str) -> None:
        """Raise OwnNodeLost if this process lost its node: no place would last from then on.

        `again` is the command that goes on later.
        """
        own = self.ray.get_runtime_context().get_node_id()
        if own not in {node.id for node in nodes}:
            raise OwnNodeLost(
                "The node of this machine was lost, and with it the way to all others. What is "
                f"committed stays: '{again}' goes on as soon as it is back."
            )

    def started(self, actor: type, node: Node, cores: float) -> Any:
        """Start an actor on a node; it takes so many of its cores."""
        from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

        return (
            self.ray.remote(actor)
            .options(
                num_cpus=cores,
                max_restarts=0,
                max_task_retries=0,
                scheduling_strategy=NodeAffinitySchedulingStrategy(node.id, soft=False),
            )
            .remote()
        )

    def end(self, handle: Any) -> None:
        """End an actor."""
        with suppress(Exception):  # it, its node or the head may be gone already
            self.ray.kill(handle)


@contextmanager
def connected_ray(settings: Settings) -> Iterator[RayConnection]:
    """Connect to the cluster of the settings; raises ClusterUnusable."""
    connection = cluster_connection(settings)
    has_redis = ask_head(connection.address, connection.environment).has_redis
    ray = imported_ray(connection.environment)
    is_first = not ray.is_initialized()
    if is_first:
        try:
            ray.init(
                address=connection.address,
                log_to_driver=False,
                logging_level="error",
                _temp_dir=connection.folder,
            )
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise ClusterUnusable(
                f"The cluster at {connection.address} cannot be reached ({error}): "
                "'tidings cluster status' shows what runs."
            ) from error
    cluster = settings.cluster
    watch = HeadWatch(
        connection.address, has_redis, cluster.heartbeat_seconds, cluster.failure_seconds
    )
    try:
        yield RayConnection(ray, watch, cluster.heartbeat_seconds)
    finally:
        if is_first:
            ray.shutdown()

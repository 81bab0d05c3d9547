"""What the head of a cluster knows of its nodes: asked from any machine that has the token."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from tidings.engine.cluster.addresses import check_reachable
from tidings.engine.cluster.errors import ClusterUnusable
from tidings.engine.cluster.node_plan import HOME_LABEL, REDIS_LABEL, VERSION_LABEL
from tidings.engine.cluster.ray_environment import imported_ray

_ANSWER_SECONDS: Final = 10.0
_ALIVE: Final = 0  # Ray's GcsNodeState


@dataclass(frozen=True, slots=True)
class KnownNode:
    """A node as the head knows it. One that was lost and came back is there twice."""

    name: str
    host: str
    is_head: bool
    is_alive: bool
    since: datetime  # alive, or lost
    cores: int
    tasks: int  # that it runs now
    version: str  # of Tidings
    home: str
    has_redis: bool


@dataclass(frozen=True, slots=True)
class KnownCluster:
    """What a head answers."""

    address: str
    nodes: tuple[KnownNode, ...]
    ray_version: str
    python_version: str
    drivers: int  # processes that run a job now

    @property
    def head(self) -> KnownNode | None:
        """The node of the head, if it is alive."""
        return next((node for node in self.nodes if node.is_head and node.is_alive), None)

    @property
    def has_redis(self) -> bool:
        """Whether the head keeps its state in Redis."""
        return any(node.has_redis for node in self.nodes)

    def node(self, name: str) -> KnownNode | None:
        """Return the living node of this name."""
        return next((node for node in self.nodes if node.name == name and node.is_alive), None)


def ask_head(address: str, environment: Mapping[str, str]) -> KnownCluster:
    """Ask the head of a cluster; raises ClusterUnusable."""
    check_reachable(address)
    ray = imported_ray(environment)
    try:
        return _answer(address, ray._raylet.GcsClient(address=address))
    except ray.exceptions.AuthenticationError as error:
        raise ClusterUnusable(
            f"The head at {address} has another token than "
            f"{environment['RAY_AUTH_TOKEN_PATH']}: copy the file cluster-token of its home."
        ) from error
    except ray.exceptions.RayError as error:
        reason = str(error).partition("\n")[0]
        raise ClusterUnusable(f"The head at {address} does not answer ({reason}).") from error


def _answer(address: str, client: Any) -> KnownCluster:
    nodes = client.get_all_node_info(timeout=_ANSWER_SECONDS)
    metadata = client.internal_kv_get(
        b"CLUSTER_METADATA", namespace=b"cluster", timeout=_ANSWER_SECONDS
    )
    versions = json.loads(metadata or b"{}")
    usage = client.get_all_resource_usage(timeout=_ANSWER_SECONDS).resource_usage_data.batch
    free = {each.node_id: each.resources_available.get("CPU", 0.0) for each in usage}
    jobs = client.get_all_job_info(timeout=_ANSWER_SECONDS).values()
    known = sorted(
        (_known_node(node, free.get(node.node_id)) for node in nodes.values()),
        key=lambda node: (not node.is_alive, not node.is_head, node.name, node.since),
    )
    return KnownCluster(
        address,
        tuple(known),
        str(versions.get("ray_version", "")),
        str(versions.get("python_version", "")),
        sum(not job.is_dead for job in jobs),
    )


def _known_node(info: Any, free: float | None) -> KnownNode:
    is_alive = info.state == _ALIVE
    cores = round(info.resources_total.get("CPU", 0.0))
    milliseconds = info.start_time_ms if is_alive else info.end_time_ms
    return KnownNode(
        info.node_name,
        info.node_manager_address,
        info.is_head_node,
        is_alive,
        datetime.fromtimestamp(milliseconds / 1000, UTC),
        cores,
        0 if free is None or not is_alive else round(cores - free),
        info.labels.get(VERSION_LABEL, ""),
        info.labels.get(HOME_LABEL, ""),
        REDIS_LABEL in info.labels,
    )

"""The environment of every process that uses Ray: nodes, tasks, and the one that runs a job.

Ray reads these variables when it is imported; `imported_ray` lets it read them again.
"""

import importlib
import math
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from tidings.engine.cluster.errors import ClusterUnusable
from tidings.settings.tree import ClusterSettings, Settings

# Ray's own value. A shorter one would end nodes while a head is started again, which takes 10 s.
_MIN_HEAD_SECONDS: Final = 60


def ray_environment(settings: ClusterSettings, token: Path) -> dict[str, str]:
    """Return the variables for Ray: tokens, and when a silent node or link counts as lost."""
    heartbeat = max(1, round(settings.heartbeat_seconds * 1000))
    failure = max(2 * heartbeat, round(settings.failure_seconds * 1000))
    values = {
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN_PATH": str(token),
        "RAY_USAGE_STATS_ENABLED": 0,
        # A call without a connection would start another cluster on this machine.
        "RAY_ENABLE_AUTO_CONNECT": 0,
        # A sign of life on each connection, and how long its answer may take.
        "RAY_grpc_client_keepalive_time_ms": heartbeat,
        "RAY_grpc_client_keepalive_timeout_ms": failure - heartbeat,
        "RAY_grpc_keepalive_time_ms": heartbeat,
        "RAY_grpc_keepalive_timeout_ms": failure - heartbeat,
        # The head asks each node. On a cut link, one question takes the period and the timeout.
        "RAY_health_check_initial_delay_ms": heartbeat,
        "RAY_health_check_period_ms": heartbeat,
        "RAY_health_check_timeout_ms": heartbeat,
        "RAY_health_check_failure_threshold": max(1, failure // (2 * heartbeat)),
        "RAY_gcs_rpc_server_reconnect_timeout_s": max(_MIN_HEAD_SECONDS, math.ceil(failure / 1000)),
        # Nobody reads the history of tasks, which costs the head memory and CPU.
        "RAY_task_events_report_interval_ms": 0,
        "RAY_enable_metrics_collection": 0,
    }
    return {name: str(value) for name, value in values.items()}


def node_environment(settings: Settings, token: Path, *, is_head: bool = False) -> dict[str, str]:
    """Return the variables for the processes of a node: its tasks open the same home."""
    values = ray_environment(settings.cluster, token)
    values["TIDINGS_HOME"] = str(settings.home.absolute())
    if is_head and settings.cluster.redis:
        values["RAY_REDIS_ADDRESS"] = settings.cluster.redis
    return values


def imported_ray(environment: Mapping[str, str]) -> Any:
    """Set the variables in this process and return Ray; raises ClusterUnusable without it.

    A process can use one token only, as Ray keeps the first one that it reads.
    """
    os.environ.update(environment)
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise ray_missing() from error
    ray._raylet.Config.initialize("")  # somebody may have imported it before
    return ray


def ray_missing() -> ClusterUnusable:
    """Return what to raise where the extra is not installed."""
    return ClusterUnusable("Ray is not installed: pip install 'tidings[cluster]'.")

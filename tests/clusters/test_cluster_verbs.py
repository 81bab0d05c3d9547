"""`tidings cluster` as people use it, with real nodes."""

import importlib
import json
import time
from pathlib import Path
from typing import Any

import pytest
from tests.clusters.node_commands import cluster_command
from tests.clusters.ray_cluster import HOSTS, RayCluster

from tidings.engine.cluster.errors import ClusterUnusable
from tidings.engine.cluster.opened_home import checked_home
from tidings.engine.cluster.starting import NodeOptions, planned_node


def test_status_shows_both_nodes(ray_cluster: RayCluster) -> None:
    done = cluster_command(ray_cluster.home, "status", "--json")
    assert done.returncode == 0, done.stderr
    status = json.loads(done.stdout)
    assert [(node["name"], node["is_head"], node["cores"]) for node in status["nodes"]] == [
        ("one", True, 1),
        ("two", False, 1),
    ]
    assert status["head"] == "alive"
    assert not status["has_redis"]


def test_tasks_run_on_both_nodes(ray_cluster: RayCluster) -> None:
    ray: Any = importlib.import_module("ray")
    ray.init(address=ray_cluster.cluster.address, log_to_driver=False, logging_level="error")
    try:
        where = ray.remote(scheduling_strategy="SPREAD")(_node_address)
        assert set(ray.get([where.remote() for _ in range(8)])) == set(HOSTS[:2])
    finally:
        ray.shutdown()


def test_a_node_with_another_token_is_refused(ray_cluster: RayCluster, tmp_path: Path) -> None:
    token = tmp_path / "token"
    token.write_text("0" * 64)
    token.chmod(0o600)
    words = ("join", ray_cluster.cluster.address, "--name=three")
    done = cluster_command(ray_cluster.home, *words, token_file=token)
    assert done.returncode == 1
    assert "has another token" in done.stderr.splitlines()[-1]


def test_a_node_that_does_not_fit_is_refused(ray_cluster: RayCluster, tmp_path: Path) -> None:
    settings = ray_cluster.settings(tmp_path / "home")
    checked_home(settings, create=True)
    address = ray_cluster.cluster.address
    with pytest.raises(ClusterUnusable, match="nodes on its own machine only"):
        planned_node(settings, NodeOptions(name="three"), address)
    with pytest.raises(ClusterUnusable, match="The node two is running"):
        planned_node(ray_cluster.settings(ray_cluster.home), NodeOptions(name="two"), address)
    assert not (tmp_path / "home" / "cluster").exists()


def _node_address() -> str:
    time.sleep(0.2)
    return str(importlib.import_module("ray").util.get_node_ip_address())

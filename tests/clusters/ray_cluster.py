"""A real cluster on loopback: each node is a set of processes of its own, as on machines apart."""

import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import pytest
from tests.clusters.node_commands import cluster_command
from tests.servers.own_process import free_port

from tidings.engine.cluster.errors import ClusterUnusable
from tidings.engine.cluster.head_client import KnownCluster, ask_head
from tidings.engine.cluster.node_files import NodeFiles, nodes_here
from tidings.engine.cluster.process_marks import ProcessMark, processes_of_node
from tidings.engine.cluster.ray_environment import imported_ray, ray_environment
from tidings.settings.job_engine import JobEngine
from tidings.settings.tree import ClusterSettings, Settings

# Short, for tests; long enough for a machine whose cores are all busy.
HEARTBEAT_SECONDS: Final = 1.0
FAILURE_SECONDS: Final = 10.0
HOSTS: Final = ("127.0.0.2", "127.0.0.3", "127.0.0.4")  # Ray would replace 127.0.0.1
_TOKEN: Final = secrets.token_hex()  # of all clusters: Ray keeps the first one of a process
_PATIENCE: Final = 60.0
_WAIT_SECONDS: Final = 0.1


@dataclass(frozen=True, slots=True)
class RayCluster:
    """A running cluster; `home` is that of its nodes, and not that of any test."""

    home: Path
    cluster: ClusterSettings

    def settings(self, home: Path) -> Settings:
        """Return the settings with which the jobs of a home run on this cluster."""
        settings = Settings(home=home, cluster=self.cluster)
        return replace(settings, jobs=replace(settings.jobs, engine=JobEngine.RAY))

    def join(self, name: str, host: str, cores: int = 1, prefix: tuple[str, ...] = ()) -> None:
        """Add a node; the prefix is that of a command in its network."""
        words = ("join", self.cluster.address, f"--name={name}", f"--host={host}")
        _run(self.home, *words, f"--cores={cores}", cluster=self.cluster, prefix=prefix)

    def processes(self, name: str) -> list[ProcessMark]:
        """Return the processes of a node, without its supervisor."""
        plan = NodeFiles.of(self.home, name).plan()
        return [] if plan is None else processes_of_node(plan.folder)

    def known(self) -> KnownCluster:
        """Ask the head."""
        token = Path(self.cluster.token_file)
        return ask_head(self.cluster.address, ray_environment(self.cluster, token))

    def supervisor(self, name: str) -> ProcessMark:
        """Return the process that looks after a node."""
        mark = NodeFiles.of(self.home, name).supervisor()
        assert mark is not None
        return mark

    def said(self, name: str) -> str:
        """Return what the supervisor of a node logged."""
        return NodeFiles.of(self.home, name).log.read_text()

    def wait_for_start(self, name: str, times: int) -> None:
        """Wait until the supervisor of a node has started it so many times."""
        until = time.monotonic() + _PATIENCE
        while self.said(name).count("node started") < times:
            assert time.monotonic() < until, self.said(name)
            time.sleep(_WAIT_SECONDS)

    def wait_for(self, *names: str) -> None:
        """Wait until the head knows that these nodes, and no others, are alive."""
        until = time.monotonic() + _PATIENCE
        while self._alive() != sorted(names):
            assert time.monotonic() < until, self._alive()
            time.sleep(_WAIT_SECONDS)

    def _alive(self) -> list[str]:
        try:
            return sorted(node.name for node in self.known().nodes if node.is_alive)
        except ClusterUnusable:  # the head is away
            return []


def start_cluster(home: Path, cores: int = 1, redis: str = "", host: str = HOSTS[0]) -> RayCluster:
    """Start a head named `one`."""
    port, token = free_port(), home / "cluster-token"
    home.mkdir(exist_ok=True)
    token.touch(mode=0o600)
    token.write_text(_TOKEN)
    cluster = ClusterSettings(
        address=f"{host}:{port}",
        port=port,
        token_file=str(token),
        heartbeat_seconds=HEARTBEAT_SECONDS,
        failure_seconds=FAILURE_SECONDS,
        redis=redis,
    )
    _run(home, "up", "--name=one", f"--host={host}", f"--cores={cores}", cluster=cluster)
    return RayCluster(home, cluster)


def end_cluster(home: Path) -> None:
    """End all nodes of a home; nothing of them is left."""
    plans = [plan for _, plan in nodes_here(home)]
    ended = cluster_command(home, "down")
    assert ended.returncode == 0, ended.stderr
    for plan in plans:
        assert processes_of_node(plan.folder) == []
        assert not Path(plan.folder).exists()


def _run(home: Path, *words: str, cluster: ClusterSettings, prefix: tuple[str, ...] = ()) -> None:
    done = cluster_command(
        home,
        *words,
        prefix=prefix,
        port=cluster.port,
        redis=cluster.redis,
        heartbeat_seconds=cluster.heartbeat_seconds,
        failure_seconds=cluster.failure_seconds,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def running_cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RayCluster]:
    """One cluster for all tests of this process: it takes 10 s to start."""
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    home = tmp_path_factory.mktemp("cluster")
    try:
        cluster = start_cluster(home)
        cluster.join("two", HOSTS[1])
        imported_ray(ray_environment(cluster.cluster, Path(cluster.cluster.token_file)))
        yield cluster
    finally:
        end_cluster(home)


@pytest.fixture
def ray_cluster(running_cluster: RayCluster) -> RayCluster:
    """Two nodes, `one` (the head) and `two`, with a core each; both alive when a test begins."""
    running_cluster.wait_for("one", "two")
    return running_cluster

"""Starting a node: the head of a new cluster, or one that joins it."""

import importlib.util
import os
import platform
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

import tidings
from tidings.engine.cluster.addresses import check_free, host_and_port, own_address
from tidings.engine.cluster.cluster_token import ensure_token, existing_token
from tidings.engine.cluster.errors import ClusterUnusable
from tidings.engine.cluster.head_client import KnownCluster, ask_head
from tidings.engine.cluster.node_files import NodeFiles
from tidings.engine.cluster.node_plan import NodePlan
from tidings.engine.cluster.opened_home import HomeMark, checked_home
from tidings.engine.cluster.ray_environment import node_environment, ray_missing
from tidings.engine.cluster.ray_folder import made_ray_folder
from tidings.engine.cluster.supervisor import Supervisor
from tidings.settings.tree import Settings

_READY_SECONDS: Final = 60.0  # Ray takes 4 to 8 s, several times that on a busy machine
_POLL_SECONDS: Final = 0.2
_SHOWN_LINES: Final = 5
_OTHER_HOME: Final = {
    False: "The head has another home: set database.url and store.url to those of its home.",
    True: "The head has another home than this one, which other machines cannot open: a home in "
          "a folder can be used by nodes on its own machine only. 'tidings migrate' moves one to "
          "PostgreSQL and S3, which all nodes reach with database.url and store.url.",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class NodeOptions:
    """What whoever starts a node may choose."""

    name: str = ""  # the machine's name, if empty
    host: str = ""  # at which other nodes reach it; found out, if empty
    cores: int | None = None  # parts that it maps at a time; all cores, if None


@dataclass(frozen=True, slots=True)
class ReadyNode:
    """A node that is ready to be started; `environment` is that of its processes."""

    files: NodeFiles
    plan: NodePlan
    environment: Mapping[str, str]


def planned_head(settings: Settings, options: NodeOptions) -> ReadyNode:
    """Return the head of a new cluster; raises ClusterUnusable if it cannot be started."""
    _check_installed()
    files = _free_files(settings, options)
    home = checked_home(settings, create=True)
    host = options.host or settings.cluster.address.rpartition(":")[0] or own_address()
    check_free(settings.cluster.port)
    token = ensure_token(settings)
    address = f"{host}:{settings.cluster.port}"
    plan = _plan(files, options, host, address, home, is_head=True)
    plan = replace(plan, has_redis=bool(settings.cluster.redis))
    return ReadyNode(files, plan, node_environment(settings, token, is_head=True))


def planned_node(settings: Settings, options: NodeOptions, head: str) -> ReadyNode:
    """Return a node that joins the cluster of a head; raises ClusterUnusable if it cannot."""
    _check_installed()
    files = _free_files(settings, options)
    host = options.host or own_address(host_and_port(head))
    environment = node_environment(settings, existing_token(settings))
    cluster = ask_head(head, environment)
    check_versions(head, cluster)
    home = checked_home(settings)
    if cluster.head and cluster.head.home != home.digest:
        raise ClusterUnusable(_OTHER_HOME[home.is_local])
    if cluster.node(files.folder.name):
        raise ClusterUnusable(
            f"The cluster has a node {files.folder.name} already: choose another --name."
        )
    plan = _plan(files, options, host, head, home, is_head=False)
    return ReadyNode(files, plan, environment)


def start_in_background(node: ReadyNode) -> KnownCluster:
    """Start a node, return as soon as the head knows it; raises ClusterUnusable."""
    node.files.write_plan(node.plan)
    with node.files.log.open("wb") as log:
        supervisor = subprocess.Popen(
            [sys.executable, "-m", "tidings.engine.cluster.supervisor_process",
             str(node.files.folder)],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True,
            env={**os.environ, **node.environment},
        )  # fmt: skip
    try:
        return _known(node, supervisor)
    except BaseException:
        supervisor.terminate()
        supervisor.wait()
        node.files.end()
        raise


def run_in_foreground(node: ReadyNode) -> None:
    """Run a node until a signal ends it."""
    node.files.write_plan(node.plan)
    os.environ.update(node.environment)
    Supervisor(node.files, node.plan).run()
    node.files.end()


def _known(node: ReadyNode, supervisor: "subprocess.Popen[bytes]") -> KnownCluster:
    """Wait until the head knows the node."""
    until = time.monotonic() + _READY_SECONDS
    while time.monotonic() < until and supervisor.poll() is None and not _has_failed(node.files):
        try:
            cluster = ask_head(node.plan.head, node.environment)
        except ClusterUnusable:  # a head that is not there yet
            time.sleep(_POLL_SECONDS)
            continue
        if cluster.node(node.plan.name):
            return cluster
        time.sleep(_POLL_SECONDS)
    said = "\n".join(node.files.last_lines(_SHOWN_LINES))
    raise ClusterUnusable(f"The node {node.plan.name} did not start:\n{said}")


def _has_failed(files: NodeFiles) -> bool:
    return "node ended" in files.log.read_text(errors="replace")


def _check_installed() -> None:
    if sys.platform != "linux":
        raise ClusterUnusable("A cluster needs Linux: Ray runs on one machine only elsewhere.")
    if importlib.util.find_spec("ray") is None:
        raise ray_missing()


def _free_files(settings: Settings, options: NodeOptions) -> NodeFiles:
    """Return the folder of a node of which no process runs."""
    name = options.name or platform.node().partition(".")[0] or "node"
    files = NodeFiles.of(settings.home, name)
    if files.supervisor() is not None:
        raise ClusterUnusable(
            f"The node {name} is running: 'tidings cluster down' ends it; another one on the same "
            "machine needs a --name of its own."
        )
    files.end()  # what a node left that was killed
    return files


def _plan(
    files: NodeFiles, options: NodeOptions, host: str, head: str, home: HomeMark, *, is_head: bool
) -> NodePlan:
    cores = len(os.sched_getaffinity(0)) if options.cores is None else options.cores
    folder, secret = made_ray_folder()
    return NodePlan(
        name=files.folder.name,
        host=host,
        head=head,
        is_head=is_head,
        cores=cores,
        folder=str(folder),
        folder_secret=secret,
        version=tidings.__version__,
        home=home.digest,
    )


def check_versions(head: str, cluster: KnownCluster) -> None:
    """Raise ClusterUnusable if a node has other programs than the cluster that it is to join."""
    import ray

    tidings_there = cluster.head.version if cluster.head else tidings.__version__
    for what, ours, theirs in (
        ("Python", platform.python_version(), cluster.python_version),
        ("Ray", str(ray.__version__), cluster.ray_version),
        ("Tidings", tidings.__version__, tidings_there),
    ):
        if ours != theirs:
            raise ClusterUnusable(
                f"This machine has {what} {ours}, the head at {head} {theirs}: all nodes of a "
                "cluster need the same."
            )

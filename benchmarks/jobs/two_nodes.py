"""A Ray cluster of two nodes on loopback, with a core each, for the jobs of one home."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket

from tidings.engine.cluster.node_files import nodes_here
from tidings.engine.cluster.process_marks import processes_of_node

_HOSTS = ("127.0.0.2", "127.0.0.3")


@contextmanager
def two_nodes(home: Path) -> Iterator[None]:
    """Run the cluster while the block runs."""
    with socket() as free:
        free.bind((_HOSTS[0], 0))
        port = free.getsockname()[1]
    head = f"{_HOSTS[0]}:{port}"
    try:
        _tidings(home, port, "up", "--name=one", f"--host={_HOSTS[0]}", "--cores=1")
        _tidings(home, port, "join", head, "--name=two", f"--host={_HOSTS[1]}", "--cores=1")
        yield
    finally:
        _tidings(home, port, "down")


def node_processes(home: Path) -> set[int]:
    """Return the processes of both nodes."""
    found = set()
    for files, plan in nodes_here(home):
        supervisor = files.supervisor()
        found |= {mark.pid for mark in processes_of_node(plan.folder)}
        found |= {supervisor.pid} if supervisor else set()
    return found


def _tidings(home: Path, port: int, *words: str) -> None:
    settings = f"--set=cluster.port={port}"
    command = [sys.executable, "-m", "tidings.cli", f"--home={home}", settings, "cluster", *words]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)

"""A node in the foreground, as systemd runs it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.clusters.node_commands import cluster_command, node_variables
from tests.servers.own_process import free_port

from tidings.engine.cluster.node_files import NodeFiles
from tidings.engine.cluster.process_marks import processes_of_node

_PATIENCE = 60.0


@pytest.mark.slow
def test_a_head_in_the_foreground_ends_with_its_signal(tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="the extra cluster is not installed")
    home, port = tmp_path / "home", free_port()
    head = subprocess.Popen(
        [sys.executable, "-m", "tidings.cli", f"--home={home}", f"--set=cluster.port={port}",
         "--log-level=info", "cluster", "up", "--foreground", "--name=one", "--host=127.0.0.5"],
        stderr=subprocess.PIPE, text=True, env=node_variables(),
    )  # fmt: skip
    try:
        until = time.monotonic() + _PATIENCE
        while cluster_command(home, "status").returncode != 0:
            assert time.monotonic() < until
        plan = NodeFiles.of(home, "one").plan()
        assert plan is not None
        assert len(processes_of_node(plan.folder)) > 2
        again = cluster_command(home, "up", "--name=one")
        assert "The node one is running" in again.stderr
        taken = cluster_command(home, "up", "--name=other", port=port)
        assert f"cannot listen at port {port}" in taken.stderr
        os.kill(head.pid, signal.SIGTERM)
        _, said = head.communicate(timeout=_PATIENCE)
        assert head.returncode == 0
        assert "node stopped" in said
        assert processes_of_node(plan.folder) == []
        assert not Path(plan.folder).exists()
        assert cluster_command(home, "status").returncode == 1
    finally:
        head.kill()
        head.wait()
        cluster_command(home, "down")

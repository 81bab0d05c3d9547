"""`tidings cluster …` as a command of its own, as people type it."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE = 120.0


def cluster_command(
    home: Path, *words: str, prefix: tuple[str, ...] = (), **settings: object
) -> "subprocess.CompletedProcess[str]":
    """Run a command for a home; settings are those of the section `cluster`."""
    sets = [f"--set=cluster.{key}={value}" for key, value in settings.items()]
    return subprocess.run(
        [*prefix, sys.executable, "-m", "tidings.cli", f"--home={home}", *sets, "cluster", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=_PATIENCE,
        env=node_variables(),
    )


def node_variables() -> dict[str, str]:
    """Return an environment in which nodes can import what the tests' jobs consist of."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT)))}

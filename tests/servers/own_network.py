"""Runs a test's own module in a network of its own, where it may have any address and port 53.

Nothing leaves such a network. It needs Linux and root; a test says so where it is impossible.
"""

import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest

BLACK_HOLE = "2600:1::bad"  # whatever is sent there is lost, without any answer
_ROOT = Path(__file__).resolve().parents[2]
_LINKS = f"""\
set -e
ip link set lo up
ip link add hole type veth peer name far
ip link set hole up
ip link set far up
ip -6 addr add 2600:1::1/64 dev hole nodad
ip -6 neigh add {BLACK_HOLE} lladdr 02:00:00:00:00:99 dev hole nud permanent
"""


def needs_own_network() -> pytest.MarkDecorator:
    """Skip a test where no network of its own can be made, and say so."""
    reason = "no network namespaces here: they need Linux, root, unshare and ip"
    return pytest.mark.skipif(not _is_possible(), reason=reason)


def run_in_own_network(
    module: str, folder: Path, addresses: tuple[str, ...] = (), word: str = ""
) -> str:
    """Return what a module prints that runs with these addresses and its own resolv.conf.

    Its name server is the one it starts at 127.0.0.1. Its arguments are the folder and the word.
    """
    resolv = folder / "resolv.conf"
    resolv.write_text("nameserver 127.0.0.1\noptions timeout:5 attempts:1\n")
    lines = [f"ip addr add {address} dev lo" for address in addresses]
    mount = f"mount --bind {resolv} /etc/resolv.conf"
    start = f"exec {sys.executable} -m {module} {folder} {word}"
    done = _in_namespace("\n".join([_LINKS, *lines, mount, start]))
    assert done.returncode == 0, done.stderr
    return done.stdout


@lru_cache(maxsize=1)
def _is_possible() -> bool:
    if sys.platform != "linux" or os.geteuid() != 0:
        return False
    try:
        return _in_namespace(_LINKS + "mount --bind /etc/hosts /etc/resolv.conf").returncode == 0
    except OSError:
        return False


def _in_namespace(script: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join((str(_ROOT / "src"), str(_ROOT)))
    return subprocess.run(
        ["unshare", "--net", "--mount", "sh", "-c", script],
        capture_output=True,
        text=True,
        check=False,
        cwd=_ROOT,
        env={**os.environ, "PYTHONPATH": path},
    )

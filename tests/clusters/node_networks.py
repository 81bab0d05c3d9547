"""Nodes on machines of their own, as far as the network goes; any link can be cut.

It runs in a network namespace that is the test's own (`tests/servers/own_network.py`). Each node
has another one, behind a bridge; who runs the scenario is at HEAD. Servers of the web may be at the
first addresses of WEB.
"""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

HEAD: Final = "10.79.0.1"
WEB: Final = "10.80.0"  # a second network, which nobody cuts: the beginning of its addresses


class NodeNetwork:
    """The network of one node, kept by a process that does nothing else."""

    def __init__(self, number: int) -> None:
        self.host = f"10.79.0.{10 + number}"
        self._link = f"node{number}"
        self._keeper = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", "echo; exec sleep infinity"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert self._keeper.stdout is not None
        with self._keeper.stdout as said:
            said.readline()  # by now it is in its own namespace
        self._connect("eth0", self._link, "bridge", f"{self.host}/24")
        self._connect("eth1", f"web{number}", "web", f"{WEB}.{200 + number}/24")
        self._run("link", "set", "lo", "up")

    def _connect(self, inside: str, outside: str, bridge: str, address: str) -> None:
        pid = str(self._keeper.pid)
        _ip("link", "add", outside, "type", "veth", "peer", "name", inside, "netns", pid)
        _ip("link", "set", outside, "master", bridge, "up")
        self._run("addr", "add", address, "dev", inside)
        self._run("link", "set", inside, "up")

    def _run(self, *words: str) -> None:
        subprocess.run([*self.prefix, "ip", *words], check=True)

    @property
    def prefix(self) -> tuple[str, ...]:
        """The words before a command that runs in this network."""
        return ("nsenter", f"--net=/proc/{self._keeper.pid}/ns/net")

    def cut(self) -> None:
        """Take the link down: nothing reaches the node, and nothing comes back."""
        _ip("link", "set", self._link, "down")

    def mend(self) -> None:
        """Take the link up again."""
        _ip("link", "set", self._link, "up")

    def close(self) -> None:
        """Let the network go; it lasts as long as a process is in it."""
        self._keeper.kill()
        self._keeper.wait()


@contextmanager
def node_networks(count: int) -> Iterator[list[NodeNetwork]]:
    """Make networks behind a bridge, in a network that is the test's own."""
    for bridge, addresses in (("bridge", [HEAD]), ("web", [f"{WEB}.{n}" for n in range(1, 100)])):
        _ip("link", "add", bridge, "type", "bridge")
        for address in addresses:
            _ip("addr", "add", f"{address}/24", "dev", bridge)
        _ip("link", "set", bridge, "up")
    networks = [NodeNetwork(number) for number in range(1, count + 1)]
    try:
        yield networks
    finally:
        for network in networks:
            network.close()


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)

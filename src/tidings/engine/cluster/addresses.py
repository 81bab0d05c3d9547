"""Addresses of nodes: which one others reach this machine at, and whether a head answers."""

import socket
from typing import Final

from tidings.engine.cluster.errors import ClusterUnusable

_SOMEWHERE: Final = ("192.0.2.1", 9)  # RFC 5737: for examples only; nothing is sent to it
_LOOPBACK: Final = "127.0.0.1"
_CONNECT_SECONDS: Final = 5.0


def host_and_port(address: str) -> tuple[str, int]:
    """Return the parts of HOST:PORT; raises ClusterUnusable."""
    host, colon, port = address.rpartition(":")
    if not (colon and host and port.isdecimal() and int(port) < 65_536) or ":" in host:
        raise ClusterUnusable(f"{address!r} is no address of a head: expected HOST:PORT.")
    return host, int(port)


def own_address(towards: tuple[str, int] = _SOMEWHERE) -> str:
    """Return the address of this machine on the way to another one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(towards)  # of a datagram socket: it looks up the route only
        except OSError:
            return _LOOPBACK
        return str(probe.getsockname()[0])


def check_reachable(address: str) -> None:
    """Raise ClusterUnusable if nothing listens at the address of a head."""
    if reason := unreachable(address):
        raise ClusterUnusable(
            f"No head answers at {address} ({reason}): is 'tidings cluster up' running there, and "
            "does the firewall let this machine in?"
        )


def unreachable(address: str, seconds: float = _CONNECT_SECONDS) -> str:
    """Return why nothing can be reached at an address; empty if something listens."""
    try:
        socket.create_connection(host_and_port(address), seconds).close()
    except OSError as error:
        return error.strerror or str(error) or type(error).__name__
    return ""


def check_free(port: int) -> None:
    """Raise ClusterUnusable if a head cannot listen at a port; it does so on all interfaces."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError as error:
            raise ClusterUnusable(
                f"The head cannot listen at port {port} ({error.strerror}): end what uses it, or "
                "set cluster.port to another one."
            ) from error

"""Allows connections to public addresses only, checked when a socket is created, never by name.

Checking what a name resolves to is not enough: there are IP literals, and a name may resolve
differently the next time. Where sockets are created, the address is the one connected to.
"""

import errno
import socket
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)
from typing import Any

IpAddress = IPv4Address | IPv6Address
IpNetwork = IPv4Network | IPv6Network

# IANA's special-purpose registry, written out because ipaddress.is_global changes between
# Python releases, plus multicast, reserved space and the cloud metadata service that has a
# public address. The other metadata services are in link-local, CGNAT and 192.0.0.0/24.
_SPECIAL_V4 = tuple(
    IPv4Network(net)
    for net in (
        "0.0.0.0/8",  # this network; 0.0.0.0 is this machine
        "10.0.0.0/8",
        "100.64.0.0/10",  # carrier-grade NAT; Alibaba's metadata
        "127.0.0.0/8",
        "168.63.129.16/32",  # Azure's metadata and DNS
        "169.254.0.0/16",  # link-local; most clouds' metadata
        "172.16.0.0/12",
        "192.0.0.0/24",  # protocol assignments; Oracle's metadata
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relays, deprecated
        "192.168.0.0/16",
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved; broadcast
    )
)
_GLOBAL_V6 = IPv6Network("2000::/3")  # all that IANA has allocated; the rest is special
_SPECIAL_V6 = tuple(
    IPv6Network(net)
    for net in (
        "2001::/23",  # protocol assignments: Teredo, benchmarks, ORCHID
        "2001:db8::/32",  # documentation
        "3fff::/20",  # documentation
    )
)
_NAT64 = IPv6Network("64:ff9b::/96")
_MAPPED = IPv6Network("::ffff:0:0/96")


def is_public(address: IpAddress) -> bool:
    """Return whether the address, and any IPv4 address embedded in it, is public."""
    if isinstance(address, IPv4Address):
        return not any(address in net for net in _SPECIAL_V4)
    inner = _embedded_ipv4(address)
    if inner is not None:
        return is_public(inner)
    if address not in _GLOBAL_V6 or any(address in net for net in _SPECIAL_V6):
        return False
    return address.sixtofour is None or is_public(address.sixtofour)


def _embedded_ipv4(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address that traffic to this IPv6 address reaches, if any."""
    if address in _MAPPED or address in _NAT64:
        return IPv4Address(int(address) & 0xFFFF_FFFF)
    return None


class AddressRefused(OSError):
    """The address is not public; no socket was created."""


class Guard:
    """Creates sockets to public addresses and to private networks that the settings allow."""

    def __init__(self, allow_private: Iterable[str] = ()) -> None:
        self._allowed: tuple[IpNetwork, ...] = tuple(
            ip_network(net, strict=False) for net in allow_private
        )
        self.allows = lru_cache(maxsize=65_536)(self._allows)

    def _allows(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False  # e.g. "127.1": connect() might accept it, but we cannot check it
        inner = _embedded_ipv4(address) if isinstance(address, IPv6Address) else None
        return is_public(address) or any(
            each in net for each in (address, inner) if each is not None for net in self._allowed
        )

    def socket_for(self, info: tuple[Any, ...]) -> socket.socket:
        """Return a socket for a getaddrinfo entry, or raise AddressRefused."""
        family, kind, protocol, _, address = info
        if not self.allows(str(address[0])):
            raise AddressRefused(errno.EACCES, "the address is not public")
        return socket.socket(family, kind, protocol)

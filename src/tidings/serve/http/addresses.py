"""Where a server really listens: 0.0.0.0 is every address of the machine."""

import socket
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from typing import Final

from tidings.serve.http.server import url_of

_IPV4_ROUTES: Final = Path("/proc/net/fib_trie")
_IPV6_ADDRESSES: Final = Path("/proc/net/if_inet6")

Address = IPv4Address | IPv6Address


def other_urls(listener: socket.socket) -> list[str]:
    """Return the URLs by which other computers reach a socket, as far as this one knows."""
    host, port = listener.getsockname()[:2]
    bound = ip_address(host.partition("%")[0])
    if not bound.is_unspecified:
        return [] if bound.is_loopback else [url_of(host, port)]
    found = [
        address
        for address in sorted(set(machine_addresses()), key=lambda each: (each.version, each))
        if address.version == 4 or _takes_ipv6(listener)
    ]
    return [url_of(str(address), port) for address in found]


def _takes_ipv6(listener: socket.socket) -> bool:
    return listener.family == socket.AF_INET6


def machine_addresses() -> Iterator[Address]:
    """Yield the addresses of this machine, without those that only it or its own cable knows."""
    for text in (*_ipv4_texts(), *_ipv6_texts(), *_named_texts()):
        address = ip_address(text)
        if not (address.is_loopback or address.is_link_local or address.is_multicast):
            yield address


def _ipv4_texts() -> Iterator[str]:
    """Read Linux's table of routes: an address of ours precedes the line `/32 host LOCAL`."""
    before = ""
    for line in _lines(_IPV4_ROUTES):
        if line.endswith("/32 host LOCAL"):
            yield before.split()[-1]
        before = line


def _ipv6_texts() -> Iterator[str]:
    for line in _lines(_IPV6_ADDRESSES):
        yield str(IPv6Address(int(line.split()[0], 16)))


def _named_texts() -> Iterator[str]:
    """Yield what this machine's own name means, where there are no such tables."""
    if _IPV4_ROUTES.exists():
        return
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_STREAM)
    except OSError:
        return
    yield from (str(address[0]).partition("%")[0] for *_, address in found)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text().splitlines()
    except OSError:
        return []

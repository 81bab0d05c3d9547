"""Where a request really comes from: what trusted proxies say, and nobody else.

A client may send any of these headers, and many proxies pass on those that they do not set. So
only one family is read, the one that `serve.proxy_header` names.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

from tidings.serve.gate.request_head import RequestHead
from tidings.settings.proxy_header import ProxyHeader
from tidings.settings.tree import ServeSettings

_MOST_HOPS: Final = 32  # of one request; more were sent to keep us busy
_SCHEMES: Final = ("http", "https")


@dataclass(frozen=True, slots=True)
class Sender:
    """Whoever sent a request, and what they asked for."""

    address: str
    scheme: str
    host: str  # as in a Host header; empty: absent, twice or contradictory
    is_forwarded: bool = False  # by a trusted proxy


class TrustedProxies:
    """The proxies of `serve.trusted_proxies`."""

    def __init__(self, settings: ServeSettings) -> None:
        self._networks = [ip_network(text, strict=False) for text in settings.trusted_proxies]
        self._reads_rfc = settings.proxy_header is ProxyHeader.FORWARDED
        self._is_trusted = lru_cache(1024)(self._is_in_networks)

    def sender_of(self, head: RequestHead, peer: str, scheme: str) -> Sender:
        """Return who sent a request that came from the address of `peer`."""
        host = head.hosts[0] if len(head.hosts) == 1 else ""
        if not self._networks or not self._is_trusted(peer):
            return Sender(peer, scheme, host)
        hops = _forwarded(head.forwarded) if self._reads_rfc else _x_forwarded(head)
        if not hops.clients and not hops.schemes and not hops.hosts:
            return Sender(peer, scheme, host)
        if hops.hosts:
            host = hops.hosts[-1] if len(set(hops.hosts)) == 1 and len(head.hosts) < 2 else ""
        told = hops.schemes[-1].lower() if hops.schemes else scheme
        return Sender(
            self._client(peer, hops.clients),
            told if told in _SCHEMES else scheme,
            host,
            is_forwarded=True,
        )

    def _client(self, peer: str, hops: Sequence[str]) -> str:
        """Return the last address that is not a proxy's: everything before it may be invented."""
        client = peer
        for hop in reversed(hops[-_MOST_HOPS:]):
            address = _address_in(hop)
            if address is None:
                return client  # what stands before it is no better
            client = address
            if not self._is_trusted(address):
                return client
        return client

    def _is_in_networks(self, text: str) -> bool:
        try:
            address = _plain(ip_address(text))
        except ValueError:
            return False
        return any(
            address.version == network.version and address in network for network in self._networks
        )


@dataclass(frozen=True, slots=True)
class _Hops:
    """What proxies said, in the order in which the request passed them."""

    clients: Sequence[str]
    schemes: Sequence[str]
    hosts: Sequence[str]


def _x_forwarded(head: RequestHead) -> _Hops:
    return _Hops(
        _listed(head.forwarded_for), _listed(head.forwarded_proto), _listed(head.forwarded_host)
    )


def _listed(values: Iterable[str]) -> list[str]:
    """Return the parts of a header that may be sent several times (RFC 9110, 5.3)."""
    return [part.strip() for value in values for part in value.split(",") if part.strip()]


def _forwarded(values: Iterable[str]) -> _Hops:
    """Read RFC 7239: `for=192.0.2.1;proto=https;host=news.example, for="[2001:db8::1]"`."""
    found: dict[str, list[str]] = {"for": [], "proto": [], "host": []}
    for element in _listed(values):
        for pair in element.split(";"):
            name, equals, value = pair.partition("=")
            name = name.strip().lower()
            if equals and name in found:
                found[name].append(value.strip().strip('"'))
    return _Hops(found["for"], found["proto"], found["host"])


@lru_cache(4096)
def _address_in(hop: str) -> str | None:
    """Return the address in `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1` or `[2001:db8::1]:80`."""
    if hop.startswith("["):
        text = hop[1:].partition("]")[0]
    else:
        text = hop.partition(":")[0] if hop.count(":") == 1 else hop
    try:
        return str(_plain(ip_address(text)))
    except ValueError:
        return None  # "unknown", or hidden on purpose (RFC 7239, 6.3)


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return an IPv4 address also if it is written as IPv6, as sockets for both do."""
    if isinstance(address, IPv6Address) and address.ipv4_mapped is not None:
        return address.ipv4_mapped
    return address

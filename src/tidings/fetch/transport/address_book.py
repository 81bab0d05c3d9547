"""Caches the addresses of names and orders them for connecting.

The guard decides whether an address may be connected to at all.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address
from itertools import zip_longest

from tidings.fetch.caching.weighted_cache import WeightedCache
from tidings.fetch.transport.resolver import Resolver

_MAX_NAMES = 100_000  # in the cache; about 30 MB when full
_TTL = 120.0  # seconds; lookups run in few threads, and stale addresses only cost a retry


@dataclass(frozen=True, slots=True)
class _Entry:
    addresses: tuple[str, ...]
    until: float


class AddressBook:
    """Looks up names through a resolver and caches the addresses for `ttl` seconds."""

    def __init__(self, resolver: Resolver, ttl: float = _TTL) -> None:
        self._resolver = resolver
        self._ttl = ttl
        self._entries: WeightedCache[str, _Entry] = WeightedCache(_MAX_NAMES)
        self._winners: WeightedCache[str, str] = WeightedCache(_MAX_NAMES)  # of races
        self._lookups: dict[str, asyncio.Task[tuple[str, ...]]] = {}

    def known(self, name: str) -> Sequence[str] | None:
        """Return a name's addresses if they need no lookup."""
        if is_ip_literal(name):
            return (name,)
        entry = self._entries.get(name)
        return entry.addresses if entry is not None and _now() < entry.until else None

    async def addresses(self, name: str) -> Sequence[str]:
        """Return a name's addresses, both families alternating; raise what the resolver raises."""
        known = self.known(name)
        if known is not None:
            return known
        task = self._lookups.get(name)
        if task is None:
            task = asyncio.create_task(self._look_up(name))
            self._lookups[name] = task
            task.add_done_callback(lambda done: self._forget(name, done))
        return await asyncio.shield(task)  # others wait for the same lookup

    def _forget(self, name: str, done: asyncio.Task[tuple[str, ...]]) -> None:
        self._lookups.pop(name, None)
        if not done.cancelled():
            done.exception()  # asyncio need not complain: all who waited may be cancelled

    def prefer(self, name: str, address: str) -> None:
        """Move an address that could be reached to the front, now and after later lookups."""
        entry = self._entries.get(name)
        if entry is not None and entry.addresses[0] == address:
            return
        if is_ip_literal(name):
            return
        self._winners.put(name, address, 1)
        if entry is not None:
            self._entries.put(name, _Entry(_led_by(address, entry.addresses), entry.until), 1)

    def forget(self, name: str) -> None:
        """Look a name up again at its next use."""
        self._entries.drop(name)

    async def close(self) -> None:
        """Cancel pending lookups."""
        for task in list(self._lookups.values()):
            task.cancel()
        await asyncio.gather(*self._lookups.values(), return_exceptions=True)

    async def _look_up(self, name: str) -> tuple[str, ...]:
        found = [each["host"] for each in await self._resolver.resolve(name, 0)]
        if not found:
            raise OSError(None, "the name has no address")
        addresses = _led_by(self._winners.get(name), _alternating(found))
        if self._ttl:
            self._entries.put(name, _Entry(addresses, _now() + self._ttl), 1)
        return addresses


def _alternating(found: Sequence[str]) -> tuple[str, ...]:
    """Alternate between both families: if one is broken, the other is tried soon."""
    ipv4 = [address for address in found if ":" not in address]
    ipv6 = [address for address in found if ":" in address]
    first, second = (ipv6, ipv4) if ":" in found[0] else (ipv4, ipv6)
    merged = (address for pair in zip_longest(first, second) for address in pair)
    return tuple(dict.fromkeys(address for address in merged if address))


def _led_by(address: str | None, addresses: tuple[str, ...]) -> tuple[str, ...]:
    if address is None or address not in addresses[1:]:
        return addresses
    return (address, *(each for each in addresses if each != address))


@lru_cache(maxsize=10_000)  # called for every request
def is_ip_literal(name: str) -> bool:
    """Return whether a host is an IP address."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def name_without_port(host: str) -> str:
    """Return the name of host[:port], without the brackets of IPv6."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _now() -> float:
    return asyncio.get_running_loop().time()

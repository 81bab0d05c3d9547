"""The address book: which addresses a name has, kept a while, and which of them is to be dialled.

Whether one may be dialled at all the guard decides.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address
from itertools import zip_longest

from tidings.fetch.caching.weighted_cache import WeightedCache
from tidings.fetch.transport.resolver import Resolver

_MAX_NAMES = 100_000  # kept; some 30 MB when all are there
_TTL = 120.0  # seconds; look-ups run in few threads, and stale answers only cost a retry


@dataclass(frozen=True, slots=True)
class _Entry:
    addresses: tuple[str, ...]
    until: float


class AddressBook:
    """Looks names up through another resolver and remembers the answers for `ttl` seconds."""

    def __init__(self, resolver: Resolver, ttl: float = _TTL) -> None:
        self._resolver = resolver
        self._ttl = ttl
        self._entries: WeightedCache[str, _Entry] = WeightedCache(_MAX_NAMES)
        self._asking: dict[str, asyncio.Task[tuple[str, ...]]] = {}

    def known(self, name: str) -> Sequence[str] | None:
        """Return a name's addresses if they need no look-up."""
        if is_ip_literal(name):
            return (name,)
        entry = self._entries.get(name)
        return entry.addresses if entry is not None and _now() < entry.until else None

    async def addresses(self, name: str) -> Sequence[str]:
        """Return a name's addresses, both families in turn; raise what the resolver raises."""
        known = self.known(name)
        if known is not None:
            return known
        task = self._asking.get(name)
        if task is None:
            task = asyncio.create_task(self._ask(name))
            self._asking[name] = task
            task.add_done_callback(lambda _: self._asking.pop(name, None))
        return await asyncio.shield(task)  # others wait for the same answer

    def prefer(self, name: str, address: str) -> None:
        """Put the address that answered before the others that did not."""
        entry = self._entries.get(name)
        if entry is not None and address in entry.addresses[1:]:
            ordered = sorted(entry.addresses, key=lambda each: each != address)
            self._entries.put(name, _Entry(tuple(ordered), entry.until), 1)

    async def close(self) -> None:
        """Give up what is being looked up."""
        for task in list(self._asking.values()):
            task.cancel()
        await asyncio.gather(*self._asking.values(), return_exceptions=True)

    async def _ask(self, name: str) -> tuple[str, ...]:
        found = [place["host"] for place in await self._resolver.resolve(name, 0)]
        if not found:
            raise OSError(None, "the name has no address")
        addresses = _in_turn(found)
        if self._ttl:
            self._entries.put(name, _Entry(addresses, _now() + self._ttl), 1)
        return addresses


def _in_turn(found: Sequence[str]) -> tuple[str, ...]:
    """Return addresses with both families in turn: if one is broken, the other is tried soon."""
    old = [address for address in found if ":" not in address]
    new = [address for address in found if ":" in address]
    first, second = (new, old) if ":" in found[0] else (old, new)
    pairs = (pair for both in zip_longest(first, second) for pair in both)
    return tuple(dict.fromkeys(address for address in pairs if address))


@lru_cache(maxsize=10_000)  # it is asked for every request
def is_ip_literal(name: str) -> bool:
    """Tell whether a host is an IP address already."""
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

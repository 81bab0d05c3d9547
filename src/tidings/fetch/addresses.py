"""The address book: which addresses a name has, kept a while, and which of them is to be dialled.

aiohttp asks it for names when it connects. An exchange that had its turn for one address names it
in its Dial, and gets no other; whether that may be dialled at all the guard decides.
"""

import asyncio
import socket
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import ip_address
from itertools import zip_longest

from aiohttp.abc import AbstractResolver, ResolveResult

from tidings.fetch.guard import current_dial
from tidings.fetch.shelf import Shelf

_NAMES = 100_000  # kept; some 30 MB when all are there
_TTL = 120.0  # seconds; look-ups run in few threads, and stale answers only cost a retry


@dataclass(frozen=True, slots=True)
class _Entry:
    results: tuple[ResolveResult, ...]
    until: float


class AddressBook(AbstractResolver):
    """Looks names up through another resolver and remembers the answers for `ttl` seconds."""

    def __init__(self, resolver: AbstractResolver, ttl: float = _TTL) -> None:
        self._resolver = resolver
        self._ttl = ttl
        self._entries: Shelf[str, _Entry] = Shelf(_NAMES)
        self._asking: dict[str, asyncio.Task[tuple[ResolveResult, ...]]] = {}

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Return where to connect to: the address that the exchange wants, or all there are."""
        dial = current_dial.get()
        if dial is not None and dial.wanted:
            return [_result(host, dial.wanted, port)]
        return [{**result, "port": port} for result in await self._look_up(host)]

    async def addresses(self, name: str) -> list[str]:
        """Return a name's addresses, both families in turn; raise what the resolver raises."""
        if is_literal(name):
            return [name]
        found = [str(result["host"]) for result in await self._look_up(name)]
        old = [address for address in found if ":" not in address]
        new = [address for address in found if ":" in address]
        first, second = (new, old) if found and ":" in found[0] else (old, new)
        pairs = (pair for both in zip_longest(first, second) for pair in both)
        return list(dict.fromkeys(address for address in pairs if address))

    def prefer(self, name: str, address: str) -> None:
        """Put the address that answered before the others that did not."""
        entry = self._entries.get(name)
        if entry is not None and str(entry.results[0]["host"]) != address:
            ordered = sorted(entry.results, key=lambda result: result["host"] != address)
            self._entries.put(name, _Entry(tuple(ordered), entry.until), 1)

    async def close(self) -> None:
        """Give up what is being looked up."""
        for task in list(self._asking.values()):
            task.cancel()
        await asyncio.gather(*self._asking.values(), return_exceptions=True)

    async def _look_up(self, name: str) -> tuple[ResolveResult, ...]:
        entry = self._entries.get(name)
        if entry is not None and _now() < entry.until:
            return entry.results
        task = self._asking.get(name)
        if task is None:
            task = asyncio.create_task(self._ask(name))
            self._asking[name] = task
            task.add_done_callback(lambda _: self._asking.pop(name, None))
        return await asyncio.shield(task)  # others wait for the same answer

    async def _ask(self, name: str) -> tuple[ResolveResult, ...]:
        results = tuple(await self._resolver.resolve(name, 0, socket.AF_UNSPEC))
        if not results:
            raise OSError(None, "the name has no address")
        if self._ttl:
            self._entries.put(name, _Entry(results, _now() + self._ttl), 1)
        return results


@lru_cache(maxsize=10_000)  # it is asked for every request
def is_literal(name: str) -> bool:
    """Tell whether a host is an IP address already."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def name_in(host: str) -> str:
    """Return the name of host[:port], without the brackets of IPv6."""
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _now() -> float:
    return asyncio.get_running_loop().time()


def _result(name: str, address: str, port: int) -> ResolveResult:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    flags = socket.AI_NUMERICHOST | socket.AI_NUMERICSERV
    return ResolveResult(
        hostname=name, host=address, port=port, family=family, proto=0, flags=flags
    )

"""Looks up names in its own threads. The guard decides which addresses are allowed.

The event loops' own lookups share four (uvloop) or six threads with everything else, so a few dead
name servers would block the lookups of all healthy hosts.
"""

import asyncio
import socket
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypedDict

_THREADS = 32  # a dead name server blocks one for about ten seconds


class ResolvedAddress(TypedDict):
    """An address of a name."""

    host: str
    port: int


class Resolver(Protocol):
    """Looks up names; raises OSError or UnicodeError if there is no address."""

    async def resolve(self, host: str, port: int = 0, /) -> Sequence[ResolvedAddress]:
        """Return the addresses of a host."""
        ...


class ThreadResolver:
    """The system's resolver, with many lookups in parallel."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="tidings-dns")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolvedAddress]:
        """Return the addresses of a host; raise OSError (or UnicodeError) if it has none."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._pool, _look_up, host, port, family)
        return [ResolvedAddress(host=str(peer[0]), port=port) for _, _, _, _, peer in found]

    async def close(self) -> None:
        """Drop the lookups that have not started, and do not wait for the others."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _look_up(
    host: str, port: int, family: socket.AddressFamily
) -> list[tuple[socket.AddressFamily, socket.SocketKind, int, str, tuple[object, ...]]]:
    flags = socket.AI_ADDRCONFIG  # no IPv6 addresses if this machine has none
    return list(socket.getaddrinfo(host, port, family, socket.SOCK_STREAM, flags=flags))

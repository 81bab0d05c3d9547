"""Looks names up in threads of its own; which of the addresses may be dialled the guard decides.

The loops' own look-ups share four (uvloop) or six threads with everything else, so that a few
dead name servers would hold up the look-ups of all healthy hosts.
"""

import asyncio
import socket
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, TypedDict

_THREADS = 32  # a dead name server holds one for some ten seconds


class ResolvedAddress(TypedDict):
    """Where a name leads."""

    host: str
    port: int


class Resolver(Protocol):
    """Looks names up; raises OSError or UnicodeError if there is no address."""

    async def resolve(self, host: str, port: int = 0, /) -> Sequence[ResolvedAddress]:
        """Return the addresses of a host."""
        ...


class ThreadResolver:
    """The system's resolver, many look-ups at a time."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(_THREADS, thread_name_prefix="tidings-dns")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolvedAddress]:
        """Return the addresses of a host; raise OSError (or UnicodeError) if it has none."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._pool, _look_up, host, port, family)
        return [ResolvedAddress(host=str(place[0]), port=port) for _, _, _, _, place in found]

    async def close(self) -> None:
        """Forget the look-ups that have not started; nobody waits for the others."""
        self._pool.shutdown(wait=False, cancel_futures=True)


def _look_up(
    host: str, port: int, family: socket.AddressFamily
) -> list[tuple[socket.AddressFamily, socket.SocketKind, int, str, tuple[object, ...]]]:
    flags = socket.AI_ADDRCONFIG  # no IPv6 addresses for those who cannot reach them
    return list(socket.getaddrinfo(host, port, family, socket.SOCK_STREAM, flags=flags))

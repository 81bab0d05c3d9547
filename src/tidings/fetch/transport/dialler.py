"""Opens connections to origins through the guard. It keeps none: the pool does."""

import asyncio
import errno
import socket
import ssl
from collections.abc import Callable, Sequence
from functools import partial

from tidings.fetch.transport.address_book import AddressBook, name_without_port
from tidings.fetch.transport.address_race import DialTurns, first_connected
from tidings.fetch.transport.connection import Connection, ConnectionPool, Origin
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.failure_cause import connection_cause, lookup_cause
from tidings.fetch.transport.guard import AddressRefused, Guard
from tidings.fetch.transport.tls_cause import tls_cause
from tidings.model.web.reason import Reason
from tidings.settings.tree import FetchSettings

_PORTS = {"http": 80, "https": 443}
_NO_ROUTE = frozenset({errno.ENETUNREACH, errno.EHOSTUNREACH, errno.EADDRNOTAVAIL})


class Dialler:
    """Opens connections. The guard creates every socket it uses."""

    def __init__(
        self,
        guard: Guard,
        book: AddressBook,
        pool: ConnectionPool,
        tls: Callable[[], ssl.SSLContext],
        settings: FetchSettings,
    ) -> None:
        self._guard = guard
        self._book = book
        self._pool = pool
        self._seconds = settings.connect_seconds
        self._tls = tls

    async def dial(
        self, origin: Origin, turns: DialTurns | None, deadline: float
    ) -> Connection | ExchangeFailure:
        """Return a connection to one of the given addresses, or else to any of the host."""
        until = min(deadline, asyncio.get_running_loop().time() + self._seconds)
        try:
            async with asyncio.timeout_at(until):
                found = turns.addresses if turns and turns.addresses else None
                addresses = found or await self._addresses(origin)
                if isinstance(addresses, ExchangeFailure):
                    return addresses
                return await self._first(origin, addresses, turns if found else None)
        except TimeoutError:
            detail = f"no connection to {origin[1]} in {self._seconds:g} s"
            return ExchangeFailure(Reason.TIMEOUT_CONNECT, detail)

    async def _addresses(self, origin: Origin) -> Sequence[str] | ExchangeFailure:
        try:
            return await self._book.addresses(name_without_port(origin[1]))
        except TimeoutError:
            raise
        except (OSError, ValueError) as error:  # ValueError: invalid names
            return ExchangeFailure(Reason.DNS, lookup_cause(error))

    async def _first(
        self, origin: Origin, addresses: Sequence[str], turns: DialTurns | None
    ) -> Connection | ExchangeFailure:
        """Connect to the address that answers first; to another one if it breaks off at once."""
        left, connect = list(addresses), partial(self._socket, port_of(origin))
        errors: list[OSError] = []
        while left:
            raced = await first_connected(left, connect, turns)
            if isinstance(raced, list):
                errors += raced
                break
            address, sock = raced
            try:
                return await self._opened(origin, sock)
            except ssl.SSLError as error:
                return ExchangeFailure(Reason.TLS, tls_cause(error), address=address)
            except OSError as error:
                errors.append(error)
                left.remove(address)
                if turns is not None:
                    turns.leave(address)
        return _failure(addresses, errors)

    async def _socket(self, port: int, address: str) -> socket.socket:
        """Return a connected socket."""
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        peer = (address, port)
        sock = self._guard.socket_for((family, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", peer))
        try:
            sock.setblocking(False)
            await asyncio.get_running_loop().sock_connect(sock, peer)
        except BaseException:
            sock.close()
            raise
        return sock

    async def _opened(self, origin: Origin, sock: socket.socket) -> Connection:
        name = name_without_port(origin[1]).rstrip(".") if origin[0] == "https" else None
        _, connection = await asyncio.get_running_loop().create_connection(
            lambda: Connection(origin, self._pool),
            sock=sock,
            ssl=self._tls() if name else None,
            server_hostname=name,
        )
        return connection


def _failure(addresses: Sequence[str], errors: Sequence[OSError]) -> ExchangeFailure:
    """Return why none of the addresses could be connected to."""
    tried = [error for error in errors if not isinstance(error, AddressRefused)]
    if not tried:
        return ExchangeFailure(Reason.PRIVATE_ADDRESS, ", ".join(dict.fromkeys(addresses)))
    # That this machine has no way there says less than what a server answers.
    told = [error for error in tried if error.errno not in _NO_ROUTE]
    return ExchangeFailure(Reason.CONNECT, connection_cause((told or tried)[-1]))


def port_of(origin: Origin) -> int:
    """Return the port of an origin."""
    scheme, host = origin
    port = host.rpartition("]")[2].partition(":")[2]
    return int(port) if port else _PORTS[scheme]

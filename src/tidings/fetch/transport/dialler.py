"""Opens connections to origins through the guard. It keeps none: the pool does."""

import asyncio
import socket
import ssl
from collections.abc import Sequence

from tidings.fetch.transport.address_book import AddressBook, name_without_port
from tidings.fetch.transport.connection import Connection, ConnectionPool, Origin
from tidings.fetch.transport.exchange_failure import ExchangeFailure, detail_of
from tidings.fetch.transport.guard import AddressRefused, Guard
from tidings.model.web.reason import Reason

_PORTS = {"http": 80, "https": 443}


class Dialler:
    """Opens connections. The guard creates every socket it uses."""

    def __init__(
        self, guard: Guard, book: AddressBook, pool: ConnectionPool, connect_seconds: float
    ) -> None:
        self._guard = guard
        self._book = book
        self._pool = pool
        self._seconds = connect_seconds
        self._context: ssl.SSLContext | None = None  # created on first use, because that is slow

    async def dial(
        self, origin: Origin, address: str | None, deadline: float
    ) -> Connection | ExchangeFailure:
        """Return a connection to the given address, or else to any address of the host."""
        until = min(deadline, asyncio.get_running_loop().time() + self._seconds)
        try:
            async with asyncio.timeout_at(until):
                addresses = [address] if address else await self._addresses(origin)
                if isinstance(addresses, ExchangeFailure):
                    return addresses
                return await self._first(origin, addresses)
        except TimeoutError:
            detail = f"no connection to {origin[1]} in {self._seconds:g} s"
            return ExchangeFailure(Reason.TIMEOUT_CONNECT, detail, is_unreachable=True)

    async def _addresses(self, origin: Origin) -> Sequence[str] | ExchangeFailure:
        try:
            return await self._book.addresses(name_without_port(origin[1]))
        except TimeoutError:
            raise
        except (OSError, ValueError) as error:  # ValueError: invalid names
            return ExchangeFailure(Reason.DNS, detail_of(error))

    async def _first(
        self, origin: Origin, addresses: Sequence[str]
    ) -> Connection | ExchangeFailure:
        """Connect to the first address that can be reached."""
        refused: list[str] = []
        failure: ExchangeFailure | None = None
        for address in addresses:
            try:
                return await self._connect(origin, address)
            except AddressRefused:
                refused.append(address)
            except ssl.SSLError as error:
                return ExchangeFailure(Reason.TLS, detail_of(error))
            except OSError as error:
                failure = ExchangeFailure(Reason.CONNECT, detail_of(error), is_unreachable=True)
        return failure or ExchangeFailure(Reason.PRIVATE_ADDRESS, ", ".join(dict.fromkeys(refused)))

    async def _connect(self, origin: Origin, address: str) -> Connection:
        family = socket.AF_INET6 if ":" in address else socket.AF_INET
        peer = (address, _port(origin))
        sock = self._guard.socket_for((family, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", peer))
        loop = asyncio.get_running_loop()
        try:
            sock.setblocking(False)
            await loop.sock_connect(sock, peer)
        except BaseException:
            sock.close()
            raise
        name = name_without_port(origin[1]).rstrip(".") if origin[0] == "https" else None
        _, connection = await loop.create_connection(
            lambda: Connection(origin, self._pool),
            sock=sock,
            ssl=self._tls() if name else None,
            server_hostname=name,
        )
        return connection

    def _tls(self) -> ssl.SSLContext:
        if self._context is None:
            self._context = ssl.create_default_context()
            self._context.set_alpn_protocols(["http/1.1"])
        return self._context


def _port(origin: Origin) -> int:
    scheme, host = origin
    port = host.rpartition("]")[2].partition(":")[2]
    return int(port) if port else _PORTS[scheme]

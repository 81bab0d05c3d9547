"""Opens connections through a proxy. It dials in our place: the guard sees only what we send it.

Addresses in URLs are still checked here, and with socks5:// the addresses that we looked up. What
a name means to any other proxy is up to that proxy. Its own address may be private: the user named
it.
"""

import asyncio
import socket
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tidings.fetch.transport.address_book import AddressBook, is_ip_literal, name_without_port
from tidings.fetch.transport.address_race import DialTurns
from tidings.fetch.transport.connection import Connection, ConnectionPool, Origin
from tidings.fetch.transport.dialler import port_of
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.failure_cause import connection_cause, lookup_cause
from tidings.fetch.transport.guard import Guard
from tidings.fetch.transport.proxy.connect_tunnel import ConnectTunnel
from tidings.fetch.transport.proxy.refusal import unreachable_proxy
from tidings.fetch.transport.request_headers import user_agent
from tidings.fetch.transport.tls_cause import tls_cause
from tidings.model.web.reason import Reason
from tidings.settings.proxy_address import ProxyAddress
from tidings.settings.tree import FetchSettings

_LOOPBACK = "127.0.0.1"


class _ProxyUnreachable(Exception):
    """There is no connection to an address of the proxy; the message says why."""


@dataclass(slots=True)
class _Attempt:
    """One connection to be made: where to, through whom, and how far it came."""

    origin: Origin
    proxy: ProxyAddress
    target: str = ""  # the name or address that the proxy is to dial
    has_proxy: bool = False  # the proxy was reached

    @property
    def tls_name(self) -> str | None:
        """The name that the certificate must have; None without TLS."""
        is_secure = self.origin[0] == "https"
        return name_without_port(self.origin[1]).rstrip(".") if is_secure else None

    def failure(self, reason: Reason, error: Exception) -> ExchangeFailure:
        """Return the failure of the host behind the proxy."""
        return ExchangeFailure(reason, f"{_cause(error)} (through the proxy {self.proxy})")

    def too_late(self, seconds: float) -> ExchangeFailure:
        """Return the failure of a connection that took too long."""
        if not self.has_proxy:
            return unreachable_proxy(self.proxy, f"no answer in {seconds:g} s")
        detail = (
            f"no connection to {self.origin[1]} in {seconds:g} s through the proxy {self.proxy}"
        )
        return ExchangeFailure(Reason.TIMEOUT_CONNECT, detail)


class ProxyDialler:
    """Opens connections to origins through proxies."""

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
        self._agent = user_agent(settings.bot_url, settings.contact)

    async def dial(
        self, origin: Origin, proxy: ProxyAddress, turns: DialTurns | None, deadline: float
    ) -> Connection | ExchangeFailure:
        """Return a connection to an origin; at one of the given addresses, if we look names up."""
        until = min(deadline, asyncio.get_running_loop().time() + self._seconds)
        attempt = _Attempt(origin, proxy)
        try:
            async with asyncio.timeout_at(until):
                given = turns.addresses if turns is not None else ()
                targets = given or await self._targets(origin, proxy)
                if isinstance(targets, ExchangeFailure):
                    return targets
                return await self._to_any(attempt, targets, turns if given else None)
        except TimeoutError:
            return attempt.too_late(self._seconds)

    async def _targets(
        self, origin: Origin, proxy: ProxyAddress
    ) -> Sequence[str] | ExchangeFailure:
        """Return the name, or the addresses, that the proxy may dial."""
        name = name_without_port(origin[1]).rstrip(".")
        if is_localhost(name):
            name = _LOOPBACK
        if proxy.resolves_names and not is_ip_literal(name):
            return (name,)
        try:
            found = await self._book.addresses(name)
        except (OSError, ValueError) as error:  # ValueError: invalid names
            return ExchangeFailure(Reason.DNS, lookup_cause(error))
        allowed = tuple(filter(self._guard.allows, found))
        return allowed or ExchangeFailure(Reason.PRIVATE_ADDRESS, ", ".join(found))

    async def _to_any(
        self, attempt: _Attempt, targets: Sequence[str], turns: DialTurns | None
    ) -> Connection | ExchangeFailure:
        """Connect to the first address of the host that the proxy can reach, each in its turn."""
        failure: ExchangeFailure | None = None
        for target in targets:
            if turns is not None:
                await turns.enter(target)
            attempt.target = target
            connection = await self._through_any_address(attempt)
            if isinstance(connection, Connection) or connection.reason is not Reason.CONNECT:
                return connection
            failure = connection
            if turns is not None:
                turns.leave(target)
        assert failure is not None
        return failure

    async def _through_any_address(self, attempt: _Attempt) -> Connection | ExchangeFailure:
        """Connect through the first address of the proxy that can be reached."""
        problem = ""
        try:
            for address in await self._book.addresses(attempt.proxy.host):
                try:
                    connection = await self._through(attempt, address)
                except _ProxyUnreachable as error:
                    problem = str(error)
                else:
                    return connection
        except ssl.SSLError as error:
            return attempt.failure(Reason.TLS, error)
        except (OSError, ValueError) as error:
            if attempt.has_proxy:
                return attempt.failure(Reason.CONNECT, error)
            problem = lookup_cause(error)
        return unreachable_proxy(attempt.proxy, problem)

    async def _through(self, attempt: _Attempt, address: str) -> Connection | ExchangeFailure:
        if attempt.proxy.is_socks:
            connection = await self._through_socks(attempt, address)
        else:
            connection = await self._through_http(attempt, address)
        if isinstance(connection, Connection):
            # What we are connected to is the proxy; of the host we know an address only if the
            # proxy was given one.
            connection.address = attempt.target if is_ip_literal(attempt.target) else ""
        return connection

    async def _through_socks(self, attempt: _Attempt, address: str) -> Connection | ExchangeFailure:
        from tidings.fetch.transport.proxy.socks_tunnel import socks_refusal_of  # few need it

        loop, port = asyncio.get_running_loop(), port_of(attempt.origin)
        sock = await self._proxy_socket(attempt, address)
        refusal = await socks_refusal_of(attempt.proxy, sock, attempt.target, port)
        if refusal is not None:
            return refusal
        _, connection = await loop.create_connection(
            lambda: self._new_connection(attempt),
            sock=sock,
            ssl=self._tls() if attempt.tls_name else None,
            server_hostname=attempt.tls_name,
        )
        return connection

    async def _through_http(self, attempt: _Attempt, address: str) -> Connection | ExchangeFailure:
        loop, proxy = asyncio.get_running_loop(), attempt.proxy
        is_secure = proxy.scheme == "https"
        sock = await self._proxy_socket(attempt, address)
        try:
            transport, protocol = await loop.create_connection(
                lambda: self._first_protocol(attempt),
                sock=sock,
                ssl=self._tls() if is_secure else None,
                server_hostname=proxy.host if is_secure else None,
            )
        except OSError as error:  # SSLError is one
            raise _ProxyUnreachable(_cause(error)) from None
        if isinstance(protocol, Connection):
            return protocol
        return await self._through_tunnel(attempt, transport, protocol)

    def _first_protocol(self, attempt: _Attempt) -> Connection | ConnectTunnel:
        """Return who speaks first with an HTTP proxy.

        It takes whole URLs for http: tinyproxy and squid allow tunnels to port 443 only, by
        default, and squid caches what it sees. For https there must be a tunnel.
        """
        if attempt.tls_name is None:
            return self._new_connection(attempt)
        return ConnectTunnel(attempt.proxy, attempt.target, port_of(attempt.origin), self._agent)

    async def _through_tunnel(
        self, attempt: _Attempt, transport: asyncio.Transport, tunnel: ConnectTunnel
    ) -> Connection | ExchangeFailure:
        connection, context = self._new_connection(attempt), self._tls()
        try:
            refusal = await tunnel.open()
            if refusal is not None:
                transport.abort()
                return refusal
            inner = await asyncio.get_running_loop().start_tls(
                transport, connection, context, server_hostname=attempt.tls_name
            )
        except BaseException:
            transport.abort()
            raise
        if inner is None:
            raise ConnectionResetError("the connection was closed")
        connection.connection_made(inner)
        return connection

    async def _proxy_socket(self, attempt: _Attempt, address: str) -> socket.socket:
        """Return a socket to the proxy. The guard is not asked: the user named this address."""
        sock = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
        try:
            sock.setblocking(False)
            await asyncio.get_running_loop().sock_connect(sock, (address, attempt.proxy.port))
        except OSError as error:
            sock.close()
            raise _ProxyUnreachable(_cause(error)) from None
        except BaseException:
            sock.close()
            raise
        attempt.has_proxy = True
        return sock

    def _new_connection(self, attempt: _Attempt) -> Connection:
        return Connection((*attempt.origin, attempt.proxy), self._pool)


def _cause(error: Exception) -> str:
    """Return why a connection failed, or its TLS."""
    return tls_cause(error) if isinstance(error, ssl.SSLError) else connection_cause(error)


def is_localhost(name: str) -> bool:
    """Return whether a name always means this machine (RFC 6761, 6.3): to a proxy, its own."""
    return name == "localhost" or name.endswith(".localhost")

"""Connections to servers and the pool that keeps them open between exchanges."""

import asyncio
from contextlib import suppress
from typing import cast

from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.raw_response import RawResponse
from tidings.fetch.transport.response_parser import ResponseParser
from tidings.settings.proxy_address import ProxyAddress

_KEEP_ALIVE = 4.0  # seconds: longer than a host's usual delay, shorter than most servers' five
_CLOSING_SECONDS = 1.0  # to wait for connections to end on close; they are aborted anyway

Origin = tuple[str, str]  # scheme and host[:port]
Route = Origin | tuple[str, str, ProxyAddress]  # an origin, and the proxy in between


class Connection(asyncio.Protocol):
    """One connection, used by one exchange at a time."""

    def __init__(self, route: Route, pool: "ConnectionPool") -> None:
        self.route = route
        self.address = ""  # the IP address it is connected to
        self.idle_since = 0.0
        self._early = b""  # what came before any request
        self._pool = pool
        self._transport: asyncio.Transport | None = None
        self._parser: ResponseParser | None = None

    @property
    def is_open(self) -> bool:
        """Whether it can be used, as far as known."""
        return self._transport is not None and not self._transport.is_closing()

    async def send(self, request: bytes, parser: ResponseParser) -> RawResponse | ExchangeFailure:
        """Send a request and return the outcome; close the connection unless it can be reused."""
        parser.address = self.address
        try:
            if self._early or self._transport is None:  # it spoke first, or hung up
                parser.begin_without_request(self._early)
            else:
                self._parser = parser
                self._transport.write(request)
            return await parser.outcome
        finally:
            self._parser = None
            parser.stop()
            if not parser.keeps_connection:
                self.close()

    def close(self) -> None:
        """Close it now, discarding data in transit."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """asyncio: the connection is established."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's do not subclass it
        peer = transport.get_extra_info("peername")  # None if it is closed already
        self.address = str(peer[0]) if peer else ""
        self._pool.add(self)

    def data_received(self, data: bytes) -> None:
        """asyncio: data arrived."""
        if self._parser is None:
            self._early = data
            self.close()  # not requested
        else:
            self._parser.feed(data)

    def connection_lost(self, error: Exception | None) -> None:
        """asyncio: the connection is over."""
        self._transport = None
        if self._parser is not None:
            self._parser.connection_lost(error)
        self._pool.remove(self)


class ConnectionPool:
    """Keeps idle connections open for a few seconds, and closes all at the end."""

    def __init__(self) -> None:
        self._open: set[Connection] = set()
        self._idle: dict[Connection, None] = {}  # longest idle first
        self._by_route: dict[Route, list[Connection]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._all_closed: asyncio.Event | None = None  # while closing

    def add(self, connection: Connection) -> None:
        """Add a new connection, which is in use."""
        self._open.add(connection)

    def remove(self, connection: Connection) -> None:
        """Remove a closed connection."""
        self._mark_busy(connection)
        self._open.discard(connection)
        if self._all_closed is not None and not self._open:
            self._all_closed.set()

    def take(self, route: Route) -> Connection | None:
        """Return the most recently used idle connection on a route, if there is one."""
        idle = self._by_route.get(route)
        while idle:
            connection = idle[-1]
            self._mark_busy(connection)
            if connection.is_open:
                return connection
        return None

    def put(self, connection: Connection) -> None:
        """Keep an idle connection until it is taken or has been idle too long."""
        loop = asyncio.get_running_loop()
        connection.idle_since = loop.time()
        self._idle[connection] = None
        self._by_route.setdefault(connection.route, []).append(connection)
        if self._timer is None:
            self._timer = loop.call_later(_KEEP_ALIVE, self._close_old)

    async def close(self) -> None:
        """Close every connection."""
        if self._timer is not None:
            self._timer.cancel()
        for connection in list(self._open):
            connection.close()
        if self._open:
            self._all_closed = asyncio.Event()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._all_closed.wait(), _CLOSING_SECONDS)

    def _close_old(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        now = loop.time()
        for connection in list(self._idle):
            seconds_left = connection.idle_since + _KEEP_ALIVE - now
            if seconds_left > 0:
                self._timer = loop.call_later(seconds_left, self._close_old)
                return
            self._mark_busy(connection)
            connection.close()

    def _mark_busy(self, connection: Connection) -> None:
        if connection in self._idle:
            del self._idle[connection]
            idle = self._by_route[connection.route]
            idle.remove(connection)
            if not idle:
                del self._by_route[connection.route]

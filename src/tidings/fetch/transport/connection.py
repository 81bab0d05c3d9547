"""Connections to servers: each carries one exchange after another and rests in between."""

import asyncio
from contextlib import suppress
from typing import cast

from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.raw_response import RawResponse
from tidings.fetch.transport.response_parser import ResponseParser

_KEEP_ALIVE = 4.0  # seconds: outlasts a host's usual delay, ends before most servers' five
_CLOSING_SECONDS = 1.0  # for connections to end when all is closed; they are aborted anyway

Origin = tuple[str, str]  # scheme and host[:port]


class Connection(asyncio.Protocol):
    """One connection; whoever asks must have it alone."""

    def __init__(self, origin: Origin, rest: "ConnectionPool") -> None:
        self.origin = origin
        self.address = ""  # that it is connected to
        self.rests_since = 0.0
        self._rest = rest
        self._transport: asyncio.Transport | None = None
        self._hearing: ResponseParser | None = None

    @property
    def is_open(self) -> bool:
        """Whether it can carry an exchange, as far as is known."""
        return self._transport is not None and not self._transport.is_closing()

    async def ask(self, request: bytes, hearing: ResponseParser) -> RawResponse | ExchangeFailure:
        """Send a request and return the outcome; close the connection unless it may be kept."""
        assert self._transport is not None
        self._hearing, hearing.address = hearing, self.address
        try:
            self._transport.write(request)
            return await hearing.end
        finally:
            self._hearing = None
            hearing.stop()
            if not hearing.leaves_open:
                self.close()

    def close(self) -> None:
        """End it now: nobody waits for what is still to come."""
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """asyncio: the connection stands."""
        self._transport = cast(asyncio.Transport, transport)  # uvloop's are not registered as such
        peer = transport.get_extra_info("peername")  # None if it has gone already
        self.address = str(peer[0]) if peer else ""
        self._rest.note(self)

    def data_received(self, data: bytes) -> None:
        """asyncio: bytes came."""
        if self._hearing is None:
            self.close()  # nobody asked
        else:
            self._hearing.came(data)

    def connection_lost(self, error: Exception | None) -> None:
        """asyncio: the connection is over."""
        self._transport = None
        if self._hearing is not None:
            self._hearing.lost(error)
        self._rest.forget(self)


class ConnectionPool:
    """Where connections rest between exchanges, for a few seconds; it closes all in the end."""

    def __init__(self) -> None:
        self._open: set[Connection] = set()
        self._resting: dict[Connection, None] = {}  # the longest at rest first
        self._of: dict[Origin, list[Connection]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._over: asyncio.Event | None = None  # while all are being closed

    def note(self, connection: Connection) -> None:
        """Take note of a new connection."""
        self._open.add(connection)

    def forget(self, connection: Connection) -> None:
        """Take note that a connection is over."""
        self._wake(connection)
        self._open.discard(connection)
        if self._over is not None and not self._open:
            self._over.set()

    def take(self, origin: Origin) -> Connection | None:
        """Return the connection to an origin that rested least, if there is one."""
        resting = self._of.get(origin)
        while resting:
            connection = resting[-1]
            self._wake(connection)
            if connection.is_open:
                return connection
        return None

    def put(self, connection: Connection) -> None:
        """Let a connection rest until it is taken or has rested too long."""
        loop = asyncio.get_running_loop()
        connection.rests_since = loop.time()
        self._resting[connection] = None
        self._of.setdefault(connection.origin, []).append(connection)
        if self._timer is None:
            self._timer = loop.call_later(_KEEP_ALIVE, self._close_old)

    async def close(self) -> None:
        """Close every connection."""
        if self._timer is not None:
            self._timer.cancel()
        for connection in list(self._open):
            connection.close()
        if self._open:
            self._over = asyncio.Event()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._over.wait(), _CLOSING_SECONDS)

    def _close_old(self) -> None:
        self._timer = None
        loop = asyncio.get_running_loop()
        now = loop.time()
        for connection in list(self._resting):
            left = connection.rests_since + _KEEP_ALIVE - now
            if left > 0:
                self._timer = loop.call_later(left, self._close_old)
                return
            self._wake(connection)
            connection.close()

    def _wake(self, connection: Connection) -> None:
        if connection in self._resting:
            del self._resting[connection]
            resting = self._of[connection.origin]
            resting.remove(connection)
            if not resting:
                del self._of[connection.origin]

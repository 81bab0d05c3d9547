"""Sends requests at given moments, whether or not earlier ones were answered.

Run as a program: requests on standard input, times on standard output. Time counts from the moment
at which a request should have been sent, so whatever waits, here or in the server, is included.
"""

import asyncio
import json
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import cast
from urllib.parse import urlsplit

import httptools
import uvloop

_GIVE_UP = 15.0  # seconds after the last request


@dataclass(slots=True)
class Outcome:
    """What came of all requests."""

    waited: list[tuple[str, float]] = field(default_factory=list)  # route and seconds
    failed: list[tuple[str, str]] = field(default_factory=list)  # route and why
    late: float = 0.0  # the longest time by which this program itself was late


class Clients:
    """Connections to one server; a request takes an idle one, or opens another."""

    def __init__(self, url: str) -> None:
        self._address = urlsplit(url)
        self._idle: list[_Connection] = []
        self._all: set[_Connection] = set()
        self.outcome = Outcome()
        self.open = 0  # requests without an answer
        self.answered = asyncio.Event()  # whether none is open

    async def send(self, route: str, path: str, due: float) -> None:
        """Send a request; what comes of it is noted later."""
        self.open += 1
        self.answered.clear()
        try:
            connection = self._idle.pop() if self._idle else await self._connected()
        except OSError as error:
            self.done(route, due, f"no connection: {error}", None)
            return
        connection.send(route, path, due)

    async def _connected(self) -> "_Connection":
        loop = asyncio.get_running_loop()
        _, connection = await loop.create_connection(
            lambda: _Connection(self, self._address.netloc),
            str(self._address.hostname),
            self._address.port or 80,
        )
        self._all.add(connection)
        return connection

    def done(self, route: str, due: float, problem: str, idle: "_Connection | None") -> None:
        """Note what came of a request."""
        self.open -= 1
        if not self.open:
            self.answered.set()
        if problem:
            self.outcome.failed.append((route, problem))
        else:
            self.outcome.waited.append((route, time.monotonic() - due))
        if idle is not None:
            self._idle.append(idle)

    def forget(self, connection: "_Connection") -> None:
        """Use a connection no more: it was closed."""
        self._all.discard(connection)
        if connection in self._idle:
            self._idle.remove(connection)

    async def close(self) -> None:
        """Close all connections."""
        while self._all:
            self._all.pop().close()
        await asyncio.sleep(0)


class _Connection(asyncio.Protocol):
    """A connection with at most one request under way."""

    def __init__(self, clients: Clients, host: str) -> None:
        self._clients = clients
        self._host = host
        self._sent: tuple[str, float] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        self._transport = cast(asyncio.WriteTransport, transport)

    def send(self, route: str, path: str, due: float) -> None:
        """Send a request."""
        self._sent = route, due
        self._parser = httptools.HttpResponseParser(self)
        self._transport.write(f"GET {path} HTTP/1.1\r\nHost: {self._host}\r\n\r\n".encode())

    def close(self) -> None:
        """Close the connection."""
        self._sent = None
        self._transport.close()

    def data_received(self, data: bytes) -> None:
        """Parse the answer."""
        self._parser.feed_data(data)

    def on_message_complete(self) -> None:
        """Note the answer."""
        status = self._parser.get_status_code()
        self._end("" if status == 200 else f"status {status}", idle=True)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that there is no answer."""
        self._clients.forget(self)
        self._end("connection lost", idle=False)

    def _end(self, problem: str, *, idle: bool) -> None:
        if self._sent is not None:
            (route, due), self._sent = self._sent, None
            self._clients.done(route, due, problem, self if idle else None)


async def sent_requests(url: str, requests: Sequence[tuple[float, str, str]]) -> Outcome:
    """Send all requests at their moments, and wait for the answers."""
    clients, tasks = Clients(url), set()
    began = time.monotonic() + 0.1
    for at, route, path in requests:
        due = began + at
        await asyncio.sleep(max(0.0, due - time.monotonic()))
        clients.outcome.late = max(clients.outcome.late, time.monotonic() - due)
        task = asyncio.create_task(clients.send(route, path, due))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)
    if clients.open:
        with suppress(TimeoutError):
            await asyncio.wait_for(clients.answered.wait(), _GIVE_UP)
    clients.outcome.failed += [("all", "no answer")] * clients.open
    await clients.close()
    return clients.outcome


def main() -> None:
    """Send the requests from standard input."""
    outcome = uvloop.run(sent_requests(sys.argv[1], json.load(sys.stdin)))
    told = {"waited": outcome.waited, "failed": outcome.failed, "late": outcome.late}
    print(json.dumps(told))


if __name__ == "__main__":
    main()

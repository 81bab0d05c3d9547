"""One exchange with one server within all limits; it follows nothing and repeats nothing.

This is the one place of Tidings that opens sockets. Pages, feeds, sitemaps, images, robots.txt and
what is posted to hubs all go through `Wire.ask`, so all of them pass the guard.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial

from tidings.fetch.transport.address_book import AddressBook, name_without_port
from tidings.fetch.transport.connection import Connection, ConnectionPool
from tidings.fetch.transport.dialler import Dialler
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.guard import Guard
from tidings.fetch.transport.raw_response import RawResponse
from tidings.fetch.transport.request_headers import default_headers
from tidings.fetch.transport.request_url import host_of
from tidings.fetch.transport.resolver import Resolver, ThreadResolver
from tidings.fetch.transport.response_parser import ResponseParser
from tidings.model.web.reason import Reason
from tidings.read.url import path_of
from tidings.settings.tree import FetchSettings


class HttpTransport:
    """The guarded connection to the world; open until closed."""

    def __init__(self, settings: FetchSettings, resolver: Resolver | None = None) -> None:
        self._settings = settings
        self._guard = Guard(settings.allow_private)
        self._own = ThreadResolver()
        # A given resolver keeps its own answers.
        self._book = AddressBook(resolver, ttl=0.0) if resolver else AddressBook(self._own)
        self._standing = _header_lines(default_headers(settings.bot_url))
        self._rest = ConnectionPool()
        self._dialler = Dialler(self._guard, self._book, self._rest, settings.connect_seconds)
        self._closed = False

    async def route(self, host: str) -> tuple[str, ...] | ExchangeFailure:
        """Return the addresses of host[:port] that may be dialled, the likeliest first.

        None at all when only private ones are known: the exchange will say which.
        """
        name = name_without_port(host)
        found = self._book.known(name)
        if found is None:
            try:
                async with asyncio.timeout(self._settings.connect_seconds):
                    found = await self._book.addresses(name)
            except TimeoutError:
                return ExchangeFailure(
                    Reason.TIMEOUT_CONNECT, f"the look-up of {host} takes too long"
                )
            except (OSError, ValueError) as error:  # ValueError: names that nobody can spell
                return ExchangeFailure(Reason.DNS, str(error))
        return tuple(filter(self._guard.allows, found))

    async def ask(
        self,
        url: str,
        headers: Mapping[str, str],
        max_bytes: int,
        form: bytes | None = None,
        address: str | None = None,
        on_head: Callable[[], None] | None = None,
    ) -> RawResponse | ExchangeFailure:
        """Return the answer to one GET, or to one POST of a form, or what went wrong.

        With `address`, that one is dialled and no other. `on_head` is called when the server has
        begun to answer.
        """
        if self._closed:
            return ExchangeFailure(Reason.CONNECT, "we are shutting down")
        if not (url.isascii() and url.isprintable()) or " " in url:
            return ExchangeFailure(Reason.NOT_A_URL)  # it could end the request line
        origin = (url.partition(":")[0], host_of(url))
        request = self._request(origin[1], path_of(url), headers, form)
        deadline = asyncio.get_running_loop().time() + self._settings.total_seconds
        hear = partial(ResponseParser, self._settings, max_bytes, deadline, on_head)
        rested = self._rest.take(origin) if form is None else None
        if rested is not None:
            hearing = hear()
            answer = await self._exchange(rested, request, hearing)
            if not hearing.is_stale:
                return answer
        # A connection gone stale at rest is replaced. A new one that breaks is not: that would be
        # a second request, unpaced.
        dialled = await self._dialler.dial(origin, address, deadline)
        if isinstance(dialled, ExchangeFailure):
            return dialled
        self._book.prefer(name_without_port(origin[1]), dialled.address)
        return await self._exchange(dialled, request, hear())

    async def close(self) -> None:
        """Close every connection, for good."""
        self._closed = True
        await self._rest.close()
        await self._book.close()
        await self._own.close()

    async def _exchange(
        self, connection: Connection, request: bytes, hearing: ResponseParser
    ) -> RawResponse | ExchangeFailure:
        answer = await connection.ask(request, hearing)
        if hearing.leaves_open and not self._closed:
            self._rest.put(connection)
        return answer

    def _request(
        self, host: str, target: str, headers: Mapping[str, str], form: bytes | None
    ) -> bytes:
        method = "GET" if form is None else "POST"
        more = _header_lines(headers) if headers else ""
        if form is not None:
            more += f"Content-Length: {len(form)}\r\n"
        head = f"{method} {target} HTTP/1.1\r\nHost: {host}\r\n{self._standing}{more}\r\n"
        return head.encode() + (form or b"")


def _header_lines(headers: Mapping[str, str]) -> str:
    return "".join([f"{name}: {value}\r\n" for name, value in headers.items()])

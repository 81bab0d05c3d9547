"""One exchange with one server within all limits; it follows nothing and repeats nothing.

This is the one place of Tidings that opens sockets. Pages, feeds, sitemaps, images, robots.txt and
what is posted to hubs all go through `Wire.ask`, so all of them pass the guard.
"""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial

from tidings.fetch.addresses import AddressBook, name_in
from tidings.fetch.agent import standing_headers
from tidings.fetch.answer import Answer
from tidings.fetch.connection import Connection, Rest
from tidings.fetch.dialler import Dialler
from tidings.fetch.guard import Guard
from tidings.fetch.hearing import Hearing
from tidings.fetch.location import host_of
from tidings.fetch.resolver import Resolver, ThreadResolver
from tidings.fetch.trouble import Trouble
from tidings.model.web.reason import Reason
from tidings.read.url import path_of
from tidings.settings.tree import FetchSettings


class Wire:
    """The guarded connection to the world; open until closed."""

    def __init__(self, settings: FetchSettings, resolver: Resolver | None = None) -> None:
        self._settings = settings
        self._guard = Guard(settings.allow_private)
        self._own = ThreadResolver()
        # A given resolver keeps its own answers.
        self._book = AddressBook(resolver, ttl=0.0) if resolver else AddressBook(self._own)
        self._standing = _lines(standing_headers(settings.bot_url))
        self._rest = Rest()
        self._dialler = Dialler(self._guard, self._book, self._rest, settings.connect_seconds)
        self._closed = False

    async def route(self, host: str) -> tuple[str, ...] | Trouble:
        """Return the addresses of host[:port] that may be dialled, the likeliest first.

        None at all when only private ones are known: the exchange will say which.
        """
        name = name_in(host)
        found = self._book.known(name)
        if found is None:
            try:
                async with asyncio.timeout(self._settings.connect_seconds):
                    found = await self._book.addresses(name)
            except TimeoutError:
                return Trouble(Reason.TIMEOUT_CONNECT, f"the look-up of {host} takes too long")
            except (OSError, ValueError) as error:  # ValueError: names that nobody can spell
                return Trouble(Reason.DNS, str(error))
        return tuple(filter(self._guard.allows, found))

    async def ask(
        self,
        url: str,
        headers: Mapping[str, str],
        max_bytes: int,
        form: bytes | None = None,
        address: str | None = None,
        on_head: Callable[[], None] | None = None,
    ) -> Answer | Trouble:
        """Return the answer to one GET, or to one POST of a form, or what went wrong.

        With `address`, that one is dialled and no other. `on_head` is called when the server has
        begun to answer.
        """
        if self._closed:
            return Trouble(Reason.CONNECT, "we are shutting down")
        if not (url.isascii() and url.isprintable()) or " " in url:
            return Trouble(Reason.NOT_A_URL)  # it could end the request line
        origin = (url.partition(":")[0], host_of(url))
        request = self._request(origin[1], path_of(url), headers, form)
        deadline = asyncio.get_running_loop().time() + self._settings.total_seconds
        hear = partial(Hearing, self._settings, max_bytes, deadline, on_head)
        rested = self._rest.take(origin) if form is None else None
        if rested is not None:
            hearing = hear()
            answer = await self._exchange(rested, request, hearing)
            if not hearing.is_stale:
                return answer
        # A connection gone stale at rest is replaced. A new one that breaks is not: that would be
        # a second request, unpaced.
        dialled = await self._dialler.dial(origin, address, deadline)
        if isinstance(dialled, Trouble):
            return dialled
        self._book.prefer(name_in(origin[1]), dialled.address)
        return await self._exchange(dialled, request, hear())

    async def close(self) -> None:
        """Close every connection, for good."""
        self._closed = True
        await self._rest.close()
        await self._book.close()
        await self._own.close()

    async def _exchange(
        self, connection: Connection, request: bytes, hearing: Hearing
    ) -> Answer | Trouble:
        answer = await connection.ask(request, hearing)
        if hearing.leaves_open and not self._closed:
            self._rest.put(connection)
        return answer

    def _request(
        self, host: str, target: str, headers: Mapping[str, str], form: bytes | None
    ) -> bytes:
        method = "GET" if form is None else "POST"
        more = _lines(headers) if headers else ""
        if form is not None:
            more += f"Content-Length: {len(form)}\r\n"
        head = f"{method} {target} HTTP/1.1\r\nHost: {host}\r\n{self._standing}{more}\r\n"
        return head.encode() + (form or b"")


def _lines(headers: Mapping[str, str]) -> str:
    return "".join([f"{name}: {value}\r\n" for name, value in headers.items()])

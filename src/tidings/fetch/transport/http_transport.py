"""One HTTP exchange with one server, within all limits. It follows no redirects and never retries.

Nothing else in Tidings opens sockets. Pages, feeds, sitemaps, images, robots.txt and posts to hubs
all go through `HttpTransport.send`, so the guard checks all of them.
"""

import asyncio
import os
from collections.abc import Callable, Mapping
from functools import cache, partial

from tidings.fetch.transport.address_book import AddressBook, name_without_port
from tidings.fetch.transport.address_race import DialTurns
from tidings.fetch.transport.connection import Connection, ConnectionPool
from tidings.fetch.transport.dialler import Dialler
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.failure_cause import lookup_cause
from tidings.fetch.transport.guard import Guard
from tidings.fetch.transport.proxy.proxied_exchange import seen_through, takes_urls, with_whole_url
from tidings.fetch.transport.proxy_dialler import ProxyDialler
from tidings.fetch.transport.raw_response import RawResponse
from tidings.fetch.transport.request_headers import default_headers
from tidings.fetch.transport.request_url import host_of
from tidings.fetch.transport.resolver import Resolver, ThreadResolver
from tidings.fetch.transport.response_parser import ResponseParser
from tidings.fetch.transport.tls_context import tls_context
from tidings.model.web.reason import Reason
from tidings.read.url import path_of
from tidings.settings.proxy_address import ProxyAddress
from tidings.settings.proxy_rules import proxy_rules
from tidings.settings.tree import FetchSettings


class HttpTransport:
    """Sends requests through the guard and a connection pool. Close it at the end."""

    def __init__(self, settings: FetchSettings, resolver: Resolver | None = None) -> None:
        self._settings = settings
        self._guard = Guard(settings.allow_private)
        self._own_resolver = ThreadResolver()
        # A given resolver has its own cache.
        self._book = AddressBook(resolver, ttl=0.0) if resolver else AddressBook(self._own_resolver)
        self._default_lines = _header_lines(default_headers(settings.bot_url, settings.contact))
        self._pool = ConnectionPool()
        tls = cache(partial(tls_context, settings.ca_file))  # made on first use: that is slow
        if settings.ca_file:
            tls()  # now: a file that is not usable is known before anything is fetched
        parts = self._guard, self._book, self._pool, tls, settings
        self._dialler, self._proxy_dialler = Dialler(*parts), ProxyDialler(*parts)
        self._proxy_rules = cache(lambda setting: proxy_rules(setting, os.environ))
        self._usual_proxies = self._proxy_rules(settings.proxy)
        self._closed = False

    def proxy_for(self, url: str, setting: str | None = None) -> ProxyAddress | None:
        """Return the proxy for a URL: by a setting such as `fetch.proxy`, which it is if None."""
        rules = self._usual_proxies if setting is None else self._proxy_rules(setting)
        return rules.proxy_for(url.partition(":")[0], host_of(url)) if rules is not None else None

    async def allowed_addresses(
        self, host: str, proxy: ProxyAddress | None = None
    ) -> tuple[str, ...] | ExchangeFailure:
        """Return the addresses of host[:port] that may be connected to, best first.

        Empty if all are private: the exchange then fails and names them. Empty, too, if the proxy
        looks names up: nobody but it knows the address.
        """
        if proxy is not None and proxy.resolves_names:
            return ()
        name = name_without_port(host)
        found = self._book.known(name)
        if found is None:
            try:
                async with asyncio.timeout(self._settings.connect_seconds):
                    found = await self._book.addresses(name)
            except TimeoutError:
                return ExchangeFailure(Reason.DNS, "the name server does not answer")
            except (OSError, ValueError) as error:  # ValueError: invalid names
                return ExchangeFailure(Reason.DNS, lookup_cause(error))
        return tuple(filter(self._guard.allows, found))

    def forget_addresses(self, host: str) -> None:
        """Look up host[:port] again before the next connection to it."""
        self._book.forget(name_without_port(host))

    async def send(
        self,
        url: str,
        headers: Mapping[str, str],
        max_bytes: int,
        body: bytes | None = None,
        turns: DialTurns | None = None,
        on_head: Callable[[str], None] | None = None,
        proxy: ProxyAddress | None = None,
    ) -> RawResponse | ExchangeFailure:
        """Return the response to one GET, or to one POST of a body, or the failure.

        With `turns`, connect to one of its addresses only, in their turns. `on_head` is called at
        the start of the response, with the address that sends it.
        """
        if self._closed:
            return ExchangeFailure(Reason.CONNECT, "we are shutting down")
        if not (url.isascii() and url.isprintable()) or " " in url:
            return ExchangeFailure(Reason.NOT_A_URL)  # it could break the request line
        origin = (url.partition(":")[0], host_of(url))
        request = self._request(origin[1], path_of(url), headers, body)
        if proxy is not None and takes_urls(proxy, origin):
            request = with_whole_url(request, url, proxy)
        deadline = asyncio.get_running_loop().time() + self._settings.total_seconds
        new_parser = partial(ResponseParser, self._settings, max_bytes, deadline, on_head)
        route = origin if proxy is None else (*origin, proxy)
        idle = self._pool.take(route) if body is None else None
        if idle is not None:
            parser = new_parser()
            response = await self._exchange(idle, request, parser)
            if not parser.is_stale:
                return response if proxy is None else seen_through(proxy, origin, response)
        # An idle connection that went stale is replaced. A new one that breaks is not: that would
        # be a second request without a turn.
        if proxy is None:
            connection = await self._dialler.dial(origin, turns, deadline)
        else:
            connection = await self._proxy_dialler.dial(origin, proxy, turns, deadline)
        if isinstance(connection, ExchangeFailure):
            return connection
        self._book.prefer(name_without_port(origin[1]), connection.address)
        response = await self._exchange(connection, request, new_parser())
        return response if proxy is None else seen_through(proxy, origin, response)

    async def close(self) -> None:
        """Close every connection and refuse further requests."""
        self._closed = True
        await self._pool.close()
        await self._book.close()
        await self._own_resolver.close()

    async def _exchange(
        self, connection: Connection, request: bytes, parser: ResponseParser
    ) -> RawResponse | ExchangeFailure:
        response = await connection.send(request, parser)
        if parser.keeps_connection and not self._closed:
            self._pool.put(connection)
        return response

    def _request(
        self, host: str, target: str, headers: Mapping[str, str], body: bytes | None
    ) -> bytes:
        method = "GET" if body is None else "POST"
        more = _header_lines(headers) if headers else ""
        if body is not None:
            more += f"Content-Length: {len(body)}\r\n"
        head = f"{method} {target} HTTP/1.1\r\nHost: {host}\r\n{self._default_lines}{more}\r\n"
        return head.encode() + (body or b"")


def _header_lines(headers: Mapping[str, str]) -> str:
    return "".join([f"{name}: {value}\r\n" for name, value in headers.items()])

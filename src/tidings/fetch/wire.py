"""One exchange with one server within all limits; it follows nothing and repeats nothing.

This is the one place of Tidings that opens sockets. Pages, feeds, sitemaps, images, robots.txt and
what is posted to hubs all go through `Wire.ask`, so all of them pass the guard.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import aiohttp
from aiohttp.abc import AbstractResolver
from aiohttp.connector import Connection
from yarl import URL

from tidings.fetch.addresses import AddressBook, name_in
from tidings.fetch.agent import standing_headers
from tidings.fetch.guard import Dial, Guard, current_dial
from tidings.fetch.inflate import Body
from tidings.fetch.resolver import ThreadResolver
from tidings.fetch.speed import Speed
from tidings.fetch.trouble import NETWORK_ERRORS, BrokenBody, Dropped, Trouble, name_trouble
from tidings.model.reason import Reason
from tidings.settings.tree import FetchSettings

_KEEP_ALIVE = 4.0  # seconds: outlasts a host's usual delay, ends before most servers' five
_DOCUMENT_TYPES = (
    "application/pdf",
    "application/x-pdf",
    "application/vnd.openxmlformats-officedocument.",
    "application/vnd.oasis.opendocument.",
    "application/rtf",
    "text/rtf",
)
_MAX_HEADERS = 256  # lines; real pages stay below 60


@dataclass(frozen=True, slots=True)
class Answer:
    """What a server said. Only a success has its body read."""

    status: int
    headers: tuple[tuple[str, str], ...]
    location: bytes | None
    address: str
    body: bytes = b""
    truncated: bool = False
    received: int = 0  # bytes of the body before inflation

    def header(self, name: str) -> str | None:
        """The first header of that name (in lower case), or None."""
        return next((value for key, value in self.headers if key == name), None)


class _PeerResponse(aiohttp.ClientResponse):
    """A response that remembers its peer and how its connection ended, which aiohttp forgets."""

    address = ""
    lost: "asyncio.Future[None] | None" = None

    async def start(self, connection: Connection) -> aiohttp.ClientResponse:
        transport, protocol = connection.transport, connection.protocol
        if transport is not None and (peer := transport.get_extra_info("peername")):
            self.address = str(peer[0])
        if protocol is not None and (lost := protocol.closed) is not None:
            # A future whose error nobody looks at is logged as a bug; look at it once.
            lost.remove_done_callback(_look_at)
            lost.add_done_callback(_look_at)
            self.lost = lost
        return await super().start(connection)


def _look_at(lost: "asyncio.Future[None]") -> None:
    if not lost.cancelled():
        lost.exception()


class Wire:
    """The guarded connection to the world; open until closed."""

    def __init__(self, settings: FetchSettings, resolver: AbstractResolver | None = None) -> None:
        self._settings = settings
        self._guard = Guard(settings.allow_private)
        self._own = ThreadResolver()
        # A given resolver keeps its own answers.
        self._book = AddressBook(resolver, ttl=0.0) if resolver else AddressBook(self._own)
        self._opened: aiohttp.ClientSession | None = None
        self._closed = False

    async def route(self, host: str) -> tuple[str, ...] | Trouble:
        """Return the addresses of host[:port] that may be dialled, the likeliest first.

        None at all when only private ones are known: the exchange will say which.
        """
        try:
            async with asyncio.timeout(self._settings.connect_seconds):
                found = await self._book.addresses(name_in(host))
        except TimeoutError:
            return Trouble(Reason.TIMEOUT_CONNECT, f"the look-up of {host} takes too long")
        except NETWORK_ERRORS as error:
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
        dial = Dial(wanted=address)
        current_dial.set(dial)
        exchange = _Exchange(self._settings, max_bytes, form, on_head)
        try:
            answer = await exchange.run(self._session(), URL(url, encoded=True), headers)
        except TimeoutError as error:
            late = not isinstance(error, aiohttp.ConnectionTimeoutError)
            answer = exchange.late() if late else name_trouble(error, dial)
        except NETWORK_ERRORS as error:
            answer = name_trouble(error, dial, exchange.status)
        if isinstance(answer, Answer) and address and answer.address == address:
            self._book.prefer(URL(url, encoded=True).raw_host or "", address)
        return replace(answer, received=exchange.received)

    async def close(self) -> None:
        """Close every connection, for good."""
        self._closed = True
        if self._opened is not None:
            await self._opened.close()
        await self._book.close()
        await self._own.close()

    def _session(self) -> aiohttp.ClientSession:
        if self._opened is None:
            self._opened = self._open()
        return self._opened

    def _open(self) -> aiohttp.ClientSession:
        settings = self._settings
        connector = aiohttp.TCPConnector(
            socket_factory=self._guard.socket_for,
            resolver=self._book,
            use_dns_cache=False,  # the book has its own
            limit=0,  # pace.py limits
            keepalive_timeout=_KEEP_ALIVE,
        )
        return aiohttp.ClientSession(
            connector=connector,
            response_class=_PeerResponse,
            middlewares=(_no_second_dial,),
            headers=standing_headers(settings.bot_url),
            timeout=aiohttp.ClientTimeout(total=None, connect=settings.connect_seconds),
            cookie_jar=aiohttp.DummyCookieJar(),
            trust_env=False,  # neither proxies nor .netrc: they would go round the guard
            auto_decompress=False,
            max_line_size=settings.max_header_bytes,
            max_field_size=settings.max_header_bytes,
            max_headers=_MAX_HEADERS,
        )


async def _no_second_dial(
    request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType
) -> aiohttp.ClientResponse:
    # aiohttp asks again at once when a connection breaks. That is right for one that went stale
    # in the pool, but a server that drops a new connection must not get a second one unpaced.
    try:
        return await handler(request)
    except (aiohttp.ServerDisconnectedError, aiohttp.ClientOSError) as error:
        dial = current_dial.get()
        if (
            dial is not None
            and dial.allowed
            and not isinstance(error, aiohttp.ClientConnectorError)
        ):
            raise Dropped from error
        raise


class _Exchange:
    """One request under its clock; remembers how far it came, for naming what goes wrong."""

    def __init__(
        self,
        settings: FetchSettings,
        max_bytes: int,
        form: bytes | None,
        on_head: Callable[[], None] | None,
    ) -> None:
        self._settings = settings
        self._max_bytes = max_bytes
        self._form = form
        self._on_head = on_head
        self._end = asyncio.get_running_loop().time() + settings.total_seconds
        self._limit = asyncio.timeout_at(self._end)
        self.status: int | None = None  # known once the headers are complete
        self.received = 0

    async def run(
        self, session: aiohttp.ClientSession, url: URL, headers: Mapping[str, str]
    ) -> Answer | Trouble:
        async with (
            self._limit,
            session.request(
                "GET" if self._form is None else "POST",
                url,
                headers=headers,
                data=self._form,
                allow_redirects=False,
            ) as response,
        ):
            assert isinstance(response, _PeerResponse)
            if self._on_head is not None:
                self._on_head()
            if _size(response) > self._settings.max_header_bytes:
                return Trouble(Reason.HEADERS_TOO_LARGE, status=response.status)
            if not 200 <= response.status <= 599:
                return Trouble(Reason.PROTOCOL, f"status {response.status}")
            self.status = response.status
            if not 200 <= response.status <= 299:
                return _answer(response)
            return await self._with_body(response)

    def late(self) -> Trouble:
        """Name the limit that ran out."""
        if (self._limit.when() or self._end) < self._end:
            settings = self._settings
            detail = f"below {settings.low_speed_bytes} bytes in {settings.low_speed_seconds:g} s"
            return Trouble(Reason.TOO_SLOW, detail, self.status)
        detail = f"no complete answer in {self._settings.total_seconds:g} s"
        return Trouble(Reason.TIMEOUT_TOTAL, detail, self.status)

    async def _with_body(self, response: _PeerResponse) -> Answer | Trouble:
        body = Body(_joined(response, "Content-Encoding"), self._max_bytes_of(response))
        if not body.done:
            await self._read(response, body)
        finished = body.finish()
        if isinstance(finished, Reason):
            encoding = f"Content-Encoding: {_joined(response, 'Content-Encoding')}"
            return Trouble(finished, encoding, response.status)
        return _answer(response, *finished)

    def _max_bytes_of(self, response: _PeerResponse) -> int:
        """A document may be larger than a page; robots.txt stays as small as it must be."""
        settings = self._settings
        larger = self._max_bytes >= settings.max_body_bytes
        if larger and response.content_type.startswith(_DOCUMENT_TYPES):
            return max(self._max_bytes, settings.max_document_bytes)
        return self._max_bytes

    async def _read(self, response: _PeerResponse, body: Body) -> None:
        settings, loop = self._settings, asyncio.get_running_loop()
        speed = Speed(loop.time(), settings.low_speed_bytes, settings.low_speed_seconds)
        waker = _Waker(response)
        try:
            while not body.done:
                self._limit.reschedule(min(self._end, speed.deadline))
                piece = await response.content.readany()
                if not piece:
                    return waker.check_end()
                self.received += len(piece)
                speed.came(len(piece), loop.time())
                body.feed(piece)
        finally:
            waker.stop()


class _Waker:
    """Ends a read that aiohttp leaves hanging when the body breaks, and tells a cut from an end."""

    def __init__(self, response: _PeerResponse) -> None:
        self._content = response.content
        self._lost = response.lost
        headers = response.headers
        self._has_end = "Content-Length" in headers or "Transfer-Encoding" in headers
        if self._lost is not None:
            self._lost.add_done_callback(self._wake)

    def stop(self) -> None:
        if self._lost is not None:
            self._lost.remove_done_callback(self._wake)

    def check_end(self) -> None:
        """Raise if a body that only the connection's end can end was reset."""
        lost = self._lost
        if self._has_end or lost is None or not lost.done() or lost.cancelled():
            return
        error = lost.exception()
        if error is not None and isinstance(error.__cause__, ConnectionResetError):
            raise aiohttp.ClientPayloadError(str(error))

    def _wake(self, lost: "asyncio.Future[None]") -> None:
        # After bad chunk framing aiohttp closes the connection but never tells the body's reader.
        if not self._content.is_eof() and self._content.exception() is None:
            self._content.set_exception(BrokenBody("the body's framing is broken"))


def _answer(response: _PeerResponse, body: bytes = b"", truncated: bool = False) -> Answer:
    headers = tuple([(_name(name), _text(value)) for name, value in response.raw_headers])
    location = next(
        (value for name, value in response.raw_headers if name.lower() == b"location"), None
    )
    return Answer(response.status, headers, location, response.address, body, truncated)


def _joined(response: aiohttp.ClientResponse, name: str) -> str:
    return ", ".join(response.headers.getall(name, ()))


def _size(response: aiohttp.ClientResponse) -> int:
    return sum(len(name) + len(value) + 4 for name, value in response.raw_headers)


@lru_cache(maxsize=1024)  # all servers send the same few
def _name(raw: bytes) -> str:
    return _text(raw).lower()


def _text(raw: bytes) -> str:
    # Most are ASCII, some UTF-8, and Latin-1 reads anything; surrogates would break every store.
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")

"""The server: answers for all papers on their own loopback addresses and one common port."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import partial
from http import HTTPStatus
from urllib.parse import urlsplit

from tidings.world.clock import Clock
from tidings.world.http.connection import WorldConnection
from tidings.world.http.http_message import WorldRequest, http_date, response
from tidings.world.pages.paper_site import GonePage, PaperPage, PaperSite
from tidings.world.server.control import control_answer
from tidings.world.server.hub import WorldHub
from tidings.world.server.page_cache import RenderedPage, RenderedPageCache, rendered_page
from tidings.world.server.request_log import WorldRequestLog
from tidings.world.traps.hostile_site import HostileSite
from tidings.world.world import World

_MISSING = b"<html><head><title>Not found</title></head><body><h1>Not found</h1></body></html>"
_BIND_TRIES = 20
_TICK = 0.2  # seconds


class WorldServer:
    """The running papers."""

    def __init__(self, world: World, clock: Clock, shelf_bytes: int) -> None:
        self.world = world
        self.clock = clock
        self.log = WorldRequestLog()
        self._shelf = RenderedPageCache(shelf_bytes)
        self._hostile = HostileSite()
        self.hub = WorldHub(world.hub_url, self._pushed)
        self.visitors: set[WorldConnection] = set()

    @property
    def urls(self) -> list[str]:
        """The papers' front pages."""
        return self.world.urls

    @property
    def control_url(self) -> str:
        """Where the truth is told and time is moved."""
        return f"http://{self.world.base}:{self.world.port}/_world"

    @property
    def maze_url(self) -> str | None:
        """The front page of the maze, if there is one."""
        return self.world.maze_url

    @property
    def hostile_url(self) -> str | None:
        """The front page of the hostile site, if there is one."""
        return self.world.hostile_url

    def advance(self, seconds: float = 0.0) -> None:
        """Move the world on by that much, and to the clock's present in any case."""
        if seconds:
            self.clock.skip(seconds)
        self.world.advance(self.clock.now())
        self.hub.publish()

    def warm(self) -> None:
        """Print every page in advance, so that a benchmark measures its client only."""
        self.advance()
        for address, edition in self.world.editions.items():
            for target in edition.targets(self.world.now):
                self._print(address, edition, target)

    def answerer(self, address: str) -> Callable[[WorldConnection, WorldRequest], None]:
        """Return what answers requests at an address."""
        if address == str(self.world.base):
            return self._answer_control
        if address == self.world.hub_address:
            return self._answer_hub
        edition = self.world.editions[address]
        if edition.origin + "/" == self.world.hostile_url:
            return partial(self._answer_hostile, address, edition)
        if edition.origin + "/" == self.world.maze_url:
            return partial(self._answer_maze, address, edition)
        return partial(self._answer_paper, address, edition)

    def close(self) -> None:
        """Cut all connections."""
        self._hostile.close()
        for visitor in list(self.visitors):
            visitor.transport.abort()

    def _answer_control(self, visitor: WorldConnection, request: WorldRequest) -> None:
        self.advance()
        status, body = control_answer(self, request)
        visitor.transport.write(response(status, [("Content-Type", "application/json")], body))

    def _answer_hub(self, visitor: WorldConnection, request: WorldRequest) -> None:
        status = self.hub.answer(visitor, request)
        self.log.add("hub", request.target, status, request.header("user-agent"), request.method)

    def _pushed(self, topic: str) -> tuple[str, bytes] | None:
        """Return what the hub would deliver of a feed now, or None if it is none of ours."""
        parts = urlsplit(topic)
        edition = self.world.editions.get(parts.hostname or "")
        if edition is None or parts.netloc != urlsplit(edition.origin).netloc:
            return None
        if not edition.is_pushed(parts.path):
            return None
        page = self._print(parts.hostname or "", edition, parts.path)
        return page.media_type, page.content

    def _answer_hostile(
        self, address: str, edition: PaperSite, visitor: WorldConnection, request: WorldRequest
    ) -> None:
        if self._hostile.takes(request.target):
            self.log.add(
                edition.paper.key, request.target, 0, request.header("user-agent"), request.method
            )
            self._hostile.answer(visitor, request, edition.origin)
        else:
            self._answer_paper(address, edition, visitor, request)

    def _answer_maze(
        self, address: str, edition: PaperSite, visitor: WorldConnection, request: WorldRequest
    ) -> None:
        """Answer what the paper does not know with a page of the maze."""
        target, maze = request.target, self.world.maze
        known = edition.truth(target, self.world.now) is not None
        page = None if known or maze is None else edition.corridor(maze, target, self.world.now)
        if page is None:
            self._answer_paper(address, edition, visitor, request)
            return
        status, data = _reply_from_maze(page)
        self.log.add(
            edition.paper.key, target, status, request.header("user-agent"), request.method
        )
        visitor.transport.write(data)

    def _answer_paper(
        self, address: str, edition: PaperSite, visitor: WorldConnection, request: WorldRequest
    ) -> None:
        if request.method not in ("GET", "HEAD"):
            status, data = 405, response(405, [("Allow", "GET, HEAD")])
        else:
            self.world.advance(self.clock.now())
            page = self._print(address, edition, request.target)
            links = edition.links(request.target)
            status, data = _reply(page, edition.paper.validators, request, self.world.now, links)
        self.log.add(
            edition.paper.key, request.target, status, request.header("user-agent"), request.method
        )
        visitor.transport.write(data)

    def _print(self, address: str, edition: PaperSite, target: str) -> RenderedPage:
        now = self.world.now
        version = edition.version(target, now)
        found = self._shelf.take((address, target), version)
        if found is None:
            found = _fresh(edition, target, version, now)
            self._shelf.put((address, target), found)
        return found


def _reply_from_maze(page: PaperPage | GonePage | str) -> tuple[int, bytes]:
    if isinstance(page, str):
        return 302, response(302, [("Location", page)])
    if isinstance(page, GonePage):
        return page.status, response(page.status, [], _MISSING)
    return 200, response(200, [("Content-Type", page.media_type)], page.content)


def _fresh(edition: PaperSite, target: str, version: int, now: datetime) -> RenderedPage:
    page = edition.page(target, now)
    if page is None or isinstance(page, GonePage):
        status = page.status if page else 404
        return rendered_page(version, status, "text/html; charset=utf-8", _MISSING, None)
    return rendered_page(version, 200, page.media_type, page.content, page.modified)


def _reply(
    page: RenderedPage,
    validators: tuple[str, ...],
    request: WorldRequest,
    now: datetime,
    links: list[tuple[str, str]],
) -> tuple[int, bytes]:
    headers = _validators(page, validators, now) + links
    if _is_unchanged(page, validators, request):
        return 304, response(304, headers)
    headers += [("Content-Type", page.media_type), ("Vary", "Accept-Encoding")]
    body = page.packed
    if "gzip" in request.header("accept-encoding"):
        headers.append(("Content-Encoding", "gzip"))
    else:
        body = page.content
    head_only = request.method == "HEAD"
    return page.status, response(page.status, headers, body, head_only=head_only)


def _validators(
    page: RenderedPage, validators: tuple[str, ...], now: datetime
) -> list[tuple[str, str]]:
    headers: list[tuple[str, str]] = []
    if page.status != HTTPStatus.OK or page.modified is None:
        return headers
    if "etag" in validators:
        headers.append(("ETag", page.etag))
    if "modified" in validators:
        # A second change within this second must not look like none (RFC 9110, 8.8.2.2).
        young = now - page.modified < timedelta(seconds=1)
        headers.append(("Last-Modified", http_date(page.modified - timedelta(seconds=young))))
    return headers


def _is_unchanged(page: RenderedPage, validators: tuple[str, ...], request: WorldRequest) -> bool:
    if page.status != HTTPStatus.OK or page.modified is None:
        return False
    if "etag" in validators and (known := request.header("if-none-match")):
        return page.etag in known or known == "*"
    if "modified" in validators and (since := request.header("if-modified-since")):
        return _not_after(page.modified, since)
    return False


def _not_after(modified: datetime, http: str) -> bool:
    with contextlib.suppress(ValueError):
        return modified.replace(microsecond=0) <= parsedate_to_datetime(http).astimezone(UTC)
    return False


@asynccontextmanager
async def serve(
    world: World,
    port: int = 0,
    *,
    speed: float = 1.0,
    clock: Clock | None = None,
    shelf_bytes: int = 256 * 1024 * 1024,
) -> AsyncIterator[WorldServer]:
    """Serve the world while the block runs; port 0 takes a free one, speed 0 stops the clock."""
    sockets = _sockets(world.addresses, port)
    world.settle(sockets[0].getsockname()[1])
    site = WorldServer(world, clock or Clock(world.now, speed), shelf_bytes)
    loop = asyncio.get_running_loop()
    servers: list[asyncio.Server] = []
    ticker = asyncio.create_task(_tick(site))
    try:
        for listening in sockets:
            answer = site.answerer(listening.getsockname()[0])
            factory = partial(WorldConnection, answer, site.visitors)
            servers.append(await loop.create_server(factory, sock=listening, backlog=1024))
        yield site
    finally:
        ticker.cancel()
        await asyncio.gather(ticker, return_exceptions=True)
        await site.hub.close()
        for server in servers:
            server.close()
        site.close()
        for server in servers:
            await server.wait_closed()


async def _tick(site: WorldServer) -> None:
    """Let time pass for the hub too: nobody asks it before it delivers."""
    while True:
        await asyncio.sleep(_TICK)
        if site.hub.readers:
            site.advance()


def _sockets(addresses: list[str], port: int) -> list[socket.socket]:
    """Return sockets bound to one port on every address, trying other ports if one is taken."""
    for _ in range(_BIND_TRIES):
        bound: list[socket.socket] = []
        try:
            for address in addresses:
                bound.append(_bound(address, bound[0].getsockname()[1] if bound else port))
            return bound
        except OSError:
            for each in bound:
                each.close()
            if port:
                raise
    raise OSError("found no port that is free on all of the world's addresses")


def _bound(address: str, port: int) -> socket.socket:
    new = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    new.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        new.bind((address, port))
    except OSError:
        new.close()
        raise
    return new

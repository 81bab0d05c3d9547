"""The server: answers for all papers, each on its own loopback address, all on one port."""

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
    """All papers while they are served."""

    def __init__(self, world: World, clock: Clock, cache_bytes: int) -> None:
        self.world = world
        self.clock = clock
        self.log = WorldRequestLog()
        self._cache = RenderedPageCache(cache_bytes)
        self._hostile = HostileSite()
        self.hub = WorldHub(world.hub_url, self._feed_content)
        self.connections: set[WorldConnection] = set()

    @property
    def urls(self) -> list[str]:
        """The papers' front pages."""
        return self.world.urls

    @property
    def control_url(self) -> str:
        """The control address, for truth and time."""
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
        """Skip some seconds, and move the world to the clock's time."""
        if seconds:
            self.clock.skip(seconds)
        self.world.advance(self.clock.now())
        self.hub.publish()

    def warm(self) -> None:
        """Render every page in advance, so that a benchmark measures only its client."""
        self.advance()
        for address, paper_site in self.world.paper_sites.items():
            for target in paper_site.targets(self.world.now):
                self._rendered(address, paper_site, target)

    def handler(self, address: str) -> Callable[[WorldConnection, WorldRequest], None]:
        """Return the function that answers requests at an address."""
        if address == str(self.world.base):
            return self._answer_control
        if address == self.world.hub_address:
            return self._answer_hub
        paper_site = self.world.paper_sites[address]
        if paper_site.origin + "/" == self.world.hostile_url:
            return partial(self._answer_hostile, address, paper_site)
        if paper_site.origin + "/" == self.world.maze_url:
            return partial(self._answer_maze, address, paper_site)
        return partial(self._answer_paper, address, paper_site)

    def close(self) -> None:
        """Abort all connections."""
        self._hostile.close()
        for connection in list(self.connections):
            connection.transport.abort()

    def _answer_control(self, connection: WorldConnection, request: WorldRequest) -> None:
        self.advance()
        status, body = control_answer(self, request)
        connection.transport.write(response(status, [("Content-Type", "application/json")], body))

    def _answer_hub(self, connection: WorldConnection, request: WorldRequest) -> None:
        status = self.hub.answer(connection, request)
        self.log.add("hub", request.target, status, request.header("user-agent"), request.method)

    def _feed_content(self, topic: str) -> tuple[str, bytes] | None:
        """Return media type and content of a feed, or None if the hub does not deliver it."""
        parts = urlsplit(topic)
        paper_site = self.world.paper_sites.get(parts.hostname or "")
        if paper_site is None or parts.netloc != urlsplit(paper_site.origin).netloc:
            return None
        if not paper_site.is_pushed(parts.path):
            return None
        page = self._rendered(parts.hostname or "", paper_site, parts.path)
        return page.media_type, page.content

    def _answer_hostile(
        self,
        address: str,
        paper_site: PaperSite,
        connection: WorldConnection,
        request: WorldRequest,
    ) -> None:
        if self._hostile.handles(request.target):
            self.log.add(
                paper_site.paper.key,
                request.target,
                0,
                request.header("user-agent"),
                request.method,
            )
            self._hostile.answer(connection, request, paper_site.origin)
        else:
            self._answer_paper(address, paper_site, connection, request)

    def _answer_maze(
        self,
        address: str,
        paper_site: PaperSite,
        connection: WorldConnection,
        request: WorldRequest,
    ) -> None:
        """Answer addresses that the paper does not have with a page of the maze."""
        target, maze = request.target, self.world.maze
        known = paper_site.truth(target, self.world.now) is not None
        page = None if known or maze is None else paper_site.maze_page(maze, target, self.world.now)
        if page is None:
            self._answer_paper(address, paper_site, connection, request)
            return
        status, data = _reply_from_maze(page)
        self.log.add(
            paper_site.paper.key, target, status, request.header("user-agent"), request.method
        )
        connection.transport.write(data)

    def _answer_paper(
        self,
        address: str,
        paper_site: PaperSite,
        connection: WorldConnection,
        request: WorldRequest,
    ) -> None:
        if request.method not in ("GET", "HEAD"):
            status, data = 405, response(405, [("Allow", "GET, HEAD")])
        else:
            self.world.advance(self.clock.now())
            page = self._rendered(address, paper_site, request.target)
            links = paper_site.links(request.target)
            status, data = _reply(page, paper_site.paper.validators, request, self.world.now, links)
        self.log.add(
            paper_site.paper.key,
            request.target,
            status,
            request.header("user-agent"),
            request.method,
        )
        connection.transport.write(data)

    def _rendered(self, address: str, paper_site: PaperSite, target: str) -> RenderedPage:
        now = self.world.now
        version = paper_site.version(target, now)
        found = self._cache.get((address, target), version)
        if found is None:
            found = _render(paper_site, target, version, now)
            self._cache.put((address, target), found)
        return found


def _reply_from_maze(page: PaperPage | GonePage | str) -> tuple[int, bytes]:
    if isinstance(page, str):
        return 302, response(302, [("Location", page)])
    if isinstance(page, GonePage):
        return page.status, response(page.status, [], _MISSING)
    return 200, response(200, [("Content-Type", page.media_type)], page.content)


def _render(paper_site: PaperSite, target: str, version: int, now: datetime) -> RenderedPage:
    page = paper_site.page(target, now)
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
        # A second change within the same second must stay visible (RFC 9110, 8.8.2.2).
        is_recent = now - page.modified < timedelta(seconds=1)
        headers.append(("Last-Modified", http_date(page.modified - timedelta(seconds=is_recent))))
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
    cache_bytes: int = 256 * 1024 * 1024,
) -> AsyncIterator[WorldServer]:
    """Serve the world while the block runs; port 0 picks a free one, speed 0 stops the clock."""
    sockets = _sockets(world.addresses, port)
    world.set_port(sockets[0].getsockname()[1])
    site = WorldServer(world, clock or Clock(world.now, speed), cache_bytes)
    loop = asyncio.get_running_loop()
    servers: list[asyncio.Server] = []
    ticker = asyncio.create_task(_tick(site))
    try:
        for listening in sockets:
            answer = site.handler(listening.getsockname()[0])
            factory = partial(WorldConnection, answer, site.connections)
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
    """Advance the world for the hub, which must deliver without being asked."""
    while True:
        await asyncio.sleep(_TICK)
        if site.hub.subscribers:
            site.advance()


def _sockets(addresses: list[str], port: int) -> list[socket.socket]:
    """Return sockets bound to one port on every address, trying other ports if one is taken."""
    for _ in range(_BIND_TRIES):
        bound: list[socket.socket] = []
        try:
            for address in addresses:
                bound.append(_bound_socket(address, bound[0].getsockname()[1] if bound else port))
            return bound
        except OSError:
            for each in bound:
                each.close()
            if port:
                raise
    raise OSError("no port is free on all of the world's addresses")


def _bound_socket(address: str, port: int) -> socket.socket:
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((address, port))
    except OSError:
        bound.close()
        raise
    return bound

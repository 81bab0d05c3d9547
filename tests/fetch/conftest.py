"""A raw HTTP server on loopback that misbehaves as each test defines, and a fetcher for it."""

import asyncio
import socket
import ssl
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import hypothesis
import pytest
import uvloop
from aiohttp.abc import AbstractResolver, ResolveResult

from tidings.fetch.client import WebFetcher
from tidings.settings.tree import FetchSettings

hypothesis.settings.register_profile("untimed", deadline=None)  # shared machines are slow at times
hypothesis.settings.load_profile("untimed")

SELF_SIGNED = Path(__file__).with_name("self-signed.pem")


@pytest.hookimpl(optionalhook=True)
def pytest_asyncio_loop_factories() -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    # Errors appear differently in the two loops, and both are used.
    return {"asyncio": asyncio.new_event_loop, "uvloop": uvloop.new_event_loop}


@dataclass(frozen=True)
class Page:
    """A well-formed response on a connection that stays open."""

    body: bytes = b""
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()

    def raw(self) -> bytes:
        lines = [f"HTTP/1.1 {self.status} Whatever", f"Content-Length: {len(self.body)}"]
        lines += [f"{name}: {value}" for name, value in self.headers]
        return "\r\n".join([*lines, "", ""]).encode() + self.body


Handler = Callable[[asyncio.StreamWriter], Awaitable[None]]
Behaviour = Page | bytes | Handler


@dataclass(frozen=True)
class Seen:
    """A request as the server saw it."""

    path: str
    headers: dict[str, str]
    at: float
    method: str = "GET"
    body: bytes = b""


@dataclass
class Server:
    """Responds to each path with its behaviour; 404 for others, robots.txt included."""

    port: int = 0
    routes: dict[str, Behaviour] = field(default_factory=dict)
    seen: list[Seen] = field(default_factory=list)
    connections: int = 0
    running: int = 0
    most_running: int = 0

    def url(self, path: str = "/", host: str = "127.0.0.1") -> str:
        return f"http://{host}:{self.port}{path}"

    def host(self, host: str = "127.0.0.1") -> str:
        return f"{host}:{self.port}"

    def paths(self) -> list[str]:
        return [seen.path for seen in self.seen]

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            with suppress(OSError, asyncio.IncompleteReadError):
                while await self._respond(reader, writer):
                    pass
            writer.close()
        finally:
            if not writer.is_closing():
                writer.transport.abort()  # the test ended before the behaviour
            with suppress(OSError):
                await writer.wait_closed()

    async def _respond(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        method, path, _ = head[0].split(" ")
        pairs = (line.partition(": ") for line in head[1:] if line)
        headers = {name.lower(): value for name, _, value in pairs}
        body = await reader.readexactly(int(headers.get("content-length", 0)))
        self.seen.append(Seen(path, headers, asyncio.get_running_loop().time(), method, body))
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        try:
            return await self._behave(self.routes.get(path, Page(b"nothing", 404)), writer)
        finally:
            self.running -= 1

    async def _behave(self, behaviour: Behaviour, writer: asyncio.StreamWriter) -> bool:
        if isinstance(behaviour, Page):
            writer.write(behaviour.raw())
        elif isinstance(behaviour, bytes):
            writer.write(behaviour)
        else:
            await behaviour(writer)
        await writer.drain()
        return isinstance(behaviour, Page)


def redirect(location: str, status: int = 302) -> Page:
    return Page(status=status, headers=(("Location", location),))


def reset(writer: asyncio.StreamWriter) -> None:
    """Close a connection with a RST instead of a FIN."""
    sock = writer.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


class Names(AbstractResolver):
    """A resolver that returns each name's next list of addresses, and repeats the last one."""

    def __init__(self, **addresses: list[list[str]]) -> None:
        self._addresses = {name.replace("_", "."): list(rest) for name, rest in addresses.items()}
        self.asked: list[str] = []

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        self.asked.append(host)
        remaining = self._addresses.get(host)
        if remaining is None:
            raise OSError(None, "no such name")
        addresses = remaining.pop(0) if len(remaining) > 1 else remaining[0]
        return [_result(host, address, port) for address in addresses]

    async def close(self) -> None:
        pass


def _result(host: str, address: str, port: int) -> ResolveResult:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return ResolveResult(hostname=host, host=address, port=port, family=family, proto=0, flags=0)


@dataclass
class Clock:
    """A clock that moves only when it is set or when someone sleeps by it."""

    now: float = 1_000_000.0
    slept: list[float] = field(default_factory=list)

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
        await asyncio.sleep(0)


# No delays, loopback allowed, short timeouts.
QUICK = FetchSettings(
    bot_url="https://bot.example/",
    delay=0.0,
    domain_delay=0.0,
    connect_seconds=5.0,
    total_seconds=5.0,
    allow_private=("127.0.0.0/8",),
)


def quick(**changes: object) -> FetchSettings:
    return replace(QUICK, **changes)  # type: ignore[arg-type]


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    async for each in _running(None):
        yield each


@pytest.fixture
async def tls_server() -> AsyncIterator[Server]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(SELF_SIGNED)
    async for each in _running(context):
        yield each


async def _running(context: ssl.SSLContext | None) -> AsyncIterator[Server]:
    server = Server()
    handlers: set[asyncio.Task[None]] = set()

    def accept(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(server.handle(reader, writer))
        handlers.add(task)
        task.add_done_callback(handlers.discard)

    listener = await asyncio.start_server(accept, "0.0.0.0", 0, ssl=context)
    server.port = listener.sockets[0].getsockname()[1]
    yield server
    listener.close()
    for _ in range(5):  # connections accepted last become handlers only now
        await asyncio.sleep(0)
    while handlers:
        for task in list(handlers):
            task.cancel()
        await asyncio.gather(*handlers, return_exceptions=True)
    await listener.wait_closed()


@pytest.fixture
async def fetcher() -> AsyncIterator[WebFetcher]:
    async with WebFetcher(QUICK) as each:
        yield each

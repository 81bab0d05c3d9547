"""A small world, a running server, and a client on a plain socket."""

import asyncio
import gzip
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest

from tidings.world.server.server import WorldServer, serve
from tidings.world.world import World


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes


Get = Callable[..., Awaitable[Answer]]


@pytest.fixture(scope="session")
def world() -> World:
    """Return a world that no test changes."""
    return World(seed=7, history=30, hostile=True)


@pytest.fixture
async def site() -> AsyncIterator[WorldServer]:
    async with serve(World(seed=7, history=12, hostile=True), speed=0) as running:
        yield running


@pytest.fixture
def get() -> Get:
    return fetch


async def fetch(url: str, method: str = "GET", **headers: str) -> Answer:
    parts = urlsplit(url)
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    target = parts.path + (f"?{parts.query}" if parts.query else "")
    lines = [f"{method} {target} HTTP/1.1", f"Host: {parts.netloc}", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    try:
        return parse(await reader.read())
    finally:
        writer.close()
        await writer.wait_closed()


def parse(data: bytes) -> Answer:
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (x.partition(":") for x in lines)}
    if headers.get("content-encoding") == "gzip" and body:
        body = gzip.decompress(body)
    return Answer(int(first.split()[1]), headers, body)

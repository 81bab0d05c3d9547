from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import httpx
import pytest
from fastapi import FastAPI

from tidings.model.articles.article import Article
from tidings.settings.openness import is_loopback
from tidings.settings.tree import ServeSettings, Settings

Fill = Callable[[Sequence[Article]], Settings]
Opened = Callable[..., FastAPI]


@asynccontextmanager
async def client_of(
    app: FastAPI, base: str = "http://127.0.0.1"
) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=base) as client:
        yield client


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "127.0.0.1:8000", "127.8.9.1", "localhost:80", "LOCALHOST", "[::1]:8000"]
)
async def test_on_loopback_our_own_host_names_are_accepted(
    fill: Fill, opened: Opened, host: str
) -> None:
    async with client_of(opened(fill([]))) as client:
        assert (await client.get("/bot", headers={"host": host})).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "127.0.0.1@evil.example",
        "evil.example@127.0.0.1",
        "10.0.0.1",
        "[::2]",
        "[::1",
        "[::1]x",
        "127.0.0.1:80 80",
        "127.0.0.1:123456",
        "127.0.0.1:port",
        "127.0.0.1/x",
        "",
    ],
)
async def test_on_loopback_foreign_host_names_are_refused(
    fill: Fill, opened: Opened, host: str
) -> None:
    async with client_of(opened(fill([]))) as client:
        response = await client.get("/api/search", headers={"host": host})
    assert response.status_code == 421
    assert "total" not in response.text
    assert response.headers["x-frame-options"] == "DENY"


async def test_two_hosts_are_refused(fill: Fill, opened: Opened) -> None:
    headers = [("host", "127.0.0.1"), ("host", "evil.example")]
    async with client_of(opened(fill([]))) as client:
        assert (await client.get("/bot", headers=headers)).status_code == 421


async def test_the_public_host_name_is_accepted(fill: Fill, opened: Opened) -> None:
    serve = ServeSettings(public_url="https://news.example/")
    async with client_of(opened(fill([]), serve)) as client:
        assert (await client.get("/bot", headers={"host": "news.example"})).status_code == 200
        assert (await client.get("/bot", headers={"host": "old.example"})).status_code == 421


async def test_beyond_loopback_any_host_name_is_accepted(fill: Fill, opened: Opened) -> None:
    async with client_of(opened(fill([]), ServeSettings(host="192.0.2.1"))) as client:
        assert (await client.get("/bot", headers={"host": "news.example"})).status_code == 200


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.255.0.3", "::1", "[::1]"])
def test_loopback_addresses_are_recognised(host: str) -> None:
    assert is_loopback(host)
    assert not is_loopback("0.0.0.0")
    assert not is_loopback(f"x{host}")

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import httpx
import pytest
from fastapi import Depends, FastAPI

from tidings.model.articles.article import Article
from tidings.serve.http.security import SECURITY_HEADERS, require_token
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


PATHS = (
    "/",
    "/search?q=x",
    "/sources",
    "/bot",
    "/docs",
    "/nothing",
    "/article/none",
    "/api/search",
    "/api/search?limit=0",
    "/api/nothing",
    "/healthz",
    "/openapi.json",
    "/static/paper.css",
    "/static/nothing",
    "/static/",
    "/robots.txt",
    "/favicon.ico",
    "/boom",
    "/api/boom",
)


@pytest.mark.parametrize("path", PATHS)
async def test_every_response_has_the_security_headers(
    fill: Fill, opened: Opened, path: str
) -> None:
    app = opened(fill([]))

    async def boom() -> None:
        raise RuntimeError("a bug")

    app.add_api_route("/boom", boom)
    app.add_api_route("/api/boom", boom)
    async with client_of(app) as client:
        response = await client.get(path)
    assert (response.status_code == 500) == ("boom" in path)
    for name, value in SECURITY_HEADERS.items():
        assert response.headers.get_list(name) == [value]
    assert "cache-control" in response.headers
    assert "server" not in response.headers
    assert "a bug" not in response.text


def test_the_policy_allows_only_our_own_resources() -> None:
    policy = SECURITY_HEADERS["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy


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


def _writing(serve: ServeSettings) -> FastAPI:
    app = FastAPI()
    app.state.settings = serve

    @app.post("/write", dependencies=[Depends(require_token)])
    async def write() -> str:
        return "written"

    return app


async def _write(serve: ServeSettings, **headers: str) -> int:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    async with client_of(_writing(serve), "http://127.0.0.1:8000") as client:
        return (await client.post("/write", headers=named)).status_code


async def test_beyond_loopback_a_write_needs_the_token() -> None:
    serve = ServeSettings(host="0.0.0.0", token="s3cret")
    assert await _write(serve, authorization="Bearer s3cret") == 200
    assert await _write(serve, authorization="bearer  s3cret") == 200
    assert await _write(serve) == 401
    assert await _write(serve, authorization="Bearer wrong") == 401
    assert await _write(serve, authorization="Basic s3cret") == 401
    assert await _write(serve, authorization="Bearer") == 401


async def test_beyond_loopback_nobody_writes_without_a_configured_token() -> None:
    serve = ServeSettings(host="0.0.0.0")
    assert await _write(serve) == 403
    assert await _write(serve, authorization="Bearer ") == 403


async def test_on_loopback_the_owner_may_write_but_foreign_pages_may_not() -> None:
    serve = ServeSettings()
    assert await _write(serve) == 200
    assert await _write(serve, origin="http://127.0.0.1:8000", sec_fetch_site="same-origin") == 200
    assert await _write(serve, origin="https://evil.example") == 403
    assert await _write(serve, origin="null") == 403
    assert await _write(serve, sec_fetch_site="cross-site") == 403


async def test_a_configured_token_is_required_on_loopback_too() -> None:
    serve = ServeSettings(token="s3cret")
    assert await _write(serve) == 401
    assert await _write(serve, authorization="Bearer s3cret") == 200

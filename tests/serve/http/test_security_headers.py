from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import httpx
import pytest
from fastapi import FastAPI
from starlette.responses import Response

from tidings.model.articles.article import Article
from tidings.serve.http.security_headers import SECURITY_HEADERS
from tidings.settings.tree import Settings

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
    "/login",
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


async def test_a_route_may_have_a_policy_of_its_own(fill: Fill, opened: Opened) -> None:
    app = opened(fill([]))

    async def embedded() -> Response:
        headers = {"Content-Security-Policy": "sandbox", "Cache-Control": "max-age=5"}
        return Response("x", headers=headers)

    app.add_api_route("/embedded", embedded)
    async with client_of(app) as client:
        response = await client.get("/embedded")
    assert response.headers.get_list("content-security-policy") == ["sandbox"]
    assert response.headers.get_list("cache-control") == ["max-age=5"]
    assert response.headers["x-frame-options"] == "DENY"

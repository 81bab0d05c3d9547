from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

import httpx
import pytest
from fastapi import FastAPI

from tidings.model.articles.article import Article
from tidings.settings.tree import ServeSettings, Settings

Fill = Callable[[Sequence[Article]], Settings]
Opened = Callable[..., FastAPI]
FRIEND, STRANGER = "https://reader.example", "https://evil.example"
ASKING = {"Access-Control-Request-Method": "GET", "Access-Control-Request-Headers": "authorization"}


@asynccontextmanager
async def client_of(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


def permissions(response: httpx.Response) -> dict[str, str]:
    return {
        name.removeprefix("access-control-"): value
        for name, value in response.headers.items()
        if name.startswith("access-control-")
    }


@pytest.fixture
def friendly(fill: Fill, opened: Opened) -> FastAPI:
    return opened(fill([]), ServeSettings(cors_origins=(FRIEND,)))


async def test_by_default_no_foreign_page_may_read(fill: Fill, opened: Opened) -> None:
    async with client_of(opened(fill([]))) as client:
        answer = await client.get("/api/v1/search", headers={"Origin": FRIEND})
        preflight = await client.options("/api/v1/search", headers={"Origin": FRIEND, **ASKING})
    assert (answer.status_code, permissions(answer)) == (200, {})
    assert (preflight.status_code, permissions(preflight)) == (405, {})


async def test_a_named_origin_may_read(friendly: FastAPI) -> None:
    async with client_of(friendly) as client:
        answer = await client.get("/api/v1/search", headers={"Origin": FRIEND})
        tag = {"If-None-Match": answer.headers["etag"], "Origin": FRIEND}
        known = await client.get("/api/v1/search", headers=tag)
        missing = await client.get("/api/v1/articles/x", headers={"Origin": FRIEND})
        old = await client.get("/api/search", headers={"Origin": FRIEND})
    assert known.status_code == 304
    for response in (answer, known, missing, old):
        given = permissions(response)
        assert given["allow-origin"] == FRIEND
        assert "ETag" in given["expose-headers"]
        assert "allow-credentials" not in given
        assert "Origin" in response.headers["vary"]


async def test_others_may_not(friendly: FastAPI) -> None:
    async with client_of(friendly) as client:
        for origin in (STRANGER, "null", f"{FRIEND}.evil.example", FRIEND.upper(), f"{FRIEND}:443"):
            answer = await client.get("/api/v1/search", headers={"Origin": origin})
            assert permissions(answer) == {}
            assert "Origin" in answer.headers["vary"]
            refused = await client.options("/api/v1/search", headers={"Origin": origin, **ASKING})
            assert (refused.status_code, permissions(refused)) == (403, {})
            assert "serve.cors_origins" in refused.json()["detail"]
        page = await client.get("/", headers={"Origin": FRIEND})
        assert permissions(page) == {}  # only the API


async def test_a_browser_may_ask_before_it_sends_a_token(friendly: FastAPI) -> None:
    async with client_of(friendly) as client:
        for path in ("/api/v1/search", "/api/v1/sources", "/api/search"):
            answer = await client.options(path, headers={"Origin": FRIEND, **ASKING})
            given = permissions(answer)
            assert answer.status_code == 204
            assert given["allow-origin"] == FRIEND
            assert "Authorization" in given["allow-headers"]
            assert {"GET", "DELETE", "PATCH"} <= {*given["allow-methods"].split(", ")}
            assert "allow-credentials" not in given
            assert "Origin" in answer.headers["vary"]

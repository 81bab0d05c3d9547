from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from tidings.engine.process.home import Home
from tidings.model.articles.article import Article
from tidings.settings.tree import Settings
from tidings.store.database.errors import StoreAway

MakeArticle = Callable[..., Article]
Fill = Callable[[Sequence[Article]], Settings]
Opened = Callable[..., FastAPI]


@asynccontextmanager
async def client_of(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


def _ruin_database(home: Path) -> None:
    path = Home(home).database
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        file.unlink(missing_ok=True)
    path.write_bytes(b"not a database at all" * 400)


def _ruin_index(home: Path) -> None:
    for meta in Home(home).index.rglob("meta.json"):
        meta.write_text("{}")


@pytest.mark.parametrize("ruin", [_ruin_database, _ruin_index])
async def test_an_unreadable_home_is_a_503_that_says_what_to_do(
    fill: Fill, opened: Opened, make_article: MakeArticle, ruin: Callable[[Path], None]
) -> None:
    settings = fill([make_article()])
    app = opened(settings)
    ruin(settings.home)
    async with client_of(app) as client:
        health = await client.get("/healthz")
        search = await client.get("/api/search?q=ferry")
        page = await client.get("/search?q=ferry")
    assert [health.status_code, search.status_code, page.status_code] == [503, 503, 503]
    assert health.json()["status"] == "unwell"
    assert "tidings doctor" in search.json()["error"]
    assert "tidings doctor" in page.text
    assert page.headers["content-type"].startswith("text/html")


async def test_readers_are_not_shown_where_the_database_is(fill: Fill, opened: Opened) -> None:
    app = opened(fill([]))

    async def away() -> None:
        raise StoreAway("connection to db.example as tidings failed")

    app.add_api_route("/api/away", away)
    async with client_of(app) as client:
        response = await client.get("/api/away")
    assert response.status_code == 503
    assert "The database does not answer." in response.json()["error"]
    assert "db.example" not in response.text


async def test_a_bug_is_a_500_that_reveals_nothing(fill: Fill, opened: Opened) -> None:
    app = opened(fill([]))

    async def boom() -> None:
        raise RuntimeError("secret")

    app.add_api_route("/boom", boom)
    async with client_of(app) as client:
        response = await client.get("/boom")
    assert response.status_code == 500
    assert "An internal error occurred" in response.text
    assert "secret" not in response.text


async def test_an_unsupported_method_returns_the_allowed_ones(client: httpx.AsyncClient) -> None:
    response = await client.post("/api/search")
    assert response.status_code == 405
    assert response.headers["allow"] == "GET"
    assert response.json() == {"error": "Method Not Allowed."}

"""Homes whose stories and articles change while lists are read."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from tests.serve.v1.reading.growing_home import GrowingHome

from tidings.settings.tree import SearchSettings, Settings, StoreSettings
from tidings.store.database.database import Work, open_database

Client = Callable[[Settings], AbstractAsyncContextManager[httpx.AsyncClient]]


@pytest.fixture
def client_of(opened: Callable[..., FastAPI]) -> Client:
    """Opens a home as an app, and returns a client of its API."""

    @asynccontextmanager
    async def open_(settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
        transport = httpx.ASGITransport(opened(settings))
        base = "http://127.0.0.1/api/v1"
        async with httpx.AsyncClient(transport=transport, base_url=base) as client:
            yield client

    return open_


@pytest.fixture
def growing(tmp_path: Path) -> Iterator[GrowingHome]:
    home = GrowingHome(
        Settings(
            home=tmp_path / "home",
            store=StoreSettings(commit_seconds=0.0),
            search=SearchSettings(commit_seconds=0.0, depth=25),
        )
    )
    yield home
    home.close()


def change(settings: Settings, *works: Work[Any]) -> None:
    """Change a home, as another process would."""
    database = open_database(settings.home / "tidings.db", settings.store)
    for work in works:
        database.write(work).result()
    database.close()


async def all_items(client: httpx.AsyncClient, path: str, **parameters: Any) -> list[Any]:
    """Read a list to its end."""
    answer = (await client.get(path, params=parameters)).raise_for_status().json()
    items: list[Any] = answer["items"]
    while answer["next"] is not None:
        limit = {"limit": parameters["limit"]} if "limit" in parameters else {}
        again = await client.get(path, params={"cursor": answer["next"], **limit})
        answer = again.raise_for_status().json()
        items += answer["items"]
    return items

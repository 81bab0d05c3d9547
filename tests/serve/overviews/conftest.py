"""A home of two busy weeks, behind an app at noon on 31 May 2024."""

import shutil
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from tests.serve.busy_home import busy_articles
from tests.serve.small_home import filled_home, group_articles

from tidings.settings.tree import Settings

Opened = Callable[..., FastAPI]


@pytest.fixture(scope="session")
def busy_template(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A home with two weeks of articles, in stories; made once, because reading takes seconds."""
    settings = filled_home(tmp_path_factory.mktemp("busy"), busy_articles())
    group_articles(settings)
    return settings


@pytest.fixture
def busy(busy_template: Settings, tmp_path: Path) -> Settings:
    """A copy of that home."""
    shutil.copytree(busy_template.home, tmp_path / "busy")
    return replace(busy_template, home=tmp_path / "busy")


@pytest.fixture
async def client(busy: Settings, opened: Opened) -> AsyncIterator[httpx.AsyncClient]:
    """A client of the busy home."""
    async with client_of(opened(busy)) as client:
        yield client


def client_of(app: FastAPI, **headers: str) -> httpx.AsyncClient:
    """Return a client of an app."""
    transport = httpx.ASGITransport(app)
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=headers)

"""A home with users and tokens, served by an app that is asked from any address."""

import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import httpx
from fastapi import FastAPI
from tests.serve.small_home import article_at, filled_home

from tidings.engine.access.access import Access
from tidings.engine.access.home_access import opened_access
from tidings.model.access.identity import Scope
from tidings.settings.tree import Settings

PASSWORD = "correct horse battery"


@dataclass(frozen=True, slots=True)
class GuardedHome:
    """A home with one article, a user `ada` (write) and a token of each scope, behind an app."""

    app: FastAPI
    access: Access
    tokens: dict[Scope, str]

    @asynccontextmanager
    async def client(
        self, address: str = "127.0.0.1", url: str = "http://127.0.0.1:8000", **headers: str
    ) -> AsyncIterator[httpx.AsyncClient]:
        """Yield a client with an address."""
        transport = httpx.ASGITransport(self.app, client=(address, 4711))
        async with httpx.AsyncClient(
            transport=transport, base_url=url, headers=headers, follow_redirects=False
        ) as client:
            yield client

    def bearer(self, scope: Scope) -> dict[str, str]:
        """Return the header with a token of a scope."""
        return {"Authorization": f"Bearer {self.tokens[scope]}"}


MakeGuarded = Callable[..., GuardedHome]


@dataclass(frozen=True, slots=True)
class HomeTemplate:
    """A home that is made once, because passwords are slow to hash, and copied for each test."""

    settings: Settings
    tokens: dict[Scope, str]

    def copy(self, folder: Path) -> Settings:
        """Return the settings of a copy."""
        shutil.copytree(self.settings.home, folder)
        return replace(self.settings, home=folder)


def made_template(folder: Path) -> HomeTemplate:
    """Make the home."""
    settings = filled_home(folder, [article_at()])
    with opened_access(settings) as opened:
        opened.access.add_user("ada", PASSWORD, Scope.WRITE)
        tokens = {scope: opened.access.add_token(scope.value, scope).text for scope in Scope}
    return HomeTemplate(settings, tokens)

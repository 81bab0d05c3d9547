"""Clients with a token of each scope, over a real home that nobody crawls."""

from collections.abc import AsyncIterator

import httpx
import pytest
from tests.serve.guarded_home import GuardedHome, MakeGuarded

from tidings.model.access.identity import Scope

V1 = "http://127.0.0.1:8000/api/v1"


@pytest.fixture
def home(guarded: MakeGuarded) -> GuardedHome:
    return guarded()


@pytest.fixture
async def stranger(home: GuardedHome) -> AsyncIterator[httpx.AsyncClient]:
    async with home.client(url=V1) as client:
        yield client


@pytest.fixture
async def reader(home: GuardedHome) -> AsyncIterator[httpx.AsyncClient]:
    async with home.client(url=V1, **home.bearer(Scope.READ)) as client:
        yield client


@pytest.fixture
async def writer(home: GuardedHome) -> AsyncIterator[httpx.AsyncClient]:
    async with home.client(url=V1, **home.bearer(Scope.WRITE)) as client:
        yield client


@pytest.fixture
async def admin(home: GuardedHome) -> AsyncIterator[httpx.AsyncClient]:
    async with home.client(url=V1, **home.bearer(Scope.ADMIN)) as client:
        yield client


@pytest.fixture
async def ada(home: GuardedHome) -> AsyncIterator[httpx.AsyncClient]:
    """A client with a token of the user `ada`."""
    made = home.access.add_token("phone", Scope.WRITE, user="ada")
    async with home.client(url=V1, Authorization=f"Bearer {made.text}") as client:
        yield client

"""A home with an article and users, whose runs are written by hand."""

from collections.abc import AsyncIterator, Iterator

import httpx
import pytest
from tests.serve.guarded_home import GuardedHome, MakeGuarded
from tests.serve.mine.written_runs import WrittenRuns, written_runs

from tidings.model.access.identity import Scope

V1 = "http://127.0.0.1:8000/api/v1"


@pytest.fixture
def home(guarded: MakeGuarded) -> GuardedHome:
    return guarded()


@pytest.fixture
def runs(home: GuardedHome) -> Iterator[WrittenRuns]:
    with written_runs(home.app.state.context.library.settings) as runs:
        yield runs


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

"""A browser in which somebody who may write has signed in, over a home that nobody crawls."""

from collections.abc import AsyncIterator

import httpx
import pytest
from tests.serve.guarded_home import PASSWORD, GuardedHome, MakeGuarded

SITE = "http://127.0.0.1:8000"


@pytest.fixture
def home(guarded: MakeGuarded) -> GuardedHome:
    return guarded()


@pytest.fixture
async def browser(home: GuardedHome) -> AsyncIterator[httpx.AsyncClient]:
    async with home.client(Origin=SITE) as browser:
        form = {"name": "ada", "password": PASSWORD}
        assert (await browser.post("/login", data=form)).status_code == 303
        yield browser


@pytest.fixture
async def stranger(home: GuardedHome) -> AsyncIterator[httpx.AsyncClient]:
    async with home.client() as client:
        yield client

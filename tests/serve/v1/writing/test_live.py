"""Writing while somebody else owns the home, and previews over a real server."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from tests.engine.in_process_pool import InProcessPool
from tests.engine.paper_server import paper_server
from tests.serve.conftest import Opened
from tests.serve.guarded_home import HomeTemplate

from tidings.engine.access.home_access import HomeAccess, opened_access
from tidings.engine.commands.command_values import CommandProgress, PauseSource
from tidings.engine.commands.issuing import CommandOutcome, opened_commands
from tidings.engine.library.library import Library
from tidings.engine.live import crawler
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.previews import preview as previews
from tidings.engine.process.home import Home
from tidings.engine.process.home_lock import HomeLock
from tidings.model.access.identity import Scope
from tidings.serve.home_writing import HomeWriting
from tidings.serve.http.server import bound_socket, serving
from tidings.serve.v1.writing.command_answers import command_shape
from tidings.settings.tree import ServeSettings, Settings


@pytest.fixture(autouse=True)
def read_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crawler, "Pool", InProcessPool)
    monkeypatch.setattr(previews, "Pool", InProcessPool)


@pytest.fixture
def settings(home_template: HomeTemplate, tmp_path: Path) -> Settings:
    """A home with tokens, whose fetcher may reach this computer."""
    copied = home_template.copy(tmp_path / "home")
    return replace(
        copied,
        fetch=replace(copied.fetch, delay=0.0, allow_private=("127.0.0.0/8",)),
        engine=replace(copied.engine, workers=1),
        serve=ServeSettings(port=0),
    )


@pytest.fixture
def access(settings: Settings) -> Iterator[HomeAccess]:
    with opened_access(settings) as opened:
        yield opened


@pytest.fixture
def library(settings: Settings) -> Iterator[Library]:
    library = Library.open(settings)
    yield library
    library.close()


@asynccontextmanager
async def served(app: FastAPI, template: HomeTemplate) -> AsyncIterator[httpx.AsyncClient]:
    """A client with the scope write of a real server."""
    headers = {"Authorization": f"Bearer {template.tokens[Scope.WRITE]}"}
    with bound_socket(ServeSettings(port=0)) as listener:
        async with serving(app, listener) as server:
            url = f"{server.url}api/v1"
            async with httpx.AsyncClient(base_url=url, headers=headers, timeout=60) as client:
                yield client


async def until(is_true: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not is_true():
            await asyncio.sleep(0.01)


async def test_a_running_crawl_executes_what_a_server_beside_it_is_asked(
    settings: Settings, access: HomeAccess, opened: Opened, home_template: HomeTemplate
) -> None:
    async with paper_server() as paper, opened_crawler(settings) as running:
        following = asyncio.create_task(running.follow())
        paper.front(*(paper.article(number) for number in range(3)))
        async with served(opened(settings, home_access=access), home_template) as client:
            added = await client.post("/sources", json={"url": paper.origin})
            assert added.status_code == 201, added.text
            await until(lambda: paper.requests["/"] == 1)
            paused = await client.post(f"/sources/{added.json()['id']}/pause")
            assert paused.json()["paused"]
            removed = await client.delete(f"/sources/{added.json()['id']}?articles=delete")
            assert removed.status_code == 204
        running.stop()
        await following


async def test_a_busy_owner_is_waited_for_elsewhere(
    settings: Settings, access: HomeAccess, library: Library, opened: Opened,
    home_template: HomeTemplate,
) -> None:  # fmt: skip
    writing = HomeWriting(settings, library, patience=0.1)
    app = opened(settings, home_access=access, writing=writing)
    async with served(app, home_template) as client:
        with HomeLock(Home(settings.home), "compacting"):
            stored = await client.post("/sources/post.example/pause")
            assert (stored.status_code, stored.json()["state"]) == (202, "waiting")
            place = stored.headers["location"].removeprefix("/api/v1")
            assert (await client.get(place)).json() == stored.json()
        done = (await client.get(place)).json()  # nobody owns it now, so this executes it
        assert (done["id"], done["kind"], done["state"]) == (stored.json()["id"], "pause", "done")
        assert done["result"]["url"] == "https://post.example/"
        refused = await client.post("/sources/post.example/retry")
        assert refused.status_code == 409
        with HomeLock(Home(settings.home), "compacting"):
            later = await client.delete("/articles/0123456789abcdef")
            assert later.status_code == 202
        place = later.headers["location"].removeprefix("/api/v1")
        outcome = (await client.get(place)).json()
        assert (outcome["state"], "no article" in outcome["detail"]) == ("refused", True)


def test_a_long_command_shows_its_progress() -> None:
    begun = CommandOutcome(7, "delete source", is_open=True, progress=CommandProgress(200, 900))
    shape = command_shape(begun)
    assert (shape["state"], shape["done"], shape["total"]) == ("begun", 200, 900)


def test_whoever_leaves_stops_attending(settings: Settings) -> None:
    with opened_commands(settings) as commands, HomeLock(Home(settings.home), "compacting"):
        (number,) = commands.store(PauseSource("post.example"))
        commands.attend(number, 3600, lambda: True)
        outcome = commands.outcome(number)
        assert outcome is not None
        assert outcome.is_open


async def test_a_preview_is_made_over_http_and_ends_with_its_client(
    settings: Settings, access: HomeAccess, opened: Opened, home_template: HomeTemplate
) -> None:
    app = opened(settings, home_access=access)
    asked, released = asyncio.Event(), asyncio.Event()

    async def stall(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked.set()
        await released.wait()
        writer.close()

    stalling = await asyncio.start_server(stall, "127.0.0.1", 0)
    endless = f"http://127.0.0.1:{stalling.sockets[0].getsockname()[1]}/"
    async with paper_server() as paper, served(app, home_template) as client:
        paper.front(*(paper.article(number) for number in range(3)))
        seen = (await client.post("/sources/preview", json={"url": paper.origin})).json()
        assert (seen["final_url"], seen["followed"]) == (f"{paper.origin}/", None)
        assert seen["headlines"]
        previewer = app.state.context.writing.previewer
        waiting = asyncio.create_task(client.post("/sources/preview", json={"url": endless}))
        await asked.wait()
        assert previewer.under_way == 1
        waiting.cancel()
        await until(lambda: previewer.under_way == 0)
    released.set()
    stalling.close()

"""Runs of a test: started by a command, executed by a crawler of this process."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any

from tests.engine.agents.topic_web import QUERY, TopicWeb

from tidings.engine.commands.command_values import AddSource, Command, RunStarted, StartRun
from tidings.engine.commands.issuing import opened_commands
from tidings.engine.listing.query_runs import finds_of, run_status
from tidings.engine.live.crawler import opened_crawler
from tidings.engine.process.home import existing_home
from tidings.engine.process.home_database import opened_database
from tidings.model.agents.query_run import RunStatus
from tidings.model.agents.run_find import RunFind
from tidings.settings.tree import Settings
from tidings.store.database.session import Reader


def issue(settings: Settings, *commands: Command) -> list[Any]:
    """Have commands executed by this process."""
    with opened_commands(settings, create=True) as home:
        return [*home.issue(*commands)]


def start(settings: Settings, web: TopicWeb, **more: Any) -> int:
    """Store a run that begins at the first paper; return its number."""
    given: dict[str, Any] = {"query": QUERY, "seeds": (web.front(),), "pages": 400, "agents": 6}
    (started,) = issue(settings, StartRun(**given | more))
    assert isinstance(started, RunStarted)
    return started.run


async def execute(settings: Settings) -> None:
    """Execute the runs that wait, until they are over."""
    async with opened_crawler(settings) as crawler:
        await crawler.execute_runs()


async def whole_run(settings: Settings, web: TopicWeb, **more: Any) -> int:
    """Start a run and execute it; return its number."""
    run = await asyncio.to_thread(lambda: start(settings, web, **more))
    await execute(settings)
    return run


@contextmanager
def rows(settings: Settings) -> Iterator[Reader]:
    """Read the rows of a home."""
    with closing(opened_database(existing_home(settings))) as database:
        yield database.read()


def status_of(settings: Settings, run: int) -> RunStatus:
    with rows(settings) as connection:
        status = run_status(connection, run)
    assert status is not None
    return status


def finds(settings: Settings, run: int) -> list[RunFind]:
    with rows(settings) as connection:
        return finds_of(connection, run)


async def until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait for a condition."""
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


def follow(settings: Settings, url: str) -> None:
    issue(settings, AddSource(url))


def write(settings: Settings, work: Any) -> Any:
    """Write to a home that nobody crawls."""
    with closing(opened_database(existing_home(settings))) as database:
        return database.write(work).result()

"""Commands to a running crawl: noticed at once, and not undone by what is cached or under way."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace

from tests.engine.paper_server import PaperServer, paper_server

from tidings.engine.commands.command_values import (
    AddSource,
    PauseSource,
    RemoveSource,
    ResumeSource,
    RetrySource,
)
from tidings.engine.commands.issuing import Commands, opened_commands
from tidings.engine.live.crawler import Crawler, opened_crawler
from tidings.model.web.page import FrontierState
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings


async def until(is_true: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not is_true():
            await asyncio.sleep(0.01)


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[tuple[Crawler, Commands]]:
    """A crawl that runs until the block ends, and commands as another process issues them."""
    async with opened_crawler(settings) as crawler:
        following = asyncio.create_task(crawler.follow())
        with opened_commands(settings) as commands:
            try:
                yield crawler, commands
            finally:
                crawler.stop()
                await following


def endless_paper(server: PaperServer, pages: int = 300) -> None:
    """A front page with many pages, none of which is an article."""
    for number in range(pages):
        server.page(f"/{number}", f"<p>{number}</p>")
    links = "".join(f'<a href="/{number}">Story number {number}</a> ' for number in range(pages))
    server.page("/", links)


async def test_a_running_crawl_executes_commands_and_follows_a_new_source(
    settings: Settings,
) -> None:
    async with paper_server() as server, running(settings) as (crawler, commands):
        server.page("/", "<p>Nothing yet.</p>")
        await commands.issue_async(AddSource(server.origin))
        await until(lambda: server.requests["/"] == 1)
        await commands.issue_async(RemoveSource(server.url("/")))
        assert crawler.library.sources() == []


async def test_nothing_of_a_paused_source_is_fetched_until_it_is_resumed(
    settings: Settings,
) -> None:
    slow = replace(settings, fetch=replace(settings.fetch, delay=0.03, domain_delay=0.03))
    async with paper_server() as server, running(slow) as (crawler, commands):
        endless_paper(server)
        await commands.issue_async(AddSource(server.origin))
        await until(lambda: server.requests.total() > 10)
        await commands.issue_async(PauseSource(server.url("/")))
        await until(lambda: crawler.under_way == 0)  # what was on the wire has ended
        before = server.requests.total()
        # Its turns go on in vain: a second source, which is fetched meanwhile, proves it.
        async with paper_server() as other:
            other.page("/", "<p>Nothing yet.</p>")
            await commands.issue_async(AddSource(other.origin.replace("127.0.0.1", "localhost")))
            await until(lambda: other.requests["/"] == 1 and crawler.under_way == 0)
        assert server.requests.total() == before
        await commands.issue_async(ResumeSource(server.url("/")))
        await until(lambda: server.requests.total() > before + 10)


async def test_a_removed_source_stays_removed_whatever_was_under_way(settings: Settings) -> None:
    async with paper_server() as server, running(settings) as (crawler, commands):
        endless_paper(server)
        for _ in range(3):
            await commands.issue_async(AddSource(server.origin))
            await until(lambda: crawler.under_way > 0)
            await commands.issue_async(RemoveSource(server.url("/")))
            await until(lambda: crawler.under_way == 0)
            seen = server.requests.total()
            states = crawler.library.status().by_reason
            assert Reason.WAITING not in states
            assert crawler.library.why(server.url("/")).next_visit is None
            assert server.requests.total() == seen


async def test_a_retry_makes_a_source_that_failed_due_at_once(settings: Settings) -> None:
    async with paper_server() as server, running(settings) as (crawler, commands):
        server.pages["/"] = (404, "text/html", "gone")
        await commands.issue_async(AddSource(server.origin))
        library = crawler.library
        front = server.url("/")
        await until(lambda: library.why(front).last_visit is not None)
        server.page("/", "<p>We are back.</p>")
        await commands.issue_async(RetrySource(front))
        await until(lambda: library.why(front).state == FrontierState.DONE)
        assert server.requests["/"] == 2


async def test_a_retry_requests_robots_txt_again(settings: Settings) -> None:
    async with paper_server() as server, running(settings) as (crawler, commands):
        server.page("/", "<p>Nothing yet.</p>")
        server.pages["/robots.txt"] = (200, "text/plain", "User-agent: *\nDisallow: /")
        await commands.issue_async(AddSource(server.origin))
        library, front = crawler.library, server.url("/")
        await until(lambda: library.why(front).state == FrontierState.REFUSED)
        server.pages["/robots.txt"] = (200, "text/plain", "User-agent: *\nAllow: /")
        await commands.issue_async(RetrySource(front))
        await until(lambda: library.why(front).state == FrontierState.DONE)
        assert server.requests["/robots.txt"] == 2

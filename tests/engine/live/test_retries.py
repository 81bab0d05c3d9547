"""Trying again at once: by `retry`, by adding a source again, in a round, after a new setting."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.engine.live.test_second_chances import break_down, next_visit, put_right
from tests.engine.paper_server import ClockedCrawler, PaperServer, clocked_crawler, paper_server

from tidings.engine.commands.command_values import (
    AddSource,
    Answer,
    Command,
    PauseSource,
    RetrySource,
    SourceAdded,
    SourceRetried,
)
from tidings.engine.commands.issuing import opened_commands
from tidings.engine.live.fetch_settings import settings_mark
from tidings.model.web.page import FrontierState
from tidings.settings.tree import Settings

WAYS = ["403", "404", "redirect loop", "empty", "error page", "robots.txt forbids", "hangs up"]


@pytest.fixture
async def paper() -> AsyncIterator[PaperServer]:
    async with paper_server() as paper:
        yield paper


@pytest.fixture
async def crawler(settings: Settings) -> AsyncIterator[ClockedCrawler]:
    async with clocked_crawler(settings) as crawler:
        yield crawler


async def issued(crawler: ClockedCrawler, settings: Settings, command: Command) -> Answer:
    """Have a command executed while nobody crawls."""
    await crawler.close()
    with opened_commands(settings) as commands:
        return (await commands.issue_async(command))[0]


async def failed(crawler: ClockedCrawler, paper: PaperServer, way: str, days: float) -> str:
    """Return the start page of a source that has failed for days and is then put right."""
    break_down(paper, "/", way)
    front = paper.url("/")
    await crawler.follow(front)
    await crawler.crawl()
    crawler.wait(days=days)
    await crawler.crawl()
    put_right(paper, "/")
    return front


async def failed_in_all_ways(
    stack: AsyncExitStack, crawler: ClockedCrawler, days: float
) -> dict[str, PaperServer]:
    """Return papers that have failed for days, each in its way, and were then put right."""
    papers = {way: await stack.enter_async_context(paper_server()) for way in WAYS}
    for way, paper in papers.items():
        break_down(paper, "/", way)
        await crawler.follow(paper.url("/"))
    await crawler.crawl()
    crawler.wait(days=days)
    await crawler.crawl()
    for paper in papers.values():
        put_right(paper, "/")
    return papers


async def brought(crawler: ClockedCrawler, papers: dict[str, PaperServer]) -> dict[str, int]:
    sources = await crawler.sources()
    return {way: sources[paper.url("/")].articles for way, paper in papers.items()}


@pytest.mark.parametrize("days", [0, 30], ids=["at first", "for weeks"])
@pytest.mark.parametrize("command", [RetrySource, AddSource])
async def test_a_command_tries_a_failing_source_at_once(
    settings: Settings,
    crawler: ClockedCrawler,
    command: type[RetrySource | AddSource],
    days: float,
) -> None:
    async with AsyncExitStack() as stack:
        papers = await failed_in_all_ways(stack, crawler, days)
        for way, paper in papers.items():
            answer = await issued(crawler, settings, command(paper.url("/")))
            assert isinstance(answer, SourceRetried | SourceAdded)
            assert answer.due >= 1, way
        await crawler.crawl()
        assert await brought(crawler, papers) == dict.fromkeys(WAYS, 2)


async def test_a_round_tries_a_failing_source_at_once(crawler: ClockedCrawler) -> None:
    async with AsyncExitStack() as stack:
        papers = await failed_in_all_ways(stack, crawler, 0)
        await crawler.crawl(rounds=1)
        assert await brought(crawler, papers) == dict.fromkeys(WAYS, 2)


async def test_a_retry_that_fails_begins_with_a_minute_again(
    settings: Settings, crawler: ClockedCrawler, paper: PaperServer
) -> None:
    front = await failed(crawler, paper, "404", 30)
    break_down(paper, "/", "404")
    assert (await crawler.why(front)).state == FrontierState.RESTING
    await issued(crawler, settings, RetrySource(front))
    await crawler.crawl()
    assert await next_visit(crawler, front) == timedelta(minutes=1)


async def test_what_is_written_says_when_a_source_is_tried_again(
    crawler: ClockedCrawler, paper: PaperServer
) -> None:
    front = await failed(crawler, paper, "403", 0)
    explanation, source = await crawler.why(front), (await crawler.sources())[front]
    moment = explanation.next_visit
    assert moment is not None
    assert source.next_visit == moment
    assert explanation.reasons[-1] == (
        f"next visit {moment:%Y-%m-%d %H:%M:%S} UTC, after 1 failure; 'tidings retry' tries at once"
    )
    assert source.condition.next_attempt == moment


async def test_adding_a_source_again_that_is_paused_leaves_it_paused(
    settings: Settings, crawler: ClockedCrawler, paper: PaperServer
) -> None:
    front = await failed(crawler, paper, "403", 0)
    await issued(crawler, settings, PauseSource(front))
    answer = await issued(crawler, settings, AddSource(front))
    assert answer == SourceAdded(front, is_new=False, is_paused=True)
    await crawler.crawl()
    assert paper.requests["/"] == 1


@pytest.mark.parametrize("how", ["restart", "retry", "add", "round"])
async def test_a_host_that_asks_us_to_wait_is_obeyed_whoever_tries_again(
    settings: Settings, crawler: ClockedCrawler, paper: PaperServer, how: str
) -> None:
    paper.retry_after = "3600"
    front = await failed(crawler, paper, "503", 0)
    requests = paper.requests.total()
    if how in ("retry", "add"):
        command = RetrySource(front) if how == "retry" else AddSource(front)
        answer = await issued(crawler, settings, command)
        assert isinstance(answer, SourceRetried | SourceAdded)
        assert datetime.fromisoformat(answer.closed_until) > datetime.now(UTC)
    await crawler.close()
    await crawler.crawl(1 if how == "round" else None)
    assert paper.requests.total() == requests
    crawler.wait(hours=1.1)
    await crawler.crawl()
    assert (await crawler.sources())[front].articles == 2


async def test_a_setting_that_may_cure_a_failure_tries_at_once(
    settings: Settings, paper: PaperServer
) -> None:
    put_right(paper, "/")
    front = paper.url("/")
    guarded = replace(settings, fetch=replace(settings.fetch, allow_private=()))
    async with clocked_crawler(guarded) as crawler:
        await crawler.follow(front)
        await crawler.crawl()
        crawler.wait(days=2)
        await crawler.crawl()
        assert await next_visit(crawler, front) > timedelta(minutes=1)
        assert paper.requests.total() == 0
    async with clocked_crawler(settings) as crawler:
        await crawler.crawl()
        assert (await crawler.sources())[front].articles == 2


async def test_nothing_is_tried_before_its_time_if_no_setting_has_changed(
    crawler: ClockedCrawler, paper: PaperServer
) -> None:
    await failed(crawler, paper, "403", 0)
    requests = paper.requests["/"]
    await crawler.close()
    await crawler.crawl()
    assert paper.requests["/"] == requests


def test_the_mark_changes_with_what_bears_on_fetching_alone(tmp_path: Path) -> None:
    def mark(environment: dict[str, str] | None = None, **fetch: Any) -> int:
        changed = replace(Settings(home=tmp_path).fetch, **fetch)
        return settings_mark(Settings(home=tmp_path, fetch=changed), environment or {})

    ca_file, proxy = tmp_path / "ca.pem", {"HTTPS_PROXY": "http://proxy.example:3128"}
    usual = mark()
    assert mark(proxy) == usual
    assert mark(delay=5.0, concurrency=3) == usual
    ca_file.write_text("one")
    marks = [usual, mark(allow_private=("10.0.0.0/8",)), mark(ca_file=str(ca_file))]
    ca_file.write_text("the other")
    marks.append(mark(ca_file=str(ca_file)))
    marks += [mark(proxy="env"), mark(proxy, proxy="env"), mark(contact="me@paper.example")]
    (tmp_path / "credentials.toml").write_text("")
    marks.append(mark())
    assert len(set(marks)) == len(marks)
    assert all(0 <= each < 2**63 for each in marks)

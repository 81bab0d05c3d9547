"""A source's own settings in a running crawl: they hold at once; what they may cure is tried."""

from collections.abc import AsyncIterator

import pytest
from tests.engine.live.test_commands import running, until
from tests.engine.paper_server import PaperServer, paper_server

from tidings.engine.commands.command_values import AddSource, SetSource, SourceSet
from tidings.engine.commands.issuing import CommandRefused, Commands, opened_commands
from tidings.engine.library.library import Library
from tidings.engine.live.crawler import opened_crawler
from tidings.model.web.page import FrontierState
from tidings.model.web.reason import Reason
from tidings.settings.tree import Settings


@pytest.fixture
async def server() -> AsyncIterator[PaperServer]:
    async with paper_server() as each:
        yield each


async def change(
    commands: Commands,
    server: PaperServer,
    *values: str,
    unset: tuple[str, ...] = (),
    faster: bool = False,
    topic: str | None = None,
) -> SourceSet:
    command = SetSource(server.origin, values, unset, faster, topic)
    (answer,) = await commands.issue_async(command)
    assert isinstance(answer, SourceSet)
    return answer


def state_of(library: Library, server: PaperServer, path: str) -> str:
    return library.why(server.url(path)).state


def follow(settings: Settings, server: PaperServer, *values: str) -> None:
    """Follow the paper with these settings, before a crawl begins."""
    with opened_commands(settings, create=True) as commands:
        commands.issue(AddSource(server.origin))
        commands.issue(SetSource(server.origin, values))


async def test_an_excluded_page_is_not_fetched_until_the_pattern_goes(
    settings: Settings, server: PaperServer
) -> None:
    server.front("/sport/1", "/news/1", "/news/2")
    for path in ("/sport/1", "/news/1", "/news/2"):
        server.page(path, "<p>A page.</p>")
    follow(settings, server, "exclude=/sport/*")
    async with running(settings) as (crawler, commands):
        library = crawler.library
        await until(lambda: all(server.requests[f"/news/{n}"] for n in (1, 2)))
        await until(lambda: state_of(library, server, "/sport/1") == FrontierState.DROPPED)
        why = library.why(server.url("/sport/1"))
        assert any(Reason.EXCLUDED in reason for reason in why.reasons)
        assert any("exclude /sport/*" in reason for reason in why.reasons)
        unseen = library.why(server.url("/sport/unseen"))
        assert unseen.reasons == (f"would be dropped: {Reason.EXCLUDED} (exclude /sport/*)",)
        assert library.status().by_reason[Reason.EXCLUDED] == 1
        assert server.requests["/sport/1"] == 0
        answer = await change(commands, server, unset=("exclude",))
        assert answer.changed == ("exclude",)
        assert answer.due >= 1
        await until(lambda: server.requests["/sport/1"] == 1)


async def test_an_article_behind_a_redirect_into_an_excluded_folder_is_not_kept(
    settings: Settings, server: PaperServer
) -> None:
    story = server.article(1)
    server.pages["/news/1"] = (302, "text/html", server.url(story))
    server.front("/news/1")
    follow(settings, server, "exclude=/2026/*")
    async with running(settings) as (crawler, commands):
        library = crawler.library
        await until(lambda: state_of(library, server, story) == FrontierState.REFUSED)
        sentence = f"refused: {Reason.EXCLUDED} (exclude /2026/*)"
        assert sentence in library.why(server.url(story)).reasons
        assert library.status().articles == 0
        await change(commands, server, unset=("exclude",))
        await until(lambda: library.status().articles == 1)


async def test_what_waits_is_judged_by_new_patterns_before_it_is_fetched(
    settings: Settings, server: PaperServer
) -> None:
    news, sport = ([f"/{folder}/{n}" for n in range(6)] for folder in ("news", "sport"))
    for path in (*news, *sport):
        server.page(path, "<p>A page.</p>")
    server.front(*news, *sport)
    follow(settings, server, "delay=0.01")
    async with opened_crawler(settings) as crawler:
        await crawler.crawl(max_pages=1)
    library = Library.open(settings)
    assert state_of(library, server, sport[0]) == FrontierState.QUEUED
    with opened_commands(settings) as commands:
        await change(commands, server, "include=/news/*")
    async with opened_crawler(settings) as crawler:
        await crawler.crawl()
    assert all(server.requests[path] for path in news)
    assert not any(server.requests[path] for path in sport)
    excluded = f"dropped: {Reason.EXCLUDED} (include /news/*)"
    assert all(excluded in library.why(server.url(path)).reasons for path in sport)
    library.close()


async def test_a_delay_and_headers_hold_without_a_restart(
    settings: Settings, server: PaperServer
) -> None:
    async with running(settings) as (crawler, commands):
        server.front("/1")
        server.page("/1", "<p>A page.</p>")
        await commands.issue_async(AddSource(server.origin))
        await until(lambda: server.requests["/1"] == 1 and crawler.under_way == 0)
        answer = await change(commands, server, "delay=0.01", "headers=Accept-Language: de")
        assert answer.changed == ("delay", "headers")
        assert answer.due >= 1  # the start page, at once
        await until(lambda: server.requests["/"] >= 2 and crawler.under_way == 0)
        assert server.headers["/"]["Accept-Language"] == "de"
        lines = crawler.library.politeness_report(limit=1_000).lines
        assert 0.01 in {each.host_delay for each in lines if each.path == "/"}
        before = server.requests["/"]
        await change(commands, server, unset=("headers", "delay"))
        await until(lambda: server.requests["/"] > before)
        assert "Accept-Language" not in server.headers["/"]


async def test_a_changed_setting_tries_at_once_what_had_failed(
    settings: Settings, server: PaperServer
) -> None:
    async with running(settings) as (crawler, commands):
        server.pages["/"] = (403, "text/html", "no")
        await commands.issue_async(AddSource(server.origin))
        await until(lambda: server.requests["/"] > 0 and crawler.under_way == 0)
        server.front()
        await change(commands, server, "headers=X-Reader: yes")
        await until(lambda: state_of(crawler.library, server, "/") == FrontierState.DONE)
        assert server.requests["/robots.txt"] > 1  # its rules may differ, too


async def test_the_topic_is_the_one_that_add_sets(settings: Settings, server: PaperServer) -> None:
    async with running(settings) as (crawler, commands):
        server.front()
        await commands.issue_async(AddSource(server.origin, "solar power"))
        await change(commands, server, topic="bridges")
        assert crawler.library.source(server.origin).about.words == "bridges"
        answer = await change(commands, server, topic="bridges")
        assert (answer.changed, answer.due) == ((), 0)
        await change(commands, server, topic="")
        assert crawler.library.source(server.origin).about.words == ""


async def test_what_makes_no_sense_is_refused_and_changes_nothing(
    settings: Settings, server: PaperServer
) -> None:
    async with running(settings) as (crawler, commands):
        server.front()
        await commands.issue_async(AddSource(server.origin))
        await change(commands, server, "exclude=/a/")
        for values in (("exclude=/b/", "colour=red"), ("headers=Host: x",)):
            with pytest.raises(CommandRefused):
                await change(commands, server, *values)
        with pytest.raises(CommandRefused, match="not followed"):
            await commands.issue_async(SetSource("https://nowhere.example/", ("delay=2",)))
        assert crawler.library.source(server.origin).settings.exclude == ("/a/",)

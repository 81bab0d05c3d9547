"""Looking on a real web: a crawl with agents, its newspaper and a browser, all at work."""

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect
from tests.engine.in_process_pool import InProcessPool
from tests.engine.paper_server import PaperServer, paper_server

from tidings.engine.access.home_access import opened_access
from tidings.engine.commands.command_values import AddSource
from tidings.engine.live import crawler
from tidings.engine.live.crawler import opened_crawler
from tidings.serve.app import create_app
from tidings.serve.home_writing import HomeWriting
from tidings.serve.http.login_link import login_link
from tidings.serve.http.server import bound_socket, serving
from tidings.settings.tree import Settings

pytestmark = pytest.mark.browser

ReaderOf = Callable[..., Any]
_STORIES = 300  # at half a second each, the run goes on until it is stopped


@dataclass(frozen=True, slots=True)
class Newsroom:
    """A newspaper whose crawl follows one site, which links to another one."""

    url: str
    link: str  # that signs in
    other: PaperServer


@pytest.fixture
async def newsroom(
    empty_settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Newsroom]:
    monkeypatch.setattr(crawler, "Pool", InProcessPool)
    fetch = replace(empty_settings.fetch, delay=0.5, allow_private=("127.0.0.0/8", "::1/128"))
    engine = replace(empty_settings.engine, workers=1)
    settings = replace(empty_settings, fetch=fetch, engine=engine)
    async with paper_server() as paper, paper_server() as other:
        other.origin = other.origin.replace("127.0.0.1", "localhost")  # another site
        stories = [other.article(number) for number in range(_STORIES)]
        other.front(*stories)
        away = "".join(f"<p><a href='{other.url(each)}'>Bridge: more</a></p>" for each in stories)
        paper.front(paper.article(100, foot=away))
        async with opened_crawler(settings) as running:
            following = asyncio.create_task(running.follow())
            await running.commands().issue_async(AddSource(f"{paper.origin}/"))
            with opened_access(settings) as home_access:
                writing = HomeWriting(settings, running.library, running.commands())
                app = create_app(
                    running.library, settings.serve, home_access=home_access, writing=writing
                )
                async with serving(app, bound_socket(settings.serve)) as server:
                    url = server.url.rstrip("/")
                    link = login_link(url, home_access.access.one_time_link())
                    yield Newsroom(url, link, other)
            running.stop()
            await following


async def test_agents_bring_what_no_source_has_until_they_are_stopped(
    browser: Browser, newsroom: Newsroom, reader_of: ReaderOf
) -> None:
    reader = reader_of(await browser.new_page())
    page: Page = reader.page
    await page.goto(newsroom.link)
    search = f"{newsroom.url}/search?q=bridge+mended"
    await page.goto(search)
    async with asyncio.timeout(60):
        while not await page.locator(".list .hits:not(.finds) h2").count():  # one is crawled
            await page.goto(search)
    await page.get_by_role("button", name="Look now").click()
    strange = page.locator(".finds > li", has_text="localhost")
    await expect(strange.first).to_be_visible(timeout=60_000)
    await strange.first.get_by_role("button", name="Follow this site").click()
    await expect(strange.first.locator(".followed")).to_have_text("followed")
    await page.get_by_role("button", name="Stop").click()
    status = page.locator(".live-status")
    await expect(status).to_contain_text("ended. It was stopped.", timeout=60_000)
    found = await page.locator(".finds > li").count()
    await page.get_by_role("link", name="Watch the agents").click()
    await expect(page.locator(".finds > li")).to_have_count(found)
    await expect(page.get_by_role("heading", name="Links followed and left")).to_be_visible()
    assert len(newsroom.other.requests) < _STORIES
    assert reader.hosts == {"127.0.0.1"}
    assert reader.complaints == []

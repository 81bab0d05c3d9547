"""Looking on the live web from a thin search: finds that arrive, stopping, following a site."""

from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect
from tests.browser.conftest import COURIER, HARBOUR
from tests.serve.mine.written_runs import BORN, PAGE, WrittenRuns, written_runs
from tests.serve.served_home import ServedHome, served_home
from tests.serve.small_home import article_at

from tidings.model.agents.agent_event import AgentEvent, AgentEventKind
from tidings.model.articles.article import Article
from tidings.serve.http.login_link import login_link
from tidings.settings.tree import Settings
from tidings.store.tables.articles.articles import articles_after

pytestmark = pytest.mark.browser

ReaderOf = Callable[..., Any]
STRANGE = article_at("https://other.example/news/1", title="Lighthouse sold", publisher="The Other")
SECOND = AgentEvent(AgentEventKind.BORN, 2, parent=1, generation=1, url=PAGE, energy=0.5)


@pytest.fixture
def site(
    empty_settings: Settings, fill_home: Callable[[Settings, datetime], None]
) -> Iterator[ServedHome]:
    fill_home(empty_settings, datetime.now(UTC))
    with served_home(empty_settings) as site:
        yield site


@pytest.fixture
def runs(site: ServedHome) -> Iterator[WrittenRuns]:
    with written_runs(site.settings) as runs:
        yield runs


@pytest.fixture
def articles(runs: WrittenRuns) -> list[Article]:
    """What agents find: articles of two followed sources, and one of a strange site."""
    runs.keep(STRANGE)
    kept = articles_after(runs.database.read(), 0, 1_000)
    return [
        next(each for each in kept if each.publisher == HARBOUR.name),
        next(each for each in kept if each.publisher == COURIER.name),
        STRANGE,
    ]


async def signed_in(browser: Browser, site: ServedHome, **more: Any) -> BrowserContext:
    """Return a browser context of the owner, who may write."""
    context = await browser.new_context(**more)
    page = await context.new_page()
    await page.goto(login_link(site.url, site.home_access.access.one_time_link()))
    await page.close()
    return context


@pytest.fixture
async def context(browser: Browser, site: ServedHome) -> AsyncIterator[BrowserContext]:
    context = await signed_in(browser, site)
    yield context
    await context.close()


def begin(runs: WrittenRuns, run: int) -> None:
    """Let a run that waits begin, with two agents."""
    runs.begin(run)
    runs.tell(run, BORN, SECOND)


async def look(page: Page, site: ServedHome, runs: WrittenRuns) -> int:
    """Click on Look now above a thin search, and return the run."""
    await page.goto(f"{site.url}/search?q=lighthouse")
    async with page.expect_response("**/api/v1/mine") as answered:
        await page.get_by_role("button", name="Look now").click()
    run = int((await (await answered.value).json())["id"])
    begin(runs, run)
    return run


async def test_finds_arrive_above_the_hits_while_agents_look(
    context: BrowserContext, site: ServedHome, runs: WrittenRuns, articles: list[Article],
    reader_of: ReaderOf,
) -> None:  # fmt: skip
    reader = reader_of(await context.new_page())
    page: Page = reader.page
    run = await look(page, site, runs)
    status, headlines = page.locator(".live-status"), page.locator(".finds h2")
    await expect(status).to_have_text("2 agents, 0 pages, 0 finds")
    runs.find(run, articles[0], 0.84, words="Of the harbour")
    await expect(headlines).to_have_text([articles[0].title])
    await expect(status).to_have_text("2 agents, 1 page, 1 find")
    runs.find(run, articles[2])
    await expect(headlines).to_have_text([articles[0].title, "Lighthouse sold"])
    first = page.locator(".finds > li").first
    await expect(first.locator(".byline .source")).to_have_text(HARBOUR.name)
    await expect(first.locator(".byline time")).to_contain_text("ago")
    await expect(first.locator(".why-here")).to_have_text(
        "84% relevant to the query · behind the link “Of the harbour” · expected to be 71% relevant"
    )
    assert await first.locator(".original").get_attribute("href") == articles[0].url
    above = await page.locator(".finds").bounding_box()
    below = await page.locator(".hits").last.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] < below["y"]
    runs.end(run)
    await expect(status).to_contain_text("2 pages, 2 finds, ended. It has requested")
    await expect(status).to_contain_text("as many pages as it may")
    await expect(page.get_by_role("button", name="Stop")).to_be_hidden()
    await headlines.first.get_by_role("link").click()
    await expect(page.locator("h1")).to_have_text(articles[0].title)
    assert reader.hosts == {"127.0.0.1"}
    assert reader.complaints == []


async def test_a_reload_goes_on_with_the_run(
    context: BrowserContext, site: ServedHome, runs: WrittenRuns, articles: list[Article]
) -> None:
    page = await context.new_page()
    run = await look(page, site, runs)
    runs.find(run, articles[0])
    await expect(page.locator(".finds h2")).to_have_count(1)
    await page.reload()
    await expect(page.locator(".finds h2")).to_have_text([articles[0].title])
    runs.find(run, articles[1])
    await expect(page.locator(".finds h2")).to_have_count(2)


async def test_a_run_is_stopped_by_the_keyboard(
    context: BrowserContext, site: ServedHome, runs: WrittenRuns, reader_of: ReaderOf
) -> None:
    reader = reader_of(await context.new_page())
    page: Page = reader.page
    await page.goto(f"{site.url}/search?q=lighthouse")
    await page.get_by_role("button", name="Look now").focus()
    await page.keyboard.press("Enter")
    stop = page.get_by_role("button", name="Stop")
    await expect(stop).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator(".live-status")).to_contain_text("ended. It was stopped.")
    await expect(stop).to_be_hidden()
    await page.goto(f"{site.url}/mine/1")
    await expect(page.locator(".live-advice")).to_have_text("It was stopped.")
    assert reader.complaints == []


async def test_a_waiting_run_says_what_to_start(context: BrowserContext, site: ServedHome) -> None:
    page = await context.new_page()
    await page.goto(f"{site.url}/search?q=lighthouse")
    await page.get_by_role("button", name="Look now").click()
    await expect(page.locator(".live-status")).to_contain_text("start 'tidings run'")


async def test_the_site_of_a_find_is_followed_with_one_click(
    context: BrowserContext, site: ServedHome, runs: WrittenRuns, articles: list[Article],
    reader_of: ReaderOf,
) -> None:  # fmt: skip
    reader = reader_of(await context.new_page())
    page: Page = reader.page
    run = await look(page, site, runs)
    for article in articles:
        runs.find(run, article)
    await expect(page.locator(".finds .followed")).to_have_count(2)  # known sites
    await page.get_by_role("button", name="Follow this site").click()
    await expect(page.locator(".finds .followed")).to_have_count(3)
    await expect(page.locator(".finds h2 a").last).to_be_focused()
    await page.goto(f"{site.url}/sources")
    await expect(page.locator("tbody th", has_text="other.example")).to_have_count(1)
    assert reader.complaints == []


async def test_the_page_of_a_run_follows_it(
    context: BrowserContext, site: ServedHome, runs: WrittenRuns, articles: list[Article],
    reader_of: ReaderOf,
) -> None:  # fmt: skip
    run = runs.start("lighthouse", at=datetime.now(UTC))
    runs.tell(run, BORN)
    runs.find(run, articles[0])
    reader = reader_of(await context.new_page())
    page: Page = reader.page
    await page.goto(f"{site.url}/mine/{run}")
    await expect(page.locator(".live-status")).to_have_text("1 agent, 1 page, 1 find")
    await expect(page.locator(".agents tbody tr")).to_have_count(1)
    runs.tell(run, SECOND)
    runs.find(run, articles[1])
    await expect(page.locator(".finds h2")).to_have_count(2)
    await expect(page.locator(".live-status")).to_have_text("2 agents, 2 pages, 2 finds")
    await expect(page.locator(".agents tbody tr")).to_have_count(2)
    runs.end(run)
    await expect(page.locator(".live-advice")).to_have_text(
        "It has requested as many pages as it may."
    )
    await expect(page.locator(".agents")).to_have_count(0)
    assert reader.hosts == {"127.0.0.1"}
    assert reader.complaints == []


@pytest.mark.parametrize("width", [1280, 390])
async def test_everything_works_without_javascript(
    browser: Browser, site: ServedHome, runs: WrittenRuns, articles: list[Article],
    reader_of: ReaderOf, width: int,
) -> None:  # fmt: skip
    context = await signed_in(
        browser, site, java_script_enabled=False, viewport={"width": width, "height": 800}
    )
    reader = reader_of(await context.new_page())
    page: Page = reader.page
    await page.goto(f"{site.url}/search?q=lighthouse")
    assert await reader.width_of_content() <= width
    await page.get_by_role("button", name="Look now").click()
    assert page.url == f"{site.url}/mine/1"
    begin(runs, 1)
    runs.find(1, articles[2])
    await expect(page.locator(".finds h2")).to_have_text(["Lighthouse sold"])
    assert await reader.width_of_content() <= width
    await page.get_by_role("button", name="Follow this site").click()
    await expect(page.locator(".finds .followed")).to_have_text(["followed"])
    await page.get_by_role("button", name="Stop").click()
    assert page.url == f"{site.url}/mine/1"
    assert reader.hosts == {"127.0.0.1"}
    assert reader.complaints == []
    await context.close()

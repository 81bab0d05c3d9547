"""The pages in a browser; Chromium reports what the policy forbids."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tidings.settings.tree import Settings

pytestmark = pytest.mark.browser

PATHS = ("", "search?q=ferry", "search?q=zeppelin", "sources", "why?url=x", "bot", "docs")


async def test_a_reader_goes_from_the_front_page_to_a_search_to_an_article(
    browser: Browser, paper_url: str, reader_of: Callable[..., Any]
) -> None:
    reader = reader_of(await browser.new_page())
    page = reader.page
    await page.goto(paper_url)
    await expect(page.locator("h1")).to_have_text("Tidings")
    assert await page.locator(".teaser").count() > 20
    await page.keyboard.press("/")
    await page.keyboard.type("lighthouse keeper")
    await page.keyboard.press("Enter")
    await expect(page.locator(".found")).to_contain_text("articles for lighthouse keeper")
    await page.locator("#source").select_option("harbourpost.example")
    await page.locator(".inquiry button").click()
    await page.wait_for_url(f"{paper_url}search?q=lighthouse+keeper&source=harbourpost.example")
    title = await page.locator(".hits h2 a").first.inner_text()
    await page.locator(".hits h2 a").first.click()
    await expect(page.locator(".story h1")).to_have_text(title)
    await page.locator(".why summary").click()
    await expect(page.locator(".why .reasons li").first).to_be_visible()
    assert reader.complaints == []
    assert reader.hosts == {"127.0.0.1"}


# Texts that come from other sites.
_LENGTHEN = """() => {
  const foreign = ":is(h1, h2, h3) > a[lang], .story h1, .kicker, .opening, .standfirst, .source";
  for (const each of document.querySelectorAll(foreign)) each.textContent = "Langeswort".repeat(40);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_no_page_scrolls_sideways_on_a_small_phone(
    browser: Browser, paper_url: str, reader_of: Callable[..., Any], scheme: Any
) -> None:
    context = await browser.new_context(viewport={"width": 360, "height": 640}, color_scheme=scheme)
    reader = reader_of(await context.new_page())
    await reader.page.goto(paper_url)
    article = await reader.page.locator(".lead h2 a").get_attribute("href")
    for path in (*PATHS, article.lstrip("/")):
        await reader.page.goto(f"{paper_url}{path}")
        assert await reader.width_of_content() <= 360, path
    assert reader.complaints == []
    assert reader.hosts == {"127.0.0.1"}


async def test_no_word_is_too_long_for_a_page(
    browser: Browser, paper_url: str, reader_of: Callable[..., Any]
) -> None:
    for width in (360, 1280):
        context = await browser.new_context(viewport={"width": width, "height": 640})
        reader = reader_of(await context.new_page())
        await reader.page.goto(paper_url)
        article = await reader.page.locator(".lead h2 a").get_attribute("href")
        for path in (*PATHS, article.lstrip("/")):
            await reader.page.goto(f"{paper_url}{path}")
            await reader.page.evaluate(_LENGTHEN)
            assert await reader.width_of_content() <= width, path
        await context.close()


async def test_the_policy_stops_injected_scripts(
    browser: Browser, paper_url: str, reader_of: Callable[..., Any]
) -> None:
    reader = reader_of(await browser.new_page())
    page = reader.page
    await page.goto(f"{paper_url}bot")
    attack = "<img src=https://evil.example/x.png onerror=document.title=1>"
    async with page.expect_console_message(lambda message: "inline event handler" in message.text):
        await page.evaluate("html => document.body.insertAdjacentHTML('beforeend', html)", attack)
    await expect(page).to_have_title("About the crawler – Tidings")
    assert any("evil.example" in complaint for complaint in reader.complaints)


async def test_pages_work_without_javascript(browser: Browser, paper_url: str) -> None:
    context = await browser.new_context(java_script_enabled=False)
    page = await context.new_page()
    await page.goto(paper_url)
    await page.locator("#box").fill("Vorstand")
    await page.locator(".masthead button").click()
    await expect(page.locator(".hits mark").first).to_be_visible()
    await expect(page.locator(".hits time").first).to_contain_text("ago")
    await page.locator(".hits h2 a").first.click()
    await expect(page.locator(".body")).to_have_attribute("lang", "de")


async def test_keyboard_readers_can_skip_to_the_content(browser: Browser, paper_url: str) -> None:
    page = await browser.new_page()
    await page.goto(paper_url)
    await page.keyboard.press("Tab")
    await expect(page.locator(".skip")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("main")).to_be_focused()


async def test_an_empty_front_page_fills_itself(
    browser: Browser,
    empty_settings: Settings,
    serve_home: Callable[..., Any],
    fill_home: Callable[..., None],
) -> None:
    with serve_home(empty_settings) as url:
        page = await browser.new_page()
        await page.goto(url)
        await expect(page.locator(".blank h2")).to_have_text("Your newspaper is empty")
        fill_home(empty_settings, datetime.now(UTC))
        await expect(page.locator(".lead h2")).to_be_visible(timeout=30_000)

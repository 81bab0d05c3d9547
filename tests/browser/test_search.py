"""The search page in a browser: narrowing, completing, explaining, on any screen."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import Browser, expect

pytestmark = pytest.mark.browser


async def test_a_reader_narrows_a_search_and_widens_it_again(
    browser: Browser, paper_url: str, reader_of: Callable[..., Any]
) -> None:
    reader = reader_of(await browser.new_page())
    page = reader.page
    await page.goto(f"{paper_url}search?q=harbour")
    await page.locator(".panel a", has_text="politics").click()
    await expect(page.locator("#q")).to_have_value('harbour topic:"politics"')
    await page.locator("#facet-source + ul a").first.click()
    await expect(page.locator(".chips a")).to_have_count(1)
    await page.locator(".because summary").first.click()
    await expect(page.locator(".because li").first).to_be_visible()
    await page.locator(".actions a", has_text="More like this").first.click()
    await expect(page.locator(".chips a")).to_have_count(2)
    await page.locator(".chips a").first.click()
    await expect(page.locator(".chips a")).to_have_count(1)
    await expect(page.locator(".chips a")).to_contain_text("more like")
    assert reader.complaints == []
    assert reader.hosts == {"127.0.0.1"}


async def test_completions_can_be_chosen_by_keyboard(
    browser: Browser, paper_url: str, reader_of: Callable[..., Any]
) -> None:
    reader = reader_of(await browser.new_page())
    page = reader.page
    await page.goto(paper_url)
    box = page.locator("#box")
    await box.press_sequentially("lightho")
    first = page.locator("#box-completions [role=option]").first
    await expect(first).to_be_visible()
    await expect(box).to_have_attribute("aria-expanded", "true")
    await box.press("ArrowDown")
    chosen = await first.inner_text()
    await expect(box).to_have_value(chosen)
    await expect(first).to_have_attribute("aria-selected", "true")
    await box.press("Enter")
    await expect(page.locator(".hits li").first).to_be_visible()
    await expect(page.locator("#q")).to_have_value(chosen)
    await page.locator("#q").fill("")
    await page.locator("#q").press_sequentially("lightho")
    await expect(page.locator("#q-completions li").first).to_be_visible()
    await page.locator("#q").press("Escape")
    await expect(page.locator("#q-completions")).to_be_hidden()
    assert reader.complaints == []


async def test_a_search_narrows_on_a_phone_without_javascript(
    browser: Browser, paper_url: str
) -> None:
    context = await browser.new_context(
        java_script_enabled=False, viewport={"width": 360, "height": 640}
    )
    page = await context.new_page()
    await page.goto(f"{paper_url}search?q=harbour&more_like=0123456789abcdef&since=365d")
    await page.locator(".jump a").click()
    await page.locator("#facet-language + ul a").first.click()
    await expect(page.locator(".chips a")).to_have_count(3)
    await page.goto(f"{paper_url}article/" + await _first_id(page))
    await expect(page.locator(".related h3").first).to_be_visible()


async def _first_id(page: Any) -> str:
    href: str = await page.locator(".hits h2 a").first.get_attribute("href")
    return href.rpartition("/")[2]

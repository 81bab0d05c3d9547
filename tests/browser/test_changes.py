"""The page of changes in a browser, with and without JavaScript."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest
from playwright.async_api import Browser, expect
from tests.browser.edited_home import edited_home

from tidings.settings.tree import Settings

pytestmark = pytest.mark.browser


@pytest.fixture
def edited_url(
    empty_settings: Settings,
    fill_home: Callable[..., None],
    serve_home: Callable[[Settings], AbstractContextManager[str]],
) -> Iterator[str]:
    edited_home(empty_settings, fill_home)
    with serve_home(empty_settings) as url:
        yield url


@pytest.mark.parametrize(
    ("width", "scheme", "has_scripts"),
    [(1280, "light", True), (390, "dark", True), (390, "light", False)],
)
async def test_a_reader_follows_what_outlets_change(
    browser: Browser,
    edited_url: str,
    reader_of: Callable[..., Any],
    width: int,
    scheme: Any,
    has_scripts: bool,
) -> None:
    context = await browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme=scheme,
        java_script_enabled=has_scripts,
    )
    reader = reader_of(await context.new_page())
    page = reader.page
    await page.goto(edited_url)
    await page.get_by_role("link", name="Changes", exact=True).click()
    await expect(page.locator(".change")).to_have_count(20)
    await expect(page.locator(".change ins").first).to_be_visible()
    await expect(page.locator("main img, main script")).to_have_count(0)
    await expect(page).to_have_title("Changes – Tidings")
    assert await page.evaluate("document.documentElement.scrollWidth") <= width
    await page.get_by_role("link", name="Older changes").click()
    await expect(page.locator(".change")).to_have_count(5)
    await page.get_by_role("link", name="Newest changes").click()
    await page.get_by_role("link", name="Deletions").click()
    await expect(page.locator(".change")).to_have_count(1)
    await expect(page.locator(".change .tombstone")).to_contain_text("Deleted by its publisher")
    await page.get_by_role("link", name="Headlines").click()
    await expect(page.locator(".change h2 ins").first).to_be_visible()
    await page.locator(".change h2 a").first.click()
    await expect(page.locator(".revision")).to_have_count(1)
    assert reader.complaints == []
    assert reader.hosts == {"127.0.0.1"}
    await context.close()

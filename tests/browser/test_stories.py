"""The list of stories and the page of one in a browser, with and without JavaScript."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import Browser, expect
from tests.browser.flood_home import flood_home
from tests.serve.served_home import served_home

from tidings.model.access.identity import Scope
from tidings.settings.tree import Settings

pytestmark = pytest.mark.browser

PASSWORD = "correct horse battery"


@pytest.mark.parametrize(
    ("width", "scheme", "has_scripts"),
    [(1280, "light", True), (390, "dark", True), (390, "light", False)],
)
async def test_a_reader_goes_from_the_stories_to_who_copied_from_whom(
    browser: Browser,
    empty_settings: Settings,
    serve_home: Callable[..., Any],
    reader_of: Callable[..., Any],
    width: int,
    scheme: Any,
    has_scripts: bool,
) -> None:
    flood_home(empty_settings)
    context = await browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme=scheme,
        java_script_enabled=has_scripts,
    )
    reader = reader_of(await context.new_page())
    page = reader.page
    with serve_home(empty_settings) as url:
        await page.goto(url)
        await page.get_by_role("link", name="Stories", exact=True).click()
        await expect(page.locator(".story-list > li")).to_have_count(1)
        assert await reader.width_of_content() <= width
        await page.locator(".choices-more summary").last.click()
        await page.locator(".choices-more").get_by_role("link", name="City Wire").click()
        await expect(page.locator(".choices-more [aria-current]")).to_have_text("City Wire")
        await page.locator(".story-list h3 a").click()
        await expect(page.locator(".lanes > li")).to_have_count(6)
        await expect(page.locator(".lanes .lag").first).to_contain_text("first to report")
        await expect(page.locator(".lanes .lag").nth(1)).to_contain_text("22 minutes later")
        await expect(page.locator(".copy-tree > ul > li")).to_have_count(2)
        await expect(page.locator("main img, main script")).to_have_count(0)
        assert await reader.width_of_content() <= width
        point = page.locator(".lane a").first
        bounds, lane = await point.bounding_box(), await page.locator(".lane").first.bounding_box()
        assert bounds["width"] == pytest.approx(bounds["height"], abs=1)  # circles stay round
        assert lane["x"] <= bounds["x"] < lane["x"] + lane["width"] / 4
        await point.click()
        assert "#a-" in page.url
        await page.locator(".side-by-side a").first.click()
        await expect(page.locator(".story h1")).to_have_text("The Karl cuts off nine villages")
    assert reader.complaints == []
    assert reader.hosts == {"127.0.0.1"}
    await context.close()


async def test_a_story_is_followed_without_javascript(
    browser: Browser, empty_settings: Settings, reader_of: Callable[..., Any]
) -> None:
    flood_home(empty_settings)
    serve = replace(empty_settings.serve, open=True)
    context = await browser.new_context(java_script_enabled=False)
    reader = reader_of(await context.new_page())
    page = reader.page
    with served_home(replace(empty_settings, serve=serve)) as home:
        home.home_access.access.add_user("ada", PASSWORD, Scope.READ)
        await page.goto(f"{home.url}/stories")
        await page.locator(".story-list h3 a").click()
        await expect(page.locator(".lanes > li").first).to_be_visible()
        await expect(page.locator(".follow")).to_have_count(0)
        story = page.url
        await page.goto(f"{home.url}/login?next={story.removeprefix(home.url)}")
        await page.get_by_label("Name").fill("ada")
        await page.get_by_label("Password").fill(PASSWORD)
        await page.get_by_label("Password").press("Enter")
        await page.get_by_role("button", name="Follow this story").click()
        await expect(page.get_by_role("button", name="Stop following")).to_be_visible()
        assert page.url == story
        await page.get_by_role("button", name="Stop following").click()
        await expect(page.get_by_role("button", name="Follow this story")).to_be_visible()
    assert reader.complaints == []
    assert reader.hosts == {"127.0.0.1"}
    await context.close()

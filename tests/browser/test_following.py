"""Following a site in a browser, with and without JavaScript: field, preview, list, page, end."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect
from tests.engine.in_process_pool import InProcessPool
from tests.engine.paper_server import paper_server
from tests.serve.served_home import ServedHome, served_home

from tidings.engine.previews import preview as previews
from tidings.serve.http.login_link import login_link
from tidings.settings.tree import Settings

pytestmark = pytest.mark.browser

ReaderOf = Callable[..., Any]


@pytest.fixture
def site(empty_settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServedHome]:
    """A server of an empty home whose previews may reach this computer."""
    monkeypatch.setattr(previews, "Pool", InProcessPool)
    fetch = replace(empty_settings.fetch, delay=0.0, allow_private=("127.0.0.0/8",))
    with served_home(replace(empty_settings, fetch=fetch)) as home:
        yield home


async def signed_in(page: Page, site: ServedHome) -> None:
    await page.goto(login_link(site.url, site.home_access.access.one_time_link()))


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("with_script", [True, False])
async def test_a_site_is_added_looked_after_and_removed(
    browser: Browser, site: ServedHome, reader_of: ReaderOf, width: int, with_script: bool
) -> None:
    context = await browser.new_context(
        java_script_enabled=with_script, viewport={"width": width, "height": 800}
    )
    reader = reader_of(await context.new_page())
    page: Page = reader.page

    async def fits() -> None:
        if with_script:
            assert await reader.width_of_content() <= width

    await signed_in(page, site)
    await fits()
    async with paper_server() as paper:
        paper.feed("/feed", [paper.article(number) for number in range(7)])
        head = "<link rel='alternate' type='application/rss+xml' href='/feed'>"
        paper.front(*(paper.article(number) for number in range(7)), head=head)
        await page.get_by_label("Address of a site or a feed").fill(paper.origin)
        await page.get_by_role("button", name="Preview").click()
        await expect(page.locator(".headlines li")).to_have_count(5)
        await fits()
        await page.get_by_label("Folder").fill("News")
        await page.get_by_role("button", name="Follow").click()
    await expect(page.get_by_role("status")).to_contain_text("It is followed now.")
    await fits()
    await page.get_by_role("button", name="Pause").click()
    await expect(page.locator(".health")).to_contain_text("Paused")
    await page.get_by_label("Not these paths").fill("/sport/*")
    await page.get_by_label("Name").fill("My paper")
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator("h1")).to_have_text("My paper")
    await page.locator(".sections").get_by_role("link", name="Sources").click()
    await expect(page.locator("h2.folder")).to_have_text("News")
    await expect(page.locator("tr.paused th")).to_contain_text("exclude /sport/*")
    await fits()
    await page.get_by_role("button", name="Resume").click()
    await page.get_by_role("link", name="Remove").click()
    await fits()
    await page.get_by_role("button", name="Stop following").click()
    await expect(page.locator(".blank h2")).to_have_text("No sites yet")
    assert reader.hosts == {"127.0.0.1"}
    assert {request.url.split("/")[2] for request in reader.requests} == {f"127.0.0.1:{site.port}"}
    assert reader.complaints == []
    await context.close()


@pytest.mark.parametrize("with_script", [True, False])
async def test_a_file_of_another_reader_is_added(
    browser: Browser, site: ServedHome, reader_of: ReaderOf, with_script: bool, tmp_path: Path
) -> None:
    file = tmp_path / "feeds.opml"
    outlines = "".join(f'<outline xmlUrl="https://{n}.example/feed"/>' for n in "abc")
    file.write_text(
        f'<opml version="2.0"><body><outline text="Täglich">{outlines}</outline></body></opml>'
    )
    context = await browser.new_context(java_script_enabled=with_script)
    reader = reader_of(await context.new_page())
    page: Page = reader.page
    await signed_in(page, site)
    await page.get_by_label("OPML file").set_input_files(file)
    await page.get_by_role("button", name="Preview").click()
    await expect(page.locator("h1")).to_have_text("3 sources in this file")
    await page.get_by_role("button", name="Follow all").click()
    await expect(page.locator("h2.folder")).to_have_text("Täglich")
    await expect(page.locator(".sources tbody tr")).to_have_count(3)
    assert reader.complaints == []
    await context.close()


async def test_a_mistake_keeps_what_was_typed(browser: Browser, site: ServedHome) -> None:
    page = await browser.new_page()
    await signed_in(page, site)
    await page.get_by_label("Address of a site or a feed").fill("the newspaper")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("give one such as")
    await expect(page.get_by_label("Address of a site or a feed")).to_have_value("the newspaper")


async def test_a_stranger_is_shown_the_way_in(browser: Browser, site: ServedHome) -> None:
    page = await browser.new_page()
    await page.goto(f"{site.url}/sources")
    await page.locator("main").get_by_role("link", name="Sign in").click()
    assert page.url == f"{site.url}/login?next=/sources"

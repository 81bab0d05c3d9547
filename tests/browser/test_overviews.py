"""Trends, statistics, names, events and jobs in a browser."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, expect
from tests.engine.stream.written_home import WrittenHome
from tests.serve.busy_home import HOSTILE, busy_articles
from tests.serve.small_home import NOW, filled_home, group_articles
from tests.serve.v1.reading.conftest import change
from tests.serve.v1.reading.test_jobs import fill_jobs

from tidings.engine.access.home_access import opened_access
from tidings.model.access.identity import Scope
from tidings.settings.tree import ServeSettings, Settings

pytestmark = pytest.mark.browser

ReaderOf = Callable[..., Any]
Serve = Callable[..., Any]
ADA = "entity/person%3Aada%20lindqvist"
PATHS = ("trends", "statistics?since=all", ADA, "live", "jobs", "jobs/2")


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A home of two busy weeks with three jobs."""
    settings = filled_home(tmp_path_factory.mktemp("busy"), busy_articles())
    group_articles(settings)
    change(settings, fill_jobs)
    return replace(settings, serve=ServeSettings(port=0))


@pytest.fixture
def url_and_token(busy: Settings, serve_home: Serve) -> Iterator[tuple[str, str]]:
    with (
        opened_access(busy) as access,
        serve_home(busy, clock=lambda: NOW, home_access=access) as url,
    ):
        yield url, access.access.add_token("browser", Scope.WRITE).text


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_page_fits_and_stays_at_home(
    browser: Browser, url_and_token: tuple[str, str], reader_of: ReaderOf, scheme: Any,
    scripts: bool,
) -> None:  # fmt: skip
    url, token = url_and_token
    for width in (390, 1280):
        context = await browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme=scheme,
            java_script_enabled=scripts,
            extra_http_headers={"Authorization": f"Bearer {token}"},
        )
        reader = reader_of(await context.new_page())
        for path in PATHS:
            answer = await reader.page.goto(url + path)
            assert answer.status == 200, path
            await expect(reader.page.locator("h1")).to_be_visible()
            assert await reader.page.locator("main b, main script").count() == 0, path
            if scripts:
                assert await reader.width_of_content() <= width, path
        assert reader.complaints == []
        assert reader.hosts == {"127.0.0.1"}
        await context.close()


async def test_a_reader_goes_from_a_trend_to_a_place_to_a_person_to_a_story(
    browser: Browser, url_and_token: tuple[str, str], reader_of: ReaderOf
) -> None:
    reader = reader_of(await browser.new_page())
    page = reader.page
    await page.goto(url_and_token[0])
    await page.get_by_role("link", name="Trends").click()
    await expect(page.locator(".examples").first).to_contain_text("Mount Etna")
    await page.get_by_role("link", name="Catania").click()
    await expect(page.locator("h1")).to_have_text("Catania")
    await page.get_by_role("link", name="Ada Lindqvist").click()
    await expect(page.locator("h1")).to_have_text("Ada Lindqvist")
    assert await page.locator(".columns-chart g").count() == 13
    await page.locator("[aria-labelledby=stories] h3 a").last.click()
    await expect(page.locator("h1")).to_contain_text(HOSTILE)  # as text
    assert reader.complaints == []
    assert reader.hosts == {"127.0.0.1"}


async def test_the_days_are_a_table_too(browser: Browser, url_and_token: tuple[str, str]) -> None:
    page = await browser.new_page()
    await page.goto(f"{url_and_token[0]}statistics")
    table = page.locator(".numbers")
    await expect(table).to_be_hidden()
    await page.locator(".chart summary").press("Enter")
    await expect(table).to_be_visible()
    await expect(table.locator("tbody tr").first).to_contain_text("31 May 2024")


@pytest.fixture
def wire(tmp_path: Path) -> Iterator[WrittenHome]:
    home = WrittenHome(tmp_path / "home")
    home.keep("first")
    home.release()
    yield home
    home.close()


async def test_events_arrive_pause_and_are_withdrawn(
    browser: Browser, wire: WrittenHome, serve_home: Serve, reader_of: ReaderOf
) -> None:
    with serve_home(replace(wire.settings, serve=ServeSettings(port=0))) as url:
        reader = reader_of(await browser.new_page())
        page, titles = reader.page, reader.page.locator(".wire a")
        await page.goto(f"{url}live")
        await expect(titles).to_have_text(["About first"])
        status = page.locator(".wire-status")
        await expect(status).to_have_text("Connected. New events appear at the top.")
        await expect(page.locator(".refresh")).to_be_hidden()
        wire.keep(HOSTILE.replace("/", "-"))
        wire.release()
        await expect(titles).to_have_text([f"About {HOSTILE.replace('/', '-')}", "About first"])
        assert await page.locator(".wire b").count() == 0
        await page.get_by_role("button", name="Pause").press("Enter")
        wire.keep("second")
        wire.keep("second", text="Other words.")
        wire.release()
        await expect(status).to_have_text("Paused; 2 events waiting.")
        await expect(titles).to_have_count(2)
        await page.get_by_role("button", name="Continue").press("Enter")
        await expect(page.locator(".wire .what")).to_have_text(["Edited", "New", "New", "New"])
        wire.take_down("second")
        wire.release()
        await expect(page.locator(".wire .what")).to_have_text(["New", "New"])
        assert reader.complaints == []
        assert reader.hosts == {"127.0.0.1"}
        await page.close()


async def test_without_scripts_the_list_is_refreshed_with_a_link(
    browser: Browser, wire: WrittenHome, serve_home: Serve
) -> None:
    with serve_home(replace(wire.settings, serve=ServeSettings(port=0))) as url:
        context = await browser.new_context(java_script_enabled=False)
        page = await context.new_page()
        await page.goto(f"{url}live")
        await expect(page.locator(".wire a")).to_have_text(["About first"])
        await expect(page.get_by_role("button", name="Pause")).to_be_hidden()
        wire.keep("second")
        wire.release()
        await page.get_by_role("link", name="Refresh").click()
        await expect(page.locator(".wire a")).to_have_text(["About second", "About first"])
        await context.close()

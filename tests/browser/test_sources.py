"""The page of sources in a browser: those that bring nothing say why."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tidings.engine.process.home import ensure_home
from tidings.engine.sources.source_list import add_source
from tidings.model.crawl.visit import UrlState
from tidings.model.web.page import FrontierState, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import url_id
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.frontier.urls import save_url_state

pytestmark = pytest.mark.browser

REFUSING, WAITING = "https://refusing.example/", "https://waiting.example/"


def fill(settings: Settings, now: datetime) -> None:
    """Follow a source that refuses us, and one that was not visited yet."""
    database = open_database(ensure_home(settings).database, settings.store)
    for url in (REFUSING, WAITING):
        add_source(database, url, now)
    due = now + timedelta(hours=2.5)
    state = UrlState(FrontierState.QUEUED, Reason.CLIENT_ERROR, UrlRole.PAGE, due=due, status=403)
    save = partial(
        save_url_state,
        host="refusing.example",
        url_id=url_id(REFUSING),
        url_state=state,
        visited_at=now,
        place=None,
    )
    database.write(save).result()
    database.close()


@pytest.mark.parametrize("width", [1280, 360])
async def test_a_source_that_brings_nothing_says_why(
    browser: Browser,
    empty_settings: Settings,
    serve_home: Callable[[Settings], AbstractContextManager[str]],
    reader_of: Callable[..., Any],
    width: int,
) -> None:
    fill(empty_settings, datetime.now(UTC))
    with serve_home(empty_settings) as url:
        reader = reader_of(await browser.new_page(viewport={"width": width, "height": 800}))
        await reader.page.goto(f"{url}sources")
        alert = reader.page.locator(".alert")
        await expect(alert).to_have_count(1)
        await expect(alert).to_contain_text("Refuses us (403).")
        await expect(alert).to_contain_text("Tried again in 2 hours.")
        await expect(reader.page.locator(".intro")).to_contain_text("1 of 2 brings nothing")
        waiting = reader.page.locator("tr", has_text="waiting.example")
        await expect(waiting).to_contain_text("Not visited yet.")
        assert await reader.width_of_content() <= width
        assert reader.complaints == []

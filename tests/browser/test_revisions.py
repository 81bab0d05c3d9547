"""Revisions and deletions in a browser."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.async_api import Browser, expect

from tidings.model.articles.article import Article
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import keep_article, newest_articles
from tidings.store.tables.articles.revisions import add_tombstone

pytestmark = pytest.mark.browser


@pytest.fixture
def edited_article(
    empty_settings: Settings,
    fill_home: Callable[..., None],
    serve_home: Callable[[Settings], AbstractContextManager[str]],
) -> Iterator[tuple[str, Article]]:
    """A served home whose newest long article was edited twice and deleted."""
    now = datetime.now(UTC)
    fill_home(empty_settings, now)
    database = open_database(empty_settings.home / "tidings.db", empty_settings.store)
    article = max(newest_articles(database.read(), 30), key=lambda it: len(it.text))
    words = article.text.split(" ")
    first = " ".join([*words[:5], "unexpectedly", *words[7:]])
    last = f"{first}\nThe paper added this paragraph a day later, with a {'very' * 30}long word."
    for hours, text in ((20, first), (3, last)):
        edited = replace(article, text=text, title=f"{article.title}, after {hours} hours")
        seen = now - timedelta(hours=hours)
        database.write(lambda db, it=edited, at=seen: keep_article(db, it, at)).result()  # type: ignore[misc]
    gone = now - timedelta(hours=1)
    database.write(lambda db: add_tombstone(db, article.id, gone, 410, "status 410")).result()
    database.close()
    with serve_home(empty_settings) as url:
        yield url, article


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
async def test_a_reader_sees_changes_and_the_deletion(
    browser: Browser,
    edited_article: tuple[str, Article],
    reader_of: Callable[..., Any],
    scheme: Any,
    width: int,
) -> None:
    url, article = edited_article
    context = await browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme
    )
    reader = reader_of(await context.new_page())
    page = reader.page
    await page.goto(f"{url}article/{article.id}")
    await expect(page.locator(".tombstone")).to_contain_text("Deleted by its publisher")
    assert await reader.width_of_content() <= width
    await page.locator("a.revised").click()
    await expect(page.locator(".revision")).to_have_count(2)
    await expect(page.locator(".revision ins").last).to_be_visible()
    assert await reader.width_of_content() <= width
    assert reader.complaints == []
    assert reader.hosts == {"127.0.0.1"}

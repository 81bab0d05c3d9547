"""The page of stories."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Any

import httpx
import pytest
from selectolax.lexbor import LexborHTMLParser
from tests.serve.conftest import Fill, Opened
from tests.serve.pages.listed_stories import flood_articles
from tests.serve.small_home import NOW, article_at

from tidings.model.articles.story import Story
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.stories import keep_story

ATTACK = "\u202e<script>alert(1)</script>"


@asynccontextmanager
async def reading(opened: Opened, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(opened(settings))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


async def page(client: httpx.AsyncClient, path: str = "/stories") -> LexborHTMLParser:
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return LexborHTMLParser(answer.text)


def words(tree: LexborHTMLParser, selector: str) -> list[str]:
    return [" ".join(node.text().split()) for node in tree.css(selector)]


async def test_a_story_says_who_was_first_and_who_covers_it(grouped: Fill, opened: Opened) -> None:
    async with reading(opened, grouped(flood_articles())) as client:
        tree = await page(client)
    (byline,) = words(tree, ".story-list .byline")
    assert byline.startswith("3 articles from 3 sources first: The Post, 07:00")
    assert words(tree, ".badges a") == ["The Post", "copy.example", "other.example"]
    assert words(tree, ".story-day h2") == ["Friday, 31 May 2024"]


@pytest.mark.parametrize(
    ("query", "stories"),
    [
        ("", 1), ("size=all", 2), ("size=sources", 1), ("language=en", 1), ("language=de", 0),
        ("source=copy.example", 1), ("source=unknown.example", 0), ("size=huge", 1),
    ],
)  # fmt: skip
async def test_stories_are_filtered_by_plain_links(
    grouped: Fill, opened: Opened, query: str, stories: int
) -> None:
    async with reading(opened, grouped(flood_articles())) as client:
        tree = await page(client, f"/stories?{query}")
        assert len(tree.css(".story-list > li")) == stories
        assert len(tree.css(".blank")) == (not stories)
        assert len(tree.css(".note")) == ("huge" in query)
        for link in tree.css(".choices a, .choices-more a, .badges a"):
            assert (await client.get(link.attributes["href"] or "")).status_code == 200


async def test_older_stories_are_on_further_pages(fill: Fill, opened: Opened) -> None:
    settings = fill([])
    database = open_database(settings.home / "tidings.db", settings.store)
    for number in range(1, 42):
        at = NOW - timedelta(hours=number)
        story = Story(number, f"Story of hour {number}", "a", "en", at, at, 2, 1)
        database.write(partial(keep_story, story=story)).result()
    database.close()
    async with reading(opened, settings) as client:
        first = await page(client)
        (older,) = first.css(".paging a[rel=next]")
        second = await page(client, older.attributes["href"] or "")
    assert words(first, ".story-day h2") == ["Friday, 31 May 2024", "Thursday, 30 May 2024"]
    titles = [*words(first, ".story-list h3"), *words(second, ".story-list h3")]
    assert titles == [f"Story of hour {number}" for number in range(1, 42)]
    assert words(second, ".paging a") == ["Newest stories"]


async def test_an_empty_home_says_what_will_be_here(fill: Fill, opened: Opened) -> None:
    async with reading(opened, fill([])) as client:
        assert words(await page(client), ".blank h2") == ["No stories yet"]


async def test_hostile_headlines_stay_text(grouped: Fill, opened: Opened) -> None:
    async with reading(opened, grouped(flood_articles(ATTACK))) as client:
        tree = await page(client)
    (headline,) = tree.css(".story-list h3 a")
    assert headline.attributes["dir"] == "auto"
    assert ATTACK in headline.text()
    assert not tree.css("main script")


async def test_sources_of_hidden_articles_are_not_named(grouped: Fill, opened: Opened) -> None:
    def hidden(at: int, **fields: Any) -> Any:
        return {"hidden_from": NOW - timedelta(hours=1)} if at == 1 else fields

    articles = [
        article_at(each.url, **(
            {"title": each.title, "text": each.text, "published": each.published, "standfirst": "",
             "html": "", "publisher": ""} | hidden(at)))
        for at, each in enumerate(flood_articles())
    ]  # fmt: skip
    async with reading(opened, grouped(articles)) as client:
        assert words(await page(client), ".badges a") == ["The Post", "other.example"]


async def test_every_page_leads_to_the_stories(fill: Fill, opened: Opened) -> None:
    async with reading(opened, fill([])) as client:
        assert (await page(client, "/")).css_matches('.sections a[href="/stories"]')
        assert words(await page(client), ".sections [aria-current=page]") == ["Stories"]

"""The page of a person, place or organisation."""

from datetime import UTC, datetime, timedelta

import httpx
import pytest
from tests.serve.conftest import Fill, MakeArticle
from tests.serve.overviews.conftest import Opened, client_of
from tests.serve.overviews.page_text import links, texts, tree_of
from tests.serve.small_home import NOW

from tidings.serve.overviews.entity_page import columns

ADA = "/entity/person:ada%20lindqvist"


async def test_a_person_has_a_chart_co_mentions_stories_articles_and_a_feed(
    client: httpx.AsyncClient,
) -> None:
    tree = await tree_of(client, ADA)
    assert texts(tree, "h1") == ["Ada Lindqvist"]
    assert texts(tree, ".kicker") == ["Person"]
    assert len(tree.css(".columns-chart g")) == 13
    together = texts(tree, "[aria-labelledby=together] th")
    assert together[0] == "Berlin"
    assert "Monday" not in together
    assert len(tree.css("[aria-labelledby=newest] li")) == 10
    assert texts(tree, "[aria-labelledby=stories] h3")[0].startswith("Budget debate")
    (feed,) = links(tree, 'link[type="application/atom+xml"]')
    assert "Mount Etna erupts" in (await client.get(feed)).text
    berlin = await tree_of(client, links(tree, "[aria-labelledby=together] a")[0])
    assert texts(berlin, "h1") == ["Berlin"]
    assert "Berlin, DE: 52.52, 13.41." in texts(berlin, ".intro")[0]


async def test_the_names_of_an_article_lead_to_their_pages(client: httpx.AsyncClient) -> None:
    page = await tree_of(client, ADA)
    article = await tree_of(client, links(page, "[aria-labelledby=newest] h3 a")[-2])
    names = links(article, ".understood a[href^='/entity/']")
    assert ADA.replace(":", "%3A") in names
    assert texts(await tree_of(client, names[0]), "h1")


@pytest.mark.parametrize(
    "key", ["person:nobody at all", "nothing", "x/y/z", "person:" + "a" * 400, "place:1", "person:"]
)
async def test_a_name_that_no_article_mentions_is_a_404(
    client: httpx.AsyncClient, key: str
) -> None:
    tree = await tree_of(client, f"/entity/{key}", 404)
    assert "No article mentions this name." in texts(tree, "main")[0]


async def test_who_was_mentioned_long_ago_still_has_a_page(
    fill: Fill, opened: Opened, make_article: MakeArticle
) -> None:
    old = NOW - timedelta(days=900)
    text = "Prime Minister Ada Lindqvist spoke in Berlin."
    settings = fill([make_article(text=text, html="", published=old, first_seen=old)])
    async with client_of(opened(settings)) as client:
        tree = await tree_of(client, ADA)
    assert texts(tree, ".intro")[0].startswith("In 1 article, 13 Dec 2021")
    assert tree.css_first(".columns-chart") is None  # one day makes no chart


def test_days_without_articles_are_columns_too() -> None:
    first = datetime(2024, 5, 1, tzinfo=UTC)
    found = columns([(first, 2), (first + timedelta(days=3), 1)])
    assert [count for _, count in found] == [2, 0, 0, 1]
    assert found[0][0] == "1 May 2024"
    long = columns([(first, 2), (first + timedelta(days=364), 5)])
    assert len(long) <= 60
    assert sum(count for _, count in long) == 7
    assert long[0][0] == "1 May 2024 to 7 May 2024"
    assert columns([]) == []

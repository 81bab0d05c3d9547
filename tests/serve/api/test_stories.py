"""Stories over HTTP, in a home where three sites report one flood and one of them copies."""

from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import httpx
import pytest
from fastapi import FastAPI

from tidings.engine.followers.story_grouping import StoryGrouping
from tidings.model.articles.article import Article
from tidings.settings.tree import GroupSettings, Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.annotations import grouping_rows_after
from tidings.store.tables.articles.stories import end_story, keep_story, newest_stories, story_by_id

MakeArticle = Callable[..., Article]

FLOOD = (
    "The river Karl flooded nine villages near Saintevigne on Monday and 4,812 people were "
    "evacuated. Mayor Lena Thielmann said that the dyke at Vossberg had broken after midnight. "
    "Soldiers filled sandbags in Vossberg until the morning, and Thielmann thanked them.\n"
    "The bridge at Saintevigne stays closed for seven days, the railway said. Damage is put at "
    "12 million euros. Experts had warned of the dyke at Vossberg three years ago. "
    "Firefighters and rescuers brought people to safety when the flood came."
)
COPIED = f"{FLOOD}\nThe flood near Saintevigne: experts asked for help to clean cellars."
RETOLD = (
    "After the flood of the Karl the mayor of Saintevigne, Lena Thielmann, has asked for help. "
    "Nine villages near Saintevigne were under water and 4,812 people had to leave. The dyke at "
    "Vossberg broke at night. Thielmann spoke of 12 million euros of damage.\n"
    "In Vossberg people began to clean their cellars. The Karl is falling, experts say."
)


@pytest.fixture
async def flood_home(
    grouped: Callable[..., Settings],
    opened: Callable[..., FastAPI],
    make_article: MakeArticle,
    now: datetime,
) -> AsyncIterator[tuple[httpx.AsyncClient, list[Article], Settings]]:
    """A client, the articles from the first to the last, and the home's settings."""
    plain = {"authors": (), "tags": (), "standfirst": "", "section": "", "html": ""}
    articles = [
        make_article("https://post.example/flood", title="The Karl cuts off nine villages",
                     text=FLOOD, published=now - timedelta(hours=5), **plain),
        make_article("https://copy.example/flood", title="The Karl cuts off nine villages",
                     text=COPIED, published=now - timedelta(hours=4), **plain),
        make_article("https://other.example/flood", title="Saintevigne asks for help after flood",
                     text=RETOLD, published=now - timedelta(hours=3), **plain),
        make_article(published=now - timedelta(hours=2)),
    ]  # fmt: skip
    settings = grouped(articles)
    transport = httpx.ASGITransport(opened(settings))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client, articles, settings


async def test_stories_are_listed_the_newest_first(
    flood_home: tuple[httpx.AsyncClient, list[Article], Settings],
) -> None:
    client, articles, _ = flood_home
    every = (await client.get("/api/stories")).json()
    assert [story["articles"] for story in every] == [1, 3]
    (flood,) = (await client.get("/api/stories?min_sources=2")).json()
    assert flood["sources"] == 3
    assert flood["lead"] in {articles[0].id, articles[2].id}  # never the copy
    assert (flood["began"], flood["newest"]) == ("2024-05-31T07:00:00Z", "2024-05-31T09:00:00Z")


async def test_a_story_has_the_first_source_copies_and_reasons(
    flood_home: tuple[httpx.AsyncClient, list[Article], Settings],
) -> None:
    client, (first, copy, other, _), _ = flood_home
    (listed,) = (await client.get("/api/stories?min_sources=2")).json()
    story = (await client.get(f"/api/stories/{listed['id']}")).json()
    chapters = {each["id"]: each for each in story["timeline"]}
    assert list(chapters) == [first.id, copy.id, other.id]
    assert [each["first"] for each in story["timeline"]] == [True, False, False]
    assert (chapters[copy.id]["copy_of"], chapters[copy.id]["root"]) == (first.id, first.id)
    assert chapters[other.id]["copy_of"] is None
    why = chapters[other.id]["why"]
    assert why["of"] >= len(why["shared"]) > 3
    assert f"shares {len(why['shared'])} of {why['of']} rare terms" in why["sentence"]
    assert {each["source"]: each["copies"] for each in story["told_by"]} == {
        "post.example": 0, "copy.example": 1, "other.example": 0,
    }  # fmt: skip
    assert story["summary"]
    assert {each["article"] for each in story["summary"]} <= {first.id, other.id}


async def test_an_article_names_its_story(
    flood_home: tuple[httpx.AsyncClient, list[Article], Settings],
) -> None:
    client, (first, *_), _ = flood_home
    story = (await client.get(f"/api/articles/{first.id}")).json()["story"]
    assert story["articles"] == 3
    page = (await client.get(f"/article/{first.id}")).text
    assert f'href="/story/{story["id"]}"' in page


async def test_the_page_of_a_story_shows_everything(
    flood_home: tuple[httpx.AsyncClient, list[Article], Settings],
) -> None:
    client, articles, _ = flood_home
    (listed,) = (await client.get("/api/stories?min_sources=2")).json()
    page = (await client.get(f"/story/{listed['id']}")).text
    assert all(f'href="/article/{article.id}"' in page for article in articles[:3])
    assert "First to report" in page
    assert "Copied from" in page
    assert "rare terms" in page


async def test_a_merged_story_redirects_to_its_successor(
    flood_home: tuple[httpx.AsyncClient, list[Article], Settings],
) -> None:
    client, _, settings = flood_home
    one, other = (story["id"] for story in (await client.get("/api/stories")).json())
    database = open_database(settings.home / "tidings.db", settings.store)
    database.write(partial(end_story, story=one, into=other)).result()
    assert story_by_id(database.read(), one) == story_by_id(database.read(), other)
    kept = story_by_id(database.read(), other)
    assert kept is not None
    database.write(partial(keep_story, story=kept)).result()
    database.close()
    assert (await client.get(f"/story/{one}")).headers["location"] == f"/story/{other}"
    assert (await client.get(f"/api/stories/{one}")).json()["id"] == other


@pytest.mark.parametrize("wrong", ["999", "-1", "x", "99999999999999999999999"])
async def test_an_unknown_story_is_an_error(
    flood_home: tuple[httpx.AsyncClient, list[Article], Settings], wrong: str
) -> None:
    client, _, _ = flood_home
    for path in ("/story/", "/api/stories/"):
        assert (await client.get(path + wrong)).status_code in (404, 422)


async def test_the_article_page_shows_topics_with_their_words(
    flood_home: tuple[httpx.AsyncClient, list[Article], Settings],
) -> None:
    client, (first, *_), _ = flood_home
    given = (await client.get(f"/api/articles/{first.id}")).json()
    page = (await client.get(f"/article/{first.id}")).text
    assert given["topics"][0]["slug"] == "disaster"
    assert "About this article" in page
    assert "topic%3Adisaster" in page
    assert "flood" in page.split("topic%3Adisaster")[1].split("</dd>")[0]


def test_an_original_represents_its_story_even_if_a_copy_is_longer(
    fill: Callable[..., Settings], make_article: MakeArticle, now: datetime
) -> None:
    short, _ = FLOOD.split("\n")
    first = make_article("https://post.example/flood", title="Nine villages cut off", text=short,
                         published=now - timedelta(hours=5))  # fmt: skip
    longer = f"{short}\nExperts of the railway had asked for help to mend the bridge."
    copy = make_article("https://copy.example/flood", title="Nine villages cut off", text=longer,
                        published=now - timedelta(hours=4))  # fmt: skip
    settings = fill([first, copy])
    database = open_database(settings.home / "tidings.db", settings.store)
    grouping = StoryGrouping(database.read(), GroupSettings(), now)
    rows = grouping_rows_after(database.read(), 0, 100)
    batch = grouping.take(rows, rows[-1].seq)
    database.write(partial(grouping.write, batch=batch, now=now)).result()
    (story,) = newest_stories(database.read(), 10)
    database.close()
    assert (story.articles, story.lead) == (2, first.id)


async def test_a_story_without_a_title_is_named_by_its_number(
    flood_home: tuple[httpx.AsyncClient, list[Article], Settings],
) -> None:
    client, articles, settings = flood_home
    database = open_database(settings.home / "tidings.db", settings.store)
    story = newest_stories(database.read(), 10, 0, min_articles=2)[0]
    database.write(partial(keep_story, story=replace(story, title=""))).result()
    database.close()
    page = (await client.get(f"/story/{story.id}")).text
    assert f"<title>Story {story.id} – Tidings</title>" in page
    assert f">Story {story.id}</h1>" in page
    assert f">Story {story.id}</a>" in (await client.get(f"/article/{articles[0].id}")).text

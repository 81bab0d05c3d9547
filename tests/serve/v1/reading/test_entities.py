"""Names in articles: their counts come from the index, their kinds from the annotations."""

from collections.abc import AsyncIterator
from datetime import timedelta
from functools import partial

import httpx
import pytest
from tests.serve.conftest import Fill, MakeArticle
from tests.serve.small_home import NOW
from tests.serve.v1.reading.conftest import Client, all_items

from tidings.engine.library.library import Library
from tidings.engine.listing import entity_directory
from tidings.model.articles.article import Article
from tidings.model.articles.entity_list import EntityFilter

TEXTS = (
    "Angela Merkel met Emmanuel Macron in Berlin. The talks in Berlin lasted for an hour.",
    "Angela Merkel spoke in London. She said that London and Berlin agree.",
    "Emmanuel Macron and Angela Merkel travel to Berlin again, a minister said.",
)


@pytest.fixture
def articles(make_article: MakeArticle) -> list[Article]:
    plain = {"title": "Talks go on", "standfirst": "", "html": "", "authors": (), "tags": ()}
    return [
        make_article(
            f"https://post.example/{number}",
            text=text,
            published=NOW - timedelta(days=number, hours=1),
            **plain,
        )
        for number, text in enumerate(TEXTS)
    ]


@pytest.fixture
async def client(
    grouped: Fill, articles: list[Article], client_of: Client
) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(grouped(articles)) as client:
        yield client


async def test_names_are_listed_with_counts_and_kinds(client: httpx.AsyncClient) -> None:
    items = await all_items(client, "/entities")
    counts = {each["name"]: (each["kind"], each["articles"]) for each in items}
    assert counts == {
        "Angela Merkel": ("person", 3),
        "Berlin": ("place", 3),
        "Emmanuel Macron": ("person", 2),
        "London": ("place", 1),
    }
    berlin = next(each for each in items if each["name"] == "Berlin")
    assert berlin["place"]["country"] == "DE"
    assert 52 < berlin["place"]["latitude"] < 53
    assert await all_items(client, "/entities", limit=1) == items


async def test_names_are_narrowed(client: httpx.AsyncClient) -> None:
    places = await all_items(client, "/entities", kind="place", limit=1)
    assert [each["name"] for each in places] == ["Berlin", "London"]
    typed = await all_items(client, "/entities", q="MERK")
    assert [each["name"] for each in typed] == ["Angela Merkel"]
    recent = await all_items(client, "/entities", since="1d")
    assert {each["articles"] for each in recent} == {1}
    assert await all_items(client, "/entities", source="other.example") == []
    for odd in ("(((", "\\", "[a-", "ü" * 60, "&&~~", "中文"):
        assert await all_items(client, "/entities", q=odd) == []


async def test_pages_count_what_was_there_at_the_first_one(
    grouped: Fill, articles: list[Article]
) -> None:
    library = Library.open(grouped(articles))
    list_ = partial(library.listings.entities, EntityFilter(), now=NOW)
    first = list_(None, 2)
    assert first.next is not None
    second = list_(first.next, 2)
    library.close()
    assert [each.articles for each in (*first.entities, *second.entities)] == [3, 3, 2, 1]
    assert (second.as_of, second.next) == (first.as_of, None)


async def test_a_page_passes_by_a_limited_number_of_names(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entity_directory, "_LOOKED_AT", 1)
    monkeypatch.setattr(entity_directory, "_FIRST", 2)
    first = (await client.get("/entities", params={"kind": "place"})).json()
    assert (first["items"], first["next"] is None) == ([], False)
    places = await all_items(client, "/entities", kind="place")
    assert [each["name"] for each in places] == ["Berlin", "London"]


async def test_an_entity_has_counts_over_time_neighbours_articles_and_stories(
    client: httpx.AsyncClient, articles: list[Article]
) -> None:
    (listed,) = await all_items(client, "/entities", q="Macron")
    found = (await client.get(f"/entities/{listed['key']}")).raise_for_status().json()
    assert (found["name"], found["kind"], found["articles"]) == ("Emmanuel Macron", "person", 2)
    assert found["per_day"] == [
        {"day": "2024-05-29", "articles": 1},
        {"day": "2024-05-31", "articles": 1},
    ]
    assert {each["name"] for each in found["together"]} == {"Angela Merkel", "Berlin"}
    assert [each["id"] for each in found["newest"]] == [articles[0].id, articles[2].id]
    assert sum(each["articles"] for each in found["stories"]) == 2


async def test_a_place_is_found_under_its_number(client: httpx.AsyncClient) -> None:
    (berlin,) = await all_items(client, "/entities", q="berlin")
    assert berlin["key"].removeprefix("place:").isdigit()
    found = (await client.get(f"/entities/{berlin['key']}")).json()
    assert (found["key"], found["articles"], found["place"]) == (
        berlin["key"], 3, berlin["place"],
    )  # fmt: skip


async def test_nobody_is_not_found(client: httpx.AsyncClient) -> None:
    for key in ("person:nobody", "place:1", "place:999999999", "x", "person:", "person:(((", "x:y"):
        assert (await client.get(f"/entities/{key}")).status_code == 404


async def test_weekdays_and_first_names_alone_say_nothing(
    grouped: Fill, make_article: MakeArticle, client_of: Client
) -> None:
    text = "On Monday Judith went to London. Judith said that Monday was fine."
    settings = grouped([make_article(text=text, standfirst="", title="A trip", authors=())])
    async with client_of(settings) as client:
        names = [each["name"] for each in await all_items(client, "/entities")]
        typed = await all_items(client, "/entities", q="Judith")
    assert "London" in names
    assert not {"Monday", "Judith"} & set(names)
    assert [each["name"] for each in typed] in ([], ["Judith"])

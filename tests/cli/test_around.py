"""`tidings related` and `tidings trends`, for people and for programs."""

from collections.abc import Callable
from typing import Any

Tidings = Callable[..., Any]


def test_related_articles_are_listed_by_id_and_by_url(tidings: Tidings, world: list[str]) -> None:
    tidings("add", world[0])
    tidings("crawl")
    hits = tidings("search", "--json", "--limit", "20", "the").json["hits"]
    told = {hit["id"]: tidings("related", "--json", hit["id"]).json for hit in hits[:4]}
    for hit in hits[:4]:
        assert hit["id"] not in {each["id"] for each in told[hit["id"]]}
        assert all(each["shared"] and 0 < each["score"] <= 1 for each in told[hit["id"]])
    assert tidings("related", "--json", hits[0]["url"]).json == told[hits[0]["id"]]
    said = tidings("related", hits[0]["id"])
    assert said.code == 0
    assert ("alike" in said.out) == bool(told[hits[0]["id"]])


def test_an_unknown_article_is_said_to_be_one(tidings: Tidings, world: list[str]) -> None:
    tidings("add", world[0])
    said = tidings("related", "https://nowhere.example/a")
    assert said.code == 1
    assert "there is no article" in said.err


def test_a_young_home_has_no_trends_and_says_so(tidings: Tidings, world: list[str]) -> None:
    tidings("add", world[0])
    assert tidings("trends", "--json").json == {"hours": 24.0, "trends": []}
    assert "nothing stands out in the last 24 hours" in tidings("trends").err

"""`tidings related` and `tidings trends`, for people and for programs."""

from collections.abc import Callable
from typing import Any

import pytest

Tidings = Callable[..., Any]


@pytest.mark.usefixtures("home_copy")
def test_related_articles_are_listed_by_id_and_by_url(tidings: Tidings) -> None:
    hit = tidings("search", "--json", "the").json["hits"][0]
    told = tidings("related", "--json", hit["id"]).json
    assert hit["id"] not in {each["id"] for each in told}
    assert all(each["shared"] and 0 < each["score"] <= 1 for each in told)
    said = tidings("related", hit["url"])
    assert said.code == 0
    assert said.out.count("% alike: ") == len(told)


def test_an_unknown_article_is_said_to_be_one(tidings: Tidings, world: list[str]) -> None:
    tidings("add", world[0])
    said = tidings("related", "https://nowhere.example/a")
    assert said.code == 1
    assert "there is no article" in said.err


def test_a_young_home_has_no_trends_and_says_so(tidings: Tidings, world: list[str]) -> None:
    tidings("add", world[0])
    assert tidings("trends", "--json").json == {"hours": 24.0, "trends": []}
    assert "nothing stands out in the last 24 hours" in tidings("trends").err

"""`tidings related` and `tidings trends`, for people and for programs."""

from collections.abc import Callable
from typing import Any

import pytest

Tidings = Callable[..., Any]


@pytest.mark.usefixtures("home_copy")
def test_related_articles_are_listed_by_id_and_by_url(tidings: Tidings) -> None:
    hit = tidings("search", "--json", "the").json["hits"][0]
    related = tidings("related", "--json", hit["id"]).json
    assert hit["id"] not in {each["id"] for each in related}
    assert all(each["shared"] and 0 < each["score"] <= 1 for each in related)
    result = tidings("related", hit["url"])
    assert result.code == 0
    assert result.out.count("% similar: ") == len(related)


def test_an_unknown_article_is_an_error(tidings: Tidings, world: list[str]) -> None:
    tidings("add", world[0])
    result = tidings("related", "https://nowhere.example/a")
    assert result.code == 1
    assert "there is no article" in result.err


def test_a_new_home_has_no_trends_and_says_so(tidings: Tidings, world: list[str]) -> None:
    tidings("add", world[0])
    assert tidings("trends", "--json").json == {"hours": 24.0, "trends": []}
    assert "no trends in the last 24 hours" in tidings("trends").err

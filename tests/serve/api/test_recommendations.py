"""Related articles, completions and trends over HTTP."""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

import httpx
import pytest
from fastapi import FastAPI

from tidings.model.articles.article import Article
from tidings.settings.tree import Settings

MakeArticle = Callable[..., Article]
Fill = Callable[[Sequence[Article]], Settings]
Opened = Callable[..., FastAPI]


def client_of(app: FastAPI) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://127.0.0.1")


@pytest.fixture
def app(fill: Fill, opened: Opened, make_article: MakeArticle, now: datetime) -> FastAPI:
    """An app with three articles on two subjects, and two weeks of budgets before Etna erupts."""
    usual = [
        make_article(f"https://p{at % 6}.example/{day}-{at}", title="Budget",
                     text=f"The parliament debated the budget b{day}x{at}.",
                     published=now - timedelta(days=day, hours=3))
        for day in range(9) for at in range(18)
    ]  # fmt: skip
    etna = [
        make_article(f"https://p{at}.example/etna", title="Mount Etna erupts",
                     text=f"Mount Etna woke up v{at}.", published=now - timedelta(hours=1))
        for at in range(5)
    ]  # fmt: skip
    storm = make_article("https://b.example/storm", title="After the storm",
                         text="People cheered when the ferry left the quay.")  # fmt: skip
    return opened(fill([*usual, *etna, storm, make_article()]))


async def test_related_articles_come_with_shared_words(
    app: FastAPI, make_article: MakeArticle
) -> None:
    async with client_of(app) as client:
        answer = await client.get(f"/api/related/{make_article().id}")
    (found,) = answer.json()
    assert (found["title"], found["source"]) == ("After the storm", "b.example")
    assert {"ferry", "quay"} <= set(found["shared"])
    assert 0 < found["score"] <= 1


async def test_an_unknown_article_is_a_404(app: FastAPI) -> None:
    async with client_of(app) as client:
        answer = await client.get("/api/related/0123456789abcdef")
    assert answer.status_code == 404
    assert "no article" in answer.json()["error"]


async def test_typing_is_completed(app: FastAPI) -> None:
    async with client_of(app) as client:
        answer = await client.get("/api/complete?q=mou")
        nothing = await client.get("/api/complete")
        wrong = await client.get("/api/complete?q=a&limit=1000")
    assert answer.json() == [{"text": "Mount Etna", "articles": 5}]
    assert nothing.json() == []
    assert wrong.status_code == 422


async def test_trends_come_with_articles(app: FastAPI) -> None:
    async with client_of(app) as client:
        answer = (await client.get("/api/trends")).json()
    (trend,) = answer["trends"]
    assert (answer["hours"], trend["words"], trend["articles"]) == (24.0, "Mount Etna", 5)
    assert trend["examples"][0]["title"] == "Mount Etna erupts"
    assert trend["score"] > trend["expected"]


async def test_a_misspelt_search_suggests_the_right_one(app: FastAPI) -> None:
    async with client_of(app) as client:
        answer = (await client.get("/api/search?q=parliamant")).json()
        right = (await client.get("/api/search?q=parliament")).json()
        later = (await client.get("/api/search?q=parliamant&offset=10")).json()
    assert answer["suggestion"] == {"text": "parliament", "marks": [[0, 10]]}
    assert right["total"] == 162
    assert right["suggestion"] is later["suggestion"] is None


async def test_the_api_description_includes_all_three(app: FastAPI) -> None:
    async with client_of(app) as client:
        paths = (await client.get("/openapi.json")).json()["paths"]
    assert {"/api/related/{article_id}", "/api/complete", "/api/trends"} <= set(paths)

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import datetime, timedelta

import httpx
import pytest
from fastapi import FastAPI

from tidings.model.articles.article import Article
from tidings.model.web.rights import RobotsMeta
from tidings.settings.tree import Settings

MakeArticle = Callable[..., Article]
Fill = Callable[[Sequence[Article]], Settings]
Opened = Callable[..., FastAPI]


@asynccontextmanager
async def client_of(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


async def test_a_hit_carries_what_a_list_shows(
    grouped: Fill, opened: Opened, make_article: MakeArticle
) -> None:
    article = make_article(text="Angela Merkel rode the ferry in London. The ferry sails again.")
    async with client_of(opened(grouped([article]))) as client:
        response = await client.get("/api/v1/search?q=ferry")
        v0 = (await client.get("/api/search?q=ferry")).json()
        kept = (await client.get(f"/api/articles/{article.id}")).json()
    body = response.json()
    (hit,) = body["items"]
    assert (hit["id"], hit["source"], hit["source_name"]) == (
        article.id,
        article.source,
        "The Post",
    )
    assert hit["authors"] == ["Ada Quill", "Ben Ink"]
    assert hit["image"] == "https://post.example/ferry.jpg"
    assert hit["story"].isdigit()
    assert hit["topics"] == [topic["slug"] for topic in kept["topics"]]
    assert {"Angela Merkel", "London"} <= {entity["name"] for entity in hit["entities"]}
    assert hit["published"] == "2024-05-31T10:00:00Z"
    assert hit["breakdown"] is None
    assert hit["gone_at"] is None
    first = v0["hits"][0]
    for name in ("snippet", "marks", "score", "copies", "title", "url", "date_from"):
        assert hit[name] == first[name]
    for name in ("total", "as_of", "model", "notes", "added", "suggestion"):
        assert body[name] == v0[name]
    assert (body["next"], body["facets"], body["timeline"]) == (None, None, None)
    assert "took_ms" not in body
    assert response.headers["server-timing"].startswith("total;dur=")


async def test_facets_come_with_the_first_page(client: httpx.AsyncClient) -> None:
    body = (await client.get("/api/v1/search?facets=1&limit=1")).json()
    assert {each["value"] for each in body["facets"]["language"]} == {"en", "de", "zh"}
    assert body["timeline"]["counts"]
    second = (await client.get("/api/v1/search", params={"cursor": body["next"]})).json()
    assert second["facets"] is None
    assert second["items"]


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("limit=0", "limit"),
        ("limit=101", "limit"),
        ("sort=size", "sort"),
        ("since=2024-05-02&until=2024-05-01", "since"),
        ("language=english", "language"),
        ("offset=10", "offset"),
        ("more_like=%2F", "more_like"),
        ("as_of=-1", "as_of"),
    ],
)
async def test_a_bad_parameter_is_refused(client: httpx.AsyncClient, query: str, name: str) -> None:
    refused = await client.get(f"/api/v1/search?{query}")
    assert refused.status_code == 422
    assert [each["name"] for each in refused.json()["errors"]] == [name]


async def test_the_same_answer_is_not_sent_twice(client: httpx.AsyncClient) -> None:
    first = await client.get("/api/v1/search?q=ferry")
    known = {"If-None-Match": f'"other", {first.headers["etag"]}'}
    again = await client.get("/api/v1/search?q=ferry", headers=known)
    assert (again.status_code, again.content) == (304, b"")
    other = await client.get("/api/v1/search?q=Werft", headers=known)
    assert other.status_code == 200
    head = await client.head("/api/v1/search?q=ferry")
    assert (head.status_code, head.headers["etag"]) == (200, first.headers["etag"])


async def test_completions_are_a_list(client: httpx.AsyncClient) -> None:
    body = (await client.get("/api/v1/complete?q=fer")).json()
    assert body["next"] is None
    assert [item["text"] for item in body["items"]] == ["ferry"]
    assert (await client.get("/api/v1/complete?limit=31")).status_code == 422


async def test_display_limits_hold_in_hits(
    fill: Fill, opened: Opened, make_article: MakeArticle, now: datetime
) -> None:
    hour_ago = now - timedelta(hours=1)
    limited = {
        "silent": RobotsMeta(nosnippet=True),
        "short": RobotsMeta(max_snippet=5),
        "plain": RobotsMeta(),
    }
    articles = [
        make_article(f"https://post.example/{name}", robots=robots)
        for name, robots in limited.items()
    ]
    hidden = make_article("https://post.example/hidden", hidden_from=hour_ago)
    async with client_of(opened(fill([*articles, hidden]))) as client:
        for query in ("q=ferry&copies=1", "q=ferry&copies=1&sort=date", "q=ferry"):
            hits = (await client.get(f"/api/v1/search?{query}")).json()["items"]
            by_name = {hit["url"].rpartition("/")[2]: hit for hit in hits}
            copies = {copy["url"].rpartition("/")[2] for hit in hits for copy in hit["copies"]}
            assert by_name.keys() | copies == limited.keys()
            assert all(len(hit["snippet"]) <= 5 for hit in hits if hit["url"].endswith("short"))
            for hit in hits:
                if hit["url"].endswith("silent"):
                    assert (hit["snippet"], hit["standfirst"], hit["marks"]) == ("", "", [])

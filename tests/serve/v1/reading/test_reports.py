"""Sources, requests, statistics, status, trends and why, over a small home."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from functools import partial

import httpx
import pytest
from tests.serve.conftest import Fill, MakeArticle
from tests.serve.small_home import NOW
from tests.serve.v1.reading.conftest import Client, all_items, change

from tidings.engine.sources.source_list import follow_source
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest, RequestPurpose
from tidings.settings.tree import Settings
from tidings.store.tables.changes.index_commits import note_index_commit
from tidings.store.tables.frontier.request_log import add_logged_requests


def logged(minutes: int, host: str = "post.example", site: int = 1) -> LoggedRequest:
    return LoggedRequest(
        (NOW - timedelta(minutes=minutes)).timestamp(), host, "/feed", "192.0.2.7",
        RequestPurpose.FEED, site, 304, Reason.NOT_MODIFIED, 7, 0.5, host_delay=1.0,
    )  # fmt: skip


@pytest.fixture
def home(fill: Fill, make_article: MakeArticle) -> Settings:
    """Two sources, three articles, four requests."""
    articles = [
        make_article("https://post.example/live", published=NOW - timedelta(minutes=90)),
        make_article("https://post.example/old", published=NOW - timedelta(days=9)),
        make_article("https://other.example/a", published=None, language="de"),
    ]
    settings = fill(articles)
    followed_at = NOW - timedelta(days=5)
    fine = replace(logged(3, "b.example", 2), status=200, reason=None)
    change(
        settings,
        lambda db: db.execute("UPDATE sites SET added_at = ?", (followed_at.timestamp(),)),
        lambda db: follow_source(db, "https://a.example/", followed_at),
        lambda db: add_logged_requests(db, [logged(4), fine, logged(2), logged(1)]),
        partial(note_index_commit, seq=3, at=NOW - timedelta(minutes=30)),
    )
    return settings


@pytest.fixture
async def client(home: Settings, client_of: Client) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(home) as client:
        yield client


async def test_sources_are_listed_by_domain_with_their_health(client: httpx.AsyncClient) -> None:
    items = await all_items(client, "/sources", limit=1)
    assert [each["domain"] for each in items] == ["a.example", "post.example"]
    post = items[1]
    assert (post["id"], post["name"], post["articles"], post["folder"]) == ("1", "The Post", 2, "")
    assert post["condition"]["cause"]
    assert post["completeness"]["hours"] == 24
    assert post["completeness"]["silence"] is None
    assert await all_items(client, "/sources", folder="Politics") == []


async def test_a_source_is_found_by_its_domain_and_its_id(client: httpx.AsyncClient) -> None:
    by_domain = (await client.get("/sources/post.example")).json()
    assert by_domain == (await client.get("/sources/1")).json()
    assert by_domain["settings"]["languages"] == []
    unknown = await client.get("/sources/unknown.example")
    assert (unknown.status_code, unknown.headers["content-type"]) == (
        404,
        "application/problem+json",
    )


async def test_completeness_is_shown_hour_by_hour(client: httpx.AsyncClient) -> None:
    one = (await client.get("/sources/post.example/completeness", params={"hours": 3})).json()
    assert (one["hours"], len(one["by_hour"])) == (3, 3)
    every = await all_items(client, "/completeness", hours=3, limit=1)
    assert [each["domain"] for each in every] == ["a.example", "post.example"]
    assert every[1] == one


async def test_the_request_log_is_read_page_by_page(client: httpx.AsyncClient) -> None:
    every = await all_items(client, "/requests", limit=3)
    assert [each["id"] for each in every] == ["4", "3", "2", "1"]
    assert every[0]["at"] == "2024-05-31T11:59:00.000Z"
    of_source = await all_items(client, "/sources/post.example/requests", limit=1)
    assert [each["id"] for each in of_source] == ["4", "3", "1"]
    (fine,) = await all_items(client, "/requests", outcome="ok")
    assert (fine["host"], fine["status"]) == ("b.example", 200)
    assert await all_items(client, "/requests", host="b.example", status=200) == [fine]
    assert len(await all_items(client, "/requests", since="2m")) == 2


async def test_politeness_is_reported_for_all_and_for_one(client: httpx.AsyncClient) -> None:
    every = (await client.get("/politeness")).json()
    assert (every["requests"], every["delays_held"], every["by_status"]) == (
        4, True, {"304": 3, "200": 1},
    )  # fmt: skip
    assert (await client.get("/sources/post.example/politeness")).json()["requests"] == 3
    assert (await client.get("/politeness", params={"hours": 10_000})).status_code == 422


async def test_statistics_count_articles_and_delays(client: httpx.AsyncClient) -> None:
    found = (await client.get("/statistics", params={"since": ""})).raise_for_status().json()
    assert (found["articles"], found["seen"]) == (3, 3)
    assert found["per_language"][0] == {"language": "en", "articles": 2}
    assert found["per_source"][0] == {"source": "post.example", "articles": 2}
    assert found["per_day"] == [{"day": "2024-05-31", "seen": 3, "published": 1}]
    assert (found["words"]["count"], found["words"]["median"]) == (3, 9.0)
    assert found["text_bytes"]["count"] == 3
    delays = found["delays"]
    # It was published at 10:30, seen at 11:00 and searchable at 11:30.
    assert (delays["searchable"]["count"], delays["searchable"]["median"]) == (1, 3_600.0)
    assert (delays["seen"]["median"], delays["indexed"]["median"]) == (1_800.0, 1_800.0)
    assert (delays["found_late"], delays["undated"], delays["unknown"]) == (1, 1, 0)


async def test_statistics_are_narrowed(client: httpx.AsyncClient) -> None:
    german = (await client.get("/statistics", params={"language": "de", "since": ""})).json()
    assert (german["articles"], german["seen"]) == (1, 1)
    recent = (await client.get("/statistics", params={"since": "1d"})).json()
    assert (recent["articles"], recent["seen"]) == (1, 3)
    nothing = (await client.get("/statistics", params={"source": "no.example"})).json()
    assert (nothing["articles"], nothing["words"]["median"], nothing["words"]["steps"]) == (
        0, None, [],
    )  # fmt: skip


async def test_the_state_of_the_home_is_counted(client: httpx.AsyncClient) -> None:
    found = (await client.get("/status")).json()
    assert (found["sources"], found["articles"], found["indexed"]) == (2, 3, 3)
    assert [each["name"] for each in found["followers"]] == ["index", "stories"]


async def test_trends_are_a_list_of_one_page(client: httpx.AsyncClient) -> None:
    assert (await client.get("/trends")).json() == {"items": [], "next": None, "hours": 24.0}


async def test_a_url_is_explained(client: httpx.AsyncClient) -> None:
    found = (await client.get("/why", params={"url": "https://post.example/"})).json()
    assert (found["url"], found["reasons"] != []) == ("https://post.example/", True)

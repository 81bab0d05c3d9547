from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import permutations
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from tests.serve.v1.reading.growing_home import GrowingHome, client_of, numbered

from tidings.model.articles.article import Article
from tidings.model.web.rights import RobotsMeta
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.articles.revisions import add_tombstone

MakeArticle = Callable[..., Article]
Fill = Callable[[Sequence[Article]], Settings]
Opened = Callable[..., FastAPI]
WORDS = "amber birch cedar delta ember flint grove heron ivory jade kelp lotus maple night otter"
LONG = " ".join(
    f"The {one} ferry sails with {one}{other} past {other} to {other}{one} today."
    for one, other in permutations(WORDS.split()[:7], 2)
)


@asynccontextmanager
async def client_on(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


async def listed(client: httpx.AsyncClient, **params: Any) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = []
    while True:
        response = await client.get("/api/v1/articles", params=params)
        assert response.status_code == 200, response.text
        items += response.json()["items"]
        if response.json()["next"] is None:
            return items
        params = {"cursor": response.json()["next"]}


async def test_articles_are_listed_newest_first(client: httpx.AsyncClient) -> None:
    items = await listed(client, limit=1)
    assert [item["language"] for item in items] == ["zh", "en", "de"]
    assert items[0]["date_from"] == "first_seen"
    assert items[1]["source_name"] == "The Post"
    assert "text" not in items[1]


async def test_articles_are_filtered(client: httpx.AsyncClient) -> None:
    async def languages(**params: str) -> list[str]:
        return [item["language"] for item in await listed(client, **params)]

    assert await languages(source="post.example") == ["en"]
    assert await languages(language="DE") == ["de"]
    assert await languages(since="1d") == ["en"]
    assert await languages(until="2024-05-30") == ["de"]
    assert await languages(source="none.example") == []


@pytest.mark.parametrize(
    "query", ["since=never", "language=english", "since=2024-02-02&until=2024-02-01", "q=ferry"]
)
async def test_a_bad_filter_is_refused(client: httpx.AsyncClient, query: str) -> None:
    refused = await client.get(f"/api/v1/articles?{query}")
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["in"] == "query"


async def test_the_list_of_articles_has_each_once_while_others_arrive(
    growing: GrowingHome,
) -> None:
    articles = [numbered(number) for number in range(50)]
    growing.keep(articles)
    found: list[str] = []
    async with client_of(growing) as client:
        params: dict[str, Any] = {"limit": 7}
        for page in range(20):
            body = (await client.get("/api/v1/articles", params=params)).json()
            found += [item["id"] for item in body["items"]]
            if body["next"] is None:
                break
            params = {"cursor": body["next"]}
            growing.keep([numbered(1_000 + page, published=articles[0].published)])
            growing.keep([numbered(page, text="Changed.")])
    assert len(found) == len(set(found))
    assert {*found} == {article.id for article in articles}


async def test_one_article_has_everything(
    grouped: Fill, opened: Opened, make_article: MakeArticle, now: datetime
) -> None:
    article = make_article(
        html="<p onclick='x()'>The ferry sails.</p><script>x()</script>",
        robots=RobotsMeta(unavailable_after=now + timedelta(days=30_000)),
    )
    async with client_on(opened(grouped([article]))) as client:
        response = await client.get(f"/api/v1/articles/{article.id}")
        old = (await client.get(f"/api/articles/{article.id}")).json()
    body = response.json()
    same = {"rights", "story", "date_from"} ^ old.keys()
    assert {name: body[name] for name in same if name in body} == {
        name: old[name] for name in same if name in body
    }
    assert body["html"] == "<p>The ferry sails.</p>"
    assert body["story"] == body["membership"]["story"] == str(old["story"]["id"])
    assert body["source_name"] == "The Post"
    assert body["rights"]["unavailable_after"].endswith("Z")
    assert response.headers["etag"]


@pytest.mark.parametrize(
    "part", ["", "/text", "/html", "/summary", "/revisions", "/duplicates", "/related"]
)
async def test_an_unknown_article_is_a_404(client: httpx.AsyncClient, part: str) -> None:
    for id_ in ("0123456789abcdef", "x", "%00", "a" * 64):
        missing = await client.get(f"/api/v1/articles/{id_}{part}")
        assert missing.status_code == 404
        assert missing.headers["content-type"] == "application/problem+json"
        assert missing.json()["detail"] == "There is no article with this id."


async def test_the_text_is_plain(client: httpx.AsyncClient) -> None:
    (item,) = await listed(client, language="zh")
    response = await client.get(f"/api/v1/articles/{item['id']}/text")
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert response.headers["content-language"] == "zh"
    assert response.text == "据介绍，新航线全长十二公里，单程约需二十分钟。"
    known = {"If-None-Match": response.headers["etag"]}
    again = await client.get(f"/api/v1/articles/{item['id']}/text", headers=known)
    assert again.status_code == 304


async def test_reader_html_is_harmless(
    fill: Fill, opened: Opened, make_article: MakeArticle
) -> None:
    article = make_article(
        title="<b>Ferry</b> & co",
        html="<p>Sails <img src=x onerror=x()>.</p><style>p{}</style>"
        "<a href='javascript:x()'>y</a>",
    )
    async with client_on(opened(fill([article]))) as client:
        page = await client.get(f"/api/v1/articles/{article.id}/html")
        fragment = await client.get(f"/api/v1/articles/{article.id}/html?form=fragment")
        refused = await client.get(f"/api/v1/articles/{article.id}/html?form=pdf")
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["content-security-policy"].startswith("default-src 'none'; ")
    assert "sandbox" in page.headers["content-security-policy"]
    assert page.headers["x-content-type-options"] == "nosniff"
    assert "<title>&lt;b&gt;Ferry&lt;/b&gt; &amp; co</title>" in page.text
    assert '<html lang="en">' in page.text
    assert fragment.text in page.text
    assert fragment.text.startswith("<p>Sails")
    for bad in ("img", "style", "javascript", "onerror"):
        assert bad not in page.text
    assert refused.status_code == 422
    assert refused.json()["errors"][0]["detail"].startswith("expected 'document' or 'fragment'")


async def test_a_summary_has_any_length(
    fill: Fill, opened: Opened, make_article: MakeArticle
) -> None:
    article = make_article(text=LONG, html="")
    async with client_on(opened(fill([article]))) as client:

        async def summary(**params: Any) -> dict[str, Any]:
            response = await client.get(f"/api/v1/articles/{article.id}/summary", params=params)
            assert response.status_code == 200
            body: dict[str, Any] = response.json()
            return body

        usual = await summary()
        assert (len(usual["sentences"]), usual["method"]) == (3, "best")
        total = usual["of_words"]
        assert total > 400
        assert len((await summary(sentences=7))["sentences"]) == 7
        assert (await summary(words=20))["words"] <= 20
        tenth, half = await summary(ratio=0.1), await summary(ratio=0.5)
        assert tenth["words"] <= total / 10 < half["words"] <= total / 2
        lead = await summary(method="lead", sentences=2)
        assert [each["place"] for each in lead["sentences"]] == [0, 1]
        assert lead["summary"] == " ".join(each["text"] for each in lead["sentences"])
        for query in ("ratio=0", "ratio=1.1", "ratio=nan", "sentences=0", "words=x", "method=z"):
            refused = await client.get(f"/api/v1/articles/{article.id}/summary?{query}")
            assert refused.status_code == 422, query


async def test_revisions_are_a_list_of_word_diffs(
    fill: Fill, opened: Opened, make_article: MakeArticle, now: datetime
) -> None:
    article = make_article(text="One boat sails.", html="")
    settings = fill([article])
    database = open_database(settings.home / "tidings.db", settings.store)
    for number in range(2, 6):
        changed = replace(article, text=f"{number} boats sail.")
        at = now + timedelta(minutes=number)
        database.write(partial(keep_article, article=changed, now=at)).result()
    database.write(
        partial(add_tombstone, article=article.id, now=now, status=404, detail="gone")
    ).result()
    database.close()
    async with client_on(opened(settings)) as client:
        path = f"/api/v1/articles/{article.id}/revisions"
        first = (await client.get(path, params={"limit": 3})).json()
        second = (await client.get(path, params={"cursor": first["next"]})).json()
        whole = (await client.get(f"/api/articles/{article.id}/revisions")).json()
    assert [each["revision"] for each in first["items"]] == [5, 4, 3]
    assert first["items"] + second["items"] == whole["revisions"]
    assert second["next"] is None
    assert (first["revision"], first["tombstones"]) == (5, whole["tombstones"])
    assert {"change": "added", "text": "5"} in [
        {**run, "text": run["text"].strip()} for run in first["items"][0]["text"]
    ]


async def test_near_duplicates_say_who_copied_whom(
    grouped: Fill, opened: Opened, make_article: MakeArticle, now: datetime
) -> None:
    text = LONG
    articles = [
        make_article(
            f"https://{name}.example/ferry",
            text=text,
            html="",
            published=now - timedelta(hours=9 - number),
            first_seen=now - timedelta(hours=8 - number),
        )
        for number, name in enumerate(("first", "second", "third"))
    ]
    other = make_article("https://other.example/x", title="Elections", text="Votes are counted.")
    async with client_on(opened(grouped([*articles, other]))) as client:
        path = f"/api/v1/articles/{articles[0].id}/duplicates"
        original = (await client.get(path)).json()
        page = (await client.get(path, params={"limit": 1})).json()
        rest = (await client.get(path, params={"cursor": page["next"]})).json()
        copy = (await client.get(f"/api/v1/articles/{articles[1].id}/duplicates")).json()
        alone = (await client.get(f"/api/v1/articles/{other.id}/duplicates")).json()
    assert {item["source"] for item in original["items"]} == {"second.example", "third.example"}
    assert {item["relation"] for item in original["items"]} == {"copy"}
    assert all(item["similarity"] > 0.9 for item in original["items"])
    assert all(item["copied_because"] for item in original["items"])
    assert (original["copy_of"], original["root"]) == (None, articles[0].id)
    assert page["items"] + rest["items"] == original["items"]
    assert (copy["copy_of"], copy["root"]) == (articles[0].id, articles[0].id)
    relations = {item["source"]: item["relation"] for item in copy["items"]}
    assert relations["first.example"] == "original"
    assert alone["items"] == []


async def test_related_articles_are_listed(
    fill: Fill, opened: Opened, make_article: MakeArticle
) -> None:
    articles = [
        make_article(),
        make_article("https://b.example/storm", title="After the storm",
                     text="People cheered when the ferry left the quay."),
        *(make_article(f"https://c.example/{at}", title="Budget", text=f"Parliament b{at} debated.")
          for at in range(30)),
    ]  # fmt: skip
    async with client_on(opened(fill(articles))) as client:
        body = (await client.get(f"/api/v1/articles/{articles[0].id}/related?limit=1")).json()
        old = (await client.get(f"/api/related/{articles[0].id}?limit=1")).json()
    (item,), (expected,) = body["items"], old
    assert (item["id"], item["score"], item["shared"]) == (
        expected["id"],
        expected["score"],
        expected["shared"],
    )
    assert item["source_name"]


async def test_display_limits_hold_everywhere(
    fill: Fill, opened: Opened, make_article: MakeArticle, now: datetime
) -> None:
    secret = "unspeakable"
    text = f"The ferry is {secret}. " * 3
    limits: dict[str, dict[str, object]] = {
        "noarchive": {"robots": RobotsMeta(noarchive=True)},
        "nosnippet": {"robots": RobotsMeta(nosnippet=True)},
        "short": {"robots": RobotsMeta(max_snippet=3)},
        "hidden": {"hidden_from": now - timedelta(hours=1)},
    }
    articles = {
        name: make_article(
            f"https://{name}.example/x", text=text, html=f"<p>{text}</p>", standfirst=text, **fields
        )
        for name, fields in limits.items()
    }
    settings = fill(list(articles.values()))
    database = open_database(settings.home / "tidings.db", settings.store)
    for article in articles.values():
        changed = replace(article, text=f"{text} Really.")
        database.write(partial(keep_article, article=changed, now=now)).result()
    database.close()
    async with client_on(opened(settings)) as client:

        async def get(name: str, part: str) -> httpx.Response:
            return await client.get(f"/api/v1/articles/{articles[name].id}{part}")

        for part in ("", "/text", "/html", "/summary", "/revisions", "/duplicates", "/related"):
            assert (await get("hidden", part)).status_code == 404
            copies = await get("noarchive", part)
            assert copies.status_code == (404 if part in ("/text", "/html", "/summary") else 200)
            if part == "":
                assert [copies.json()[name] for name in ("text", "html", "summary")] == ["", "", []]
            if part == "/revisions":
                assert copies.json()["items"] == []
        for name in ("nosnippet", "short"):
            assert (await get(name, "/summary")).status_code == 404
            body = (await get(name, "")).json()
            assert (len(body["standfirst"]) <= 3, body["summary"]) == (True, [])
        listing = await client.get("/api/v1/articles")
        shown = {item["source"]: item["standfirst"] for item in listing.json()["items"]}
        assert (shown["nosnippet.example"], shown["short.example"]) == ("", "The")
        assert len(listing.json()["items"]) == 3
        refused = (await get("noarchive", "/text")).json()["detail"]
        assert "does not allow copies" in refused

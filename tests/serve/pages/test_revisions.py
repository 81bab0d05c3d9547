"""Edits and deletions of an article on pages and in the API."""

from collections.abc import AsyncIterator, Callable, Sequence
from datetime import datetime, timedelta

import httpx
import pytest
from fastapi import FastAPI
from selectolax.lexbor import LexborHTMLParser

from tidings.model.articles.article import Article
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.articles.revisions import add_tombstone, lift_tombstone

MakeArticle = Callable[..., Article]
Fill = Callable[[Sequence[Article]], Settings]
Opened = Callable[..., FastAPI]
ATTACK = "<script>alert(1)</script>"
EDITED = "https://post.example/news/edited"
GONE = "https://post.example/news/gone"


@pytest.fixture
async def client(
    fill: Fill, opened: Opened, make_article: MakeArticle, now: datetime
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an app with an article edited twice, and one deleted twice."""
    text = "The ferry sails again.\nPeople cheered on the quay.\nIt rained."
    edited, gone = make_article(EDITED, text=text), make_article(GONE)
    settings = fill([edited, gone])
    database = open_database(settings.home / "tidings.db", settings.store)
    for subject in ("Many people", f"All {ATTACK} people"):
        revised = make_article(EDITED, text=text.replace("People", subject), title=subject)
        database.write(lambda db, it=revised: keep_article(db, it, now)).result()  # type: ignore[misc]
    database.write(lambda db: add_tombstone(db, gone.id, now - timedelta(days=2), 404, "")).result()
    database.write(lambda db: lift_tombstone(db, gone.id, now - timedelta(days=1))).result()
    database.write(lambda db: add_tombstone(db, gone.id, now, 410, "status 410")).result()
    database.close()
    transport = httpx.ASGITransport(opened(settings))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


async def tree_of(client: httpx.AsyncClient, path: str) -> LexborHTMLParser:
    response = await client.get(path)
    assert response.status_code == 200, response.text
    return LexborHTMLParser(response.text)


def words(tree: LexborHTMLParser, selector: str) -> list[str]:
    return [" ".join(node.text().split()) for node in tree.css(selector)]


async def test_an_article_says_how_often_it_was_revised(
    client: httpx.AsyncClient, make_article: MakeArticle
) -> None:
    article = make_article(EDITED)
    tree = await tree_of(client, f"/article/{article.id}")
    (link,) = tree.css("a.revised")
    assert link.text() == "revised 2 times"
    assert link.attributes["href"] == f"/article/{article.id}/revisions"


async def test_revisions_are_shown_word_by_word_and_escaped(
    client: httpx.AsyncClient, make_article: MakeArticle
) -> None:
    tree = await tree_of(client, f"/article/{make_article(EDITED).id}/revisions")
    assert words(tree, ".revision h2") == ["Revision 3", "Revision 2"]
    assert words(tree, ".revision p ins")[-1] == "added: Many people"
    assert words(tree, ".revision p del")[-1] == "removed: People"
    assert "1 paragraph unchanged" in words(tree, ".revision .unchanged")
    assert not tree.css("main script")
    assert ATTACK in words(tree, "main")[0]


async def test_a_deleted_article_is_marked_wherever_it_is_shown(
    client: httpx.AsyncClient, make_article: MakeArticle
) -> None:
    article = make_article(GONE)
    (banner,) = words(await tree_of(client, f"/article/{article.id}"), ".tombstone")
    assert banner.startswith("Deleted by its publisher. Found missing")
    assert "status 410" in banner
    deletions = words(await tree_of(client, f"/article/{article.id}/revisions"), ".tombstone")
    assert deletions[0].startswith("Deleted by its publisher.")
    assert deletions[1].startswith("Deleted by its publisher for a time")
    assert words(await tree_of(client, "/search?q=quay"), ".gone") == ["deleted by its publisher"]


async def test_the_api_returns_the_whole_history(
    client: httpx.AsyncClient, make_article: MakeArticle, now: datetime
) -> None:
    article = make_article(EDITED)
    history = (await client.get(f"/api/articles/{article.id}/revisions")).json()
    assert [step["revision"] for step in history["revisions"]] == [3, 2]
    newest = (await client.get(f"/api/articles/{article.id}")).json()
    runs = history["revisions"][0]["text"]
    assert "".join(run["text"] for run in runs if run["change"] != "removed") == newest["text"]
    assert (newest["revision"], newest["gone_at"]) == (3, None)
    gone = (await client.get(f"/api/articles/{make_article(GONE).id}/revisions")).json()
    assert [deletion["status"] for deletion in gone["tombstones"]] == [410, 404]
    assert [deletion["back_at"] is None for deletion in gone["tombstones"]] == [True, False]


async def test_hits_have_gone_at_only_if_the_article_is_gone(
    client: httpx.AsyncClient, make_article: MakeArticle
) -> None:
    hits = (await client.get("/api/search?q=ferry")).json()["hits"]
    marked = {hit["url"]: "gone_at" in hit for hit in hits}
    assert marked == {EDITED: False, GONE: True}


async def test_an_unknown_article_has_no_revisions(client: httpx.AsyncClient) -> None:
    for path in ("/article/0000000000000000/revisions", "/api/articles/x/revisions"):
        assert (await client.get(path)).status_code == 404

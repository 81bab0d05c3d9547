"""The search page apart from its hits, and the feeds of searches."""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import datetime, timedelta

import httpx
import pytest
from fastapi import FastAPI
from lxml import etree
from selectolax.lexbor import LexborHTMLParser

from tidings.engine.library import library
from tidings.model.articles.article import Article
from tidings.model.search.results import Query
from tidings.search.index.search_snapshot import SearchSnapshot
from tidings.search.query_run import QueryRun, query_run_of
from tidings.settings.tree import Settings

MakeArticle = Callable[..., Article]
Fill = Callable[[Sequence[Article]], Settings]
Opened = Callable[..., FastAPI]


@pytest.fixture
async def client(
    grouped: Fill, opened: Opened, make_article: MakeArticle, now: datetime
) -> AsyncIterator[httpx.AsyncClient]:
    """A client of a home with four articles about ferries on three days; two have the same text."""
    long = " ".join(f"The ferry number {n} sails to the island of {n * 7}." for n in range(60))
    articles = [
        make_article(),
        make_article("https://one.example/f", title="Ferry islands", text=long,
                     published=now - timedelta(days=3), publisher="", section="Sport"),
        make_article("https://two.example/f", title="Ferry islands", text=long,
                     published=now - timedelta(days=3), publisher="", section="Sport"),
        make_article("https://three.example/f", title="Ferry strike", language="de",
                     text="Strike at the ferry. Nobody sails.", publisher="",
                     published=now - timedelta(days=9)),
    ]  # fmt: skip
    transport = httpx.ASGITransport(opened(grouped(articles)))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


async def tree_of(client: httpx.AsyncClient, path: str) -> LexborHTMLParser:
    response = await client.get(path)
    assert response.status_code == 200
    return LexborHTMLParser(response.text)


def texts(tree: LexborHTMLParser, selector: str) -> list[str]:
    return [" ".join(node.text().split()) for node in tree.css(selector)]


def links(tree: LexborHTMLParser, selector: str) -> list[str]:
    return [node.attributes["href"] or "" for node in tree.css(selector)]


async def test_facets_lead_to_narrower_searches_and_back(client: httpx.AsyncClient) -> None:
    tree = await tree_of(client, "/search?q=ferry")
    assert texts(tree, ".panel h2") == ["Sources", "Languages", "Topics", "Days"]
    (german,) = (link for link in links(tree, ".panel a") if link.endswith("language=de"))
    narrowed = await tree_of(client, german)
    assert texts(narrowed, ".hits h2") == ["Ferry strike"]
    assert texts(narrowed, ".panel [aria-current]") == ["German"]
    assert texts(narrowed, ".chips a") == ["Remove: in German ×"]
    assert links(narrowed, ".chips a") == ["/search?q=ferry"]
    assert links(narrowed, ".panel [aria-current]") == ["/search?q=ferry"]


async def test_a_topic_is_added_to_the_query_text(client: httpx.AsyncClient) -> None:
    tree = await tree_of(client, "/search?q=ferry&copies=1")
    (sport,) = (link for link in links(tree, ".panel a") if "sport" in link)
    assert sport == "/search?q=ferry+topic%3A%22sport%22&copies=1"
    narrowed = await tree_of(client, sport)
    assert texts(narrowed, ".hits h2") == ["Ferry islands", "Ferry islands"]
    chosen = narrowed.css_first(".panel [aria-current]")
    assert chosen is not None
    assert chosen.attributes["href"] == "/search?q=ferry&copies=1"


async def test_every_bar_of_the_timeline_leads_to_its_articles(client: httpx.AsyncClient) -> None:
    tree = await tree_of(client, "/search?q=ferry&copies=1")
    found = 0
    for link, label in zip(links(tree, "svg a"), texts(tree, "svg title"), strict=True):
        count = int(label.rpartition(": ")[2])
        if count:
            narrowed = await tree_of(client, link)
            assert len(narrowed.css(".hits h2")) == count, link
            found += count
    assert found == 4


async def test_a_hit_shows_its_copies_and_reasons(client: httpx.AsyncClient) -> None:
    tree = await tree_of(client, "/search?q=ferry")
    assert len(tree.css(".hits li article")) == 3
    (copies,) = texts(tree, ".copies")
    assert copies in ("Also in one.example", "Also in two.example")
    reasons = texts(tree, ".because li")
    assert any("in the title" in reason for reason in reasons)
    assert any(reason.endswith("% of the match.") for reason in reasons)


async def test_more_like_an_article_can_be_added_and_removed(
    client: httpx.AsyncClient, make_article: MakeArticle
) -> None:
    id_ = make_article().id
    tree = await tree_of(client, "/search?q=ferry&language=en")
    more = f"/search?q=ferry&language=en&more_like={id_}"
    assert more in links(tree, ".actions a")
    liked = await tree_of(client, more)
    assert "Remove: more like “Old ferry line reopens” ×" in texts(liked, ".chips a")
    assert "/search?q=ferry&language=en" in links(liked, ".chips a")
    field = liked.css_first("input[type=hidden][name=more_like]")
    assert field is not None
    assert field.attributes["value"] == id_


async def test_the_ranking_can_be_chosen(client: httpx.AsyncClient) -> None:
    tree = await tree_of(client, "/search?q=ferry&model=vsm")
    assert texts(tree, "#model option[selected]") == ["Cosine"]
    assert "ranked by vsm" in texts(tree, ".because .quiet")[0]


async def test_notes_show_what_was_understood(client: httpx.AsyncClient) -> None:
    tree = await tree_of(client, "/search?q=ferry+last+2+days")
    assert len(tree.css(".note-understood")) == 1
    assert texts(tree, ".hits h2") == ["Old ferry line reopens"]


async def test_any_search_has_feeds(client: httpx.AsyncClient) -> None:
    tree = await tree_of(client, "/search?q=ferry&language=en")
    feeds = links(tree, "link[rel=alternate]")
    assert feeds[0] == "/search.atom?q=ferry&language=en"
    for feed in feeds:
        assert (await client.get(feed)).status_code == 200
    items = json.loads((await client.get(feeds[2])).text)["items"]
    assert items[0]["title"] == "Old ferry line reopens"
    atom = etree.fromstring((await client.get(feeds[0])).content)
    assert len(atom.findall("{*}entry")) == 3  # copies count: other sites published them
    assert (await client.get("/search.csv?q=ferry")).status_code == 404


async def test_a_feed_that_has_not_changed_is_not_sent_again(client: httpx.AsyncClient) -> None:
    first = await client.get("/search.rss?q=ferry")
    again = await client.get(
        "/search.rss?q=ferry", headers={"If-None-Match": first.headers["etag"]}
    )
    assert again.status_code == 304


async def test_browsers_can_add_us_as_a_search_engine(client: httpx.AsyncClient) -> None:
    tree = await tree_of(client, "/")
    assert links(tree, "link[rel=search]") == ["/opensearch.xml"]
    description = etree.fromstring((await client.get("/opensearch.xml")).content)
    templates = {url.get("type"): url.get("template") for url in description.findall("{*}Url")}
    assert templates["text/html"] == "http://127.0.0.1/search?q={searchTerms}"


async def test_browsers_get_completions_in_their_own_format(client: httpx.AsyncClient) -> None:
    response = await client.get("/suggest?q=ferry")
    assert response.headers["content-type"] == "application/x-suggestions+json"
    typed, found = response.json()
    assert typed == "ferry"
    assert isinstance(found, list)


async def test_a_page_plans_its_query_once(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    planned: list[Query] = []

    def counted(snapshot: SearchSnapshot, query: Query, now: datetime) -> QueryRun:
        planned.append(query)
        return query_run_of(snapshot, query, now)

    monkeypatch.setattr(library, "query_run_of", counted)
    for path in ("/search?q=ferry", "/api/search?q=ferry&facets=1"):
        assert (await client.get(path)).status_code == 200
    assert len(planned) == 2

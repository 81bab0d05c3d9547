"""The page of changes, and its feed."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

import httpx
import pytest
from lxml import etree
from selectolax.lexbor import LexborHTMLParser
from tests.serve.conftest import Fill, MakeArticle, Opened
from tests.serve.small_home import NOW

from tidings.engine.listing import recent_edits
from tidings.model.articles.article import Article
from tidings.model.web.rights import RobotsMeta
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.articles.revisions import add_tombstone, lift_tombstone

ATTACK = "<img src=x onerror=alert(1)>"
OVERRIDE = "\u202e"  # writes what follows from right to left
_ATOM = "{http://www.w3.org/2005/Atom}"


def change(settings: Settings, *works: Any) -> None:
    """Change a home, as the process that owns it would."""
    database = open_database(settings.home / "tidings.db", settings.store)
    for work in works:
        database.write(work).result()
    database.close()


def edit(settings: Settings, article: Article, minutes: int, **fields: Any) -> Article:
    edited = replace(article, **fields)
    at = NOW - timedelta(minutes=minutes)
    change(settings, partial(keep_article, article=edited, now=at))
    return edited


@asynccontextmanager
async def reading(opened: Opened, settings: Settings) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(opened(settings))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


async def page(client: httpx.AsyncClient, path: str = "/changes") -> LexborHTMLParser:
    answer = await client.get(path)
    assert answer.status_code == 200, answer.text
    return LexborHTMLParser(answer.text)


def words(tree: LexborHTMLParser, selector: str) -> list[str]:
    return [" ".join(node.text().split()) for node in tree.css(selector)]


@pytest.fixture
def busy(fill: Fill, make_article: MakeArticle) -> Settings:
    """A home with an edited headline, an edited figure, and an article deleted and restored."""
    text = f"{'An old harbour. ' * 40}It carried 300 people. {'The sea was calm. ' * 40}"
    ferry = make_article(text=text)
    werft = make_article("https://zeitung.example/a", title="Werft", text="Neu.", language="de")
    gone = make_article("https://post.example/news/gone", title="Bridge closed")
    settings = fill([ferry, werft, gone])
    ferry = edit(settings, ferry, 50, text=text.replace("300", "420"))
    edit(settings, ferry, 40, title="Old ferry line opens again")
    edit(settings, werft, 30, text="Alt.")
    change(
        settings,
        lambda db: add_tombstone(db, gone.id, NOW - timedelta(minutes=20), 410, "status 410"),
        lambda db: lift_tombstone(db, gone.id, NOW - timedelta(minutes=10)),
    )
    return settings


async def test_changes_of_all_outlets_are_listed_with_word_diffs(
    busy: Settings, opened: Opened
) -> None:
    async with reading(opened, busy) as client:
        tree = await page(client)
    kinds = words(tree, ".change .kicker")
    assert kinds == ["Restored", "Deleted", "Text", "Headline", "Figures, Text"]
    assert words(tree, ".change .tombstone")[1].startswith("Deleted by its publisher (status 410)")
    assert words(tree, ".change h2 ins")[0] == "added: opens again"
    (figures,) = [each for each in words(tree, ".passage") if "420" in each]
    assert "removed: 300" in figures
    assert figures.startswith("…")
    assert len(figures) < 250
    assert words(tree, ".change .byline")[0].startswith("The Post")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("kind=headline", ["Headline"]),
        ("kind=figures", ["Figures, Text"]),
        ("kind=deletion", ["Deleted"]),
        ("source=zeitung.example", ["Text"]),
        ("language=de", ["Text"]),
        ("kind=names", []),
        ("kind=headline&source=zeitung.example", []),
    ],
)
async def test_changes_are_filtered_by_plain_links(
    busy: Settings, opened: Opened, query: str, expected: list[str]
) -> None:
    async with reading(opened, busy) as client:
        tree = await page(client, f"/changes?{query}")
        assert words(tree, ".change .kicker") == expected
        links = [node.attributes["href"] for node in tree.css(".choices a, .choices-more a")]
        for link in links:
            assert (await client.get(link or "")).status_code == 200


async def test_filters_are_kept_when_another_is_chosen(busy: Settings, opened: Opened) -> None:
    async with reading(opened, busy) as client:
        tree = await page(client, "/changes?source=post.example&kind=headline")
    links = [node.attributes["href"] for node in tree.css(".choices a")]
    assert links[:3] == [
        "/changes?source=post.example",
        "/changes?kind=headline&source=post.example",
        "/changes?kind=figures&source=post.example",
    ]
    current = words(tree, ".choices [aria-current], .choices-more [aria-current]")
    assert current == ["Headlines", "The Post"]


async def test_older_changes_are_on_further_pages(
    fill: Fill, opened: Opened, make_article: MakeArticle
) -> None:
    article = make_article(text="It is 0.")
    settings = fill([article])
    for number in range(1, 26):
        article = edit(settings, article, 60 - number, text=f"It is {number}.")
    async with reading(opened, settings) as client:
        first = await page(client, "/changes?kind=figures")
        (older,) = first.css(".paging a[rel=next]")
        second = await page(client, older.attributes["href"] or "")
        foreign = await page(client, (older.attributes["href"] or "").replace("figures", "text"))
        broken = await page(client, "/changes?cursor=x")
    assert (len(first.css(".change")), len(second.css(".change"))) == (20, 5)
    assert words(first, ".passage ins")[0] == "added: 25"
    assert words(second, ".passage ins")[-1] == "added: 1"
    assert words(second, ".paging a") == ["Newest changes"]
    for other in (foreign, broken):
        assert "first page" in words(other, ".note")[0]
        assert len(other.css(".change")) == 20


async def test_unreadable_filters_are_ignored_and_named(busy: Settings, opened: Opened) -> None:
    async with reading(opened, busy) as client:
        tree = await page(client, "/changes?kind=typo&language=%3Cb%3E")
    assert len(tree.css(".change")) == 5
    assert [note[:6] for note in words(tree, ".note")] == ["“typo”", "“<b>” "]


async def test_a_page_without_matches_leads_further_back(
    busy: Settings, opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent_edits, "_MAX_LOOKED_AT", 1)
    monkeypatch.setattr(recent_edits, "_CHUNK", 1)
    async with reading(opened, busy) as client:
        path, found = "/changes?kind=figures", list[str]()
        for _ in range(5):
            tree = await page(client, path)
            found += words(tree, ".change .kicker")
            links = tree.css(".paging a[rel=next]")
            if not links:
                break
            path = links[0].attributes["href"] or ""
    assert found == ["Figures, Text"]


async def test_an_empty_home_says_what_will_be_here(fill: Fill, opened: Opened) -> None:
    async with reading(opened, fill([])) as client:
        assert words(await page(client), ".blank h2") == ["No changes yet"]


async def test_hostile_texts_stay_text(
    fill: Fill, opened: Opened, make_article: MakeArticle
) -> None:
    article = make_article()
    settings = fill([article])
    edit(settings, article, 5, title=f"{OVERRIDE}{ATTACK}", text=f"{ATTACK} said <b>all</b>.")
    async with reading(opened, settings) as client:
        tree = await page(client)
        feeds = [await client.get(f"/changes.{ending}") for ending in ("atom", "rss", "json")]
    assert not tree.css("main img, main b")
    (headline,) = tree.css(".change h2 a")
    assert headline.attributes["dir"] == "auto"  # isolates what an override would turn around
    assert ATTACK in headline.text()
    atom, rss, json_feed = feeds
    assert "<img" not in atom.text
    assert "<img" not in rss.text
    assert ATTACK in json_feed.json()["items"][0]["title"]


async def test_what_may_not_be_shown_is_in_no_list(
    fill: Fill, opened: Opened, make_article: MakeArticle
) -> None:
    kept_back = make_article("https://post.example/a", robots=RobotsMeta(noarchive=True))
    short = make_article("https://post.example/b", robots=RobotsMeta(max_snippet=5))
    over = make_article("https://post.example/c", hidden_from=NOW - timedelta(hours=1))
    settings = fill([kept_back, short, over])
    for article in (kept_back, short, over):
        edit(settings, article, 5, text="Secret words.")
    async with reading(opened, settings) as client:
        tree = await page(client)
        feed = (await client.get("/changes.json")).json()
    assert len(tree.css(".change")) == 1
    assert "allows no excerpts" in words(tree, ".change")[0]
    assert [item["content_text"] for item in feed["items"]] == [feed["items"][0]["title"]]
    assert "Secret" not in str(feed)
    assert "Secret" not in words(tree, "main")[0]


async def test_subscriptions_are_in_no_feed_but_on_the_page_of_their_reader(
    fill: Fill, opened: Opened, make_article: MakeArticle
) -> None:
    article = make_article(with_login=True)
    settings = fill([article])
    edit(settings, article, 5, title="For subscribers")
    async with reading(opened, settings) as client:
        assert len((await page(client)).css(".change")) == 1
        assert (await client.get("/changes.json")).json()["items"] == []


async def test_the_feed_has_permanent_ids_and_says_what_changed(
    busy: Settings, opened: Opened
) -> None:
    async with reading(opened, busy) as client:
        atom = await client.get("/changes.atom?kind=figures")
        rss = await client.get("/changes.rss")
        unknown = await client.get("/changes.xml")
        known = await client.get(
            "/changes.atom?kind=figures", headers={"If-None-Match": atom.headers["etag"]}
        )
    (entry,) = etree.fromstring(atom.content).iter(f"{_ATOM}entry")
    summary = entry.findtext(f"{_ATOM}summary") or ""
    assert "[−300][+420]" in summary
    assert (entry.findtext(f"{_ATOM}id") or "").startswith("urn:uuid:")
    assert entry.findtext(f"{_ATOM}title") == "Figures, Text: Old ferry line opens again (The Post)"
    items = list(etree.fromstring(rss.content).iter("item"))
    assert len({item.findtext("guid") for item in items}) == 5
    assert {guid.get("isPermaLink") for item in items for guid in item.iter("guid")} == {"false"}
    assert (unknown.status_code, known.status_code) == (404, 304)


async def test_every_page_leads_to_the_changes(busy: Settings, opened: Opened) -> None:
    async with reading(opened, busy) as client:
        assert (await page(client, "/")).css_matches('.sections a[href="/changes"]')
        tree = await page(client)
    assert words(tree, ".sections [aria-current=page]") == ["Changes"]
    feeds = [node.attributes["href"] for node in tree.css("link[rel=alternate]")]
    assert feeds == ["/changes.atom", "/changes.rss", "/changes.json"]

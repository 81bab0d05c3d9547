"""The feeds we write, read back by our own reader and asked for as feed readers do."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import httpx
import pytest
from fastapi import FastAPI
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from tidings.model.articles.article import Article
from tidings.model.web.discovery import Feed
from tidings.model.web.rights import RobotsMeta
from tidings.read.feeds.feed_formats import read_feed
from tidings.serve.pages.feed_writer import OutgoingFeed, OutgoingFeedFormat, feed_bytes
from tidings.settings.tree import Settings

MakeArticle = Callable[..., Article]
Fill = Callable[[Sequence[Article]], Settings]
Opened = Callable[..., FastAPI]
FORMS = tuple(OutgoingFeedFormat)


def client_of(app: FastAPI) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://127.0.0.1", follow_redirects=False
    )


def read(body: bytes) -> Feed:
    feed = read_feed(body)
    assert isinstance(feed, Feed)
    return feed


@pytest.mark.parametrize("form", FORMS)
async def test_a_site_has_a_feed_in_every_format(
    client: httpx.AsyncClient, form: OutgoingFeedFormat
) -> None:
    answer = await client.get(f"/feeds/post.example.{form}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(form.media_type)
    feed = read(answer.content)
    assert feed.title == "The Post"
    assert feed.home == "https://post.example/"
    assert feed.self_href == f"http://127.0.0.1/feeds/post.example.{form}"
    (item,) = feed.items
    assert item.href == "https://post.example/news/ferry"
    assert item.guid == "https://post.example/news/ferry"
    assert item.title == "Old ferry line reopens"
    assert item.summary == "After nine years the boats are back."
    assert item.authors == ("Ada Quill", "Ben Ink")
    assert item.published == datetime(2024, 5, 31, 10, 0, tzinfo=UTC)
    assert set(item.categories) == {"Harbour", "ferries", "boats & quays"}


@pytest.mark.parametrize("form", FORMS)
async def test_only_the_newest_fifty_stand_in_a_feed(
    fill: Fill, opened: Opened, make_article: MakeArticle, now: datetime, form: OutgoingFeedFormat
) -> None:
    articles = [
        make_article(f"https://post.example/{n}", published=now - timedelta(hours=n))
        for n in range(60)
    ]
    async with client_of(opened(fill(articles))) as client:
        feed = read((await client.get(f"/feeds/post.example.{form}")).content)
    assert [item.href for item in feed.items] == [f"https://post.example/{n}" for n in range(50)]


@pytest.mark.parametrize("form", FORMS)
async def test_who_has_the_feed_is_told_so(
    client: httpx.AsyncClient, form: OutgoingFeedFormat
) -> None:
    url = f"/feeds/post.example.{form}"
    first = await client.get(url)
    tag, changed = first.headers["etag"], first.headers["last-modified"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = await client.get(url, headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
    assert (await client.get(url, headers={"if-modified-since": changed})).status_code == 304
    earlier = "Mon, 01 Jan 2024 00:00:00 GMT"
    assert (await client.get(url, headers={"if-modified-since": earlier})).status_code == 200
    both = {"if-none-match": '"other"', "if-modified-since": changed}
    assert (await client.get(url, headers=both)).status_code == 200
    assert (await client.get(url, headers={"if-modified-since": "never"})).status_code == 200


async def test_a_feed_says_when_its_newest_article_came(client: httpx.AsyncClient) -> None:
    answer = await client.get("/feeds/post.example.atom")
    assert parsedate_to_datetime(answer.headers["last-modified"]) == datetime(
        2024, 5, 31, 11, 0, tzinfo=UTC
    )


async def test_a_new_article_changes_the_tag(
    fill: Fill, opened: Opened, make_article: MakeArticle
) -> None:
    async with client_of(opened(fill([make_article()]))) as client:
        before = (await client.get("/feeds/post.example.json")).headers["etag"]
    async with client_of(opened(fill([make_article("https://post.example/b")]))) as client:
        after = (await client.get("/feeds/post.example.json")).headers["etag"]
    assert before != after


@pytest.mark.parametrize(
    "name", ["other.example.atom", "post.example", "post.example.xml", ".atom", "post.example.ATOM"]
)
async def test_there_is_no_other_feed(client: httpx.AsyncClient, name: str) -> None:
    assert (await client.get(f"/feeds/{name}")).status_code == 404


@pytest.mark.parametrize("form", FORMS)
async def test_a_site_without_articles_has_an_empty_feed(
    fill: Fill, opened: Opened, form: OutgoingFeedFormat
) -> None:
    async with client_of(opened(fill([]))) as client:
        answer = await client.get(f"/feeds/post.example.{form}")
    assert answer.status_code == 200
    assert read(answer.content).items == ()


@pytest.mark.parametrize("form", FORMS)
async def test_what_a_page_does_not_want_shown_is_not_in_the_feed(
    fill: Fill, opened: Opened, make_article: MakeArticle, now: datetime, form: OutgoingFeedFormat
) -> None:
    articles = [
        make_article("https://post.example/a", robots=RobotsMeta(nosnippet=True)),
        make_article("https://post.example/b", robots=RobotsMeta(max_snippet=12)),
        make_article("https://post.example/c", robots=RobotsMeta(unavailable_after=now)),
    ]
    async with client_of(opened(fill(articles))) as client:
        answer = await client.get(f"/feeds/post.example.{form}")
    feed = {item.href[-1]: item for item in read(answer.content).items}
    assert set(feed) == {"a", "b"}
    assert "nine years" not in feed["a"].summary
    assert feed["b"].summary == "After nine"
    assert b"People cheered" not in answer.content


async def test_the_sources_announce_their_feeds(client: httpx.AsyncClient) -> None:
    page = (await client.get("/sources")).text
    assert '<link rel="alternate" type="application/atom+xml" href="/feeds/post.example.atom"' in (
        page
    )
    for form in FORMS:
        assert f'<a href="/feeds/post.example.{form}">' in page


def test_atom_has_what_its_standard_asks_for(make_article: MakeArticle, now: datetime) -> None:
    body = feed_bytes(OutgoingFeedFormat.ATOM, channel([make_article()], now))
    root = etree.fromstring(body)
    space = {"a": "http://www.w3.org/2005/Atom"}
    for holder in (root, *root.findall("a:entry", space)):
        for name in ("id", "title", "updated"):
            (only,) = holder.findall(f"a:{name}", space)
            assert only.text
    assert root.find("a:author/a:name", space) is not None
    assert root.find("a:id", space).text.startswith("urn:uuid:")  # type: ignore[union-attr]


def test_json_feed_has_what_its_standard_asks_for(make_article: MakeArticle, now: datetime) -> None:
    top = json.loads(
        feed_bytes(OutgoingFeedFormat.JSON, channel([make_article(standfirst="", text="")], now))
    )
    assert top["version"] == "https://jsonfeed.org/version/1.1"
    assert isinstance(top["items"][0]["id"], str)
    assert top["items"][0]["content_text"]


def channel(articles: Sequence[Article], now: datetime) -> OutgoingFeed:
    return OutgoingFeed("post.example", "http://127.0.0.1/f", "https://post.example/", "The Post",
                   "Its articles", now, articles)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(title=st.text(max_size=40), tag=st.text(max_size=20), author=st.text(max_size=20))
def test_no_text_breaks_a_feed(
    make_article: MakeArticle, now: datetime, title: str, tag: str, author: str
) -> None:
    article = make_article(title=title, standfirst=title, tags=(tag,), authors=(author,))
    for form in FORMS:
        body = feed_bytes(form, channel([article], now))
        body.decode()
        assert [item.href for item in read(body).items] == [article.url]
        if form is not OutgoingFeedFormat.JSON:
            etree.fromstring(body)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "title", ["1 < 2 & 3 > 2", "<b>bold</b>", "AT&T & Söhne", "]]> \"'", "<script>x</script>"]
)
def test_titles_come_back_as_they_were(
    make_article: MakeArticle, now: datetime, form: OutgoingFeedFormat, title: str
) -> None:
    body = feed_bytes(form, channel([make_article(title=title, standfirst=title)], now))
    (item,) = read(body).items
    assert (item.title, item.summary) == (title, title)
    assert b"<script>" not in body or form is OutgoingFeedFormat.JSON

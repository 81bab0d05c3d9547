"""The feeds we publish, parsed by our own reader and requested as feed readers do."""

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
FORMATS = tuple(OutgoingFeedFormat)


def client_of(app: FastAPI) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://127.0.0.1", follow_redirects=False
    )


def read(body: bytes) -> Feed:
    feed = read_feed(body)
    assert isinstance(feed, Feed)
    return feed


@pytest.mark.parametrize("feed_format", FORMATS)
async def test_a_site_has_a_feed_in_every_format(
    client: httpx.AsyncClient, feed_format: OutgoingFeedFormat
) -> None:
    answer = await client.get(f"/feeds/post.example.{feed_format}")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith(feed_format.media_type)
    feed = read(answer.content)
    assert feed.title == "The Post"
    assert feed.home == "https://post.example/"
    assert feed.self_href == f"http://127.0.0.1/feeds/post.example.{feed_format}"
    (item,) = feed.items
    assert item.href == "https://post.example/news/ferry"
    assert item.guid == "https://post.example/news/ferry"
    assert item.title == "Old ferry line reopens"
    assert item.summary == "After nine years the boats are back."
    assert item.authors == ("Ada Quill", "Ben Ink")
    assert item.published == datetime(2024, 5, 31, 10, 0, tzinfo=UTC)
    assert set(item.categories) == {"Harbour", "ferries", "boats & quays"}


@pytest.mark.parametrize("feed_format", FORMATS)
async def test_a_feed_has_only_the_newest_fifty_articles(
    fill: Fill,
    opened: Opened,
    make_article: MakeArticle,
    now: datetime,
    feed_format: OutgoingFeedFormat,
) -> None:
    articles = [
        make_article(f"https://post.example/{n}", published=now - timedelta(hours=n))
        for n in range(60)
    ]
    async with client_of(opened(fill(articles))) as client:
        feed = read((await client.get(f"/feeds/post.example.{feed_format}")).content)
    assert [item.href for item in feed.items] == [f"https://post.example/{n}" for n in range(50)]


@pytest.mark.parametrize("feed_format", FORMATS)
async def test_a_client_that_has_the_feed_gets_a_304(
    client: httpx.AsyncClient, feed_format: OutgoingFeedFormat
) -> None:
    url = f"/feeds/post.example.{feed_format}"
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


async def test_a_feed_is_dated_by_its_newest_article(client: httpx.AsyncClient) -> None:
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
async def test_other_feeds_do_not_exist(client: httpx.AsyncClient, name: str) -> None:
    assert (await client.get(f"/feeds/{name}")).status_code == 404


@pytest.mark.parametrize("feed_format", FORMATS)
async def test_a_site_without_articles_has_an_empty_feed(
    fill: Fill, opened: Opened, feed_format: OutgoingFeedFormat
) -> None:
    async with client_of(opened(fill([]))) as client:
        answer = await client.get(f"/feeds/post.example.{feed_format}")
    assert answer.status_code == 200
    assert read(answer.content).items == ()


@pytest.mark.parametrize("feed_format", FORMATS)
async def test_a_feed_omits_what_publishers_do_not_want_shown(
    fill: Fill,
    opened: Opened,
    make_article: MakeArticle,
    now: datetime,
    feed_format: OutgoingFeedFormat,
) -> None:
    articles = [
        make_article("https://post.example/a", robots=RobotsMeta(nosnippet=True)),
        make_article("https://post.example/b", robots=RobotsMeta(max_snippet=12)),
        make_article("https://post.example/c", robots=RobotsMeta(unavailable_after=now)),
    ]
    async with client_of(opened(fill(articles))) as client:
        answer = await client.get(f"/feeds/post.example.{feed_format}")
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
    for feed_format in FORMATS:
        assert f'<a href="/feeds/post.example.{feed_format}">' in page


def test_atom_has_what_its_standard_requires(make_article: MakeArticle, now: datetime) -> None:
    body = feed_bytes(OutgoingFeedFormat.ATOM, feed_of([make_article()], now))
    root = etree.fromstring(body)
    space = {"a": "http://www.w3.org/2005/Atom"}
    for holder in (root, *root.findall("a:entry", space)):
        for name in ("id", "title", "updated"):
            (only,) = holder.findall(f"a:{name}", space)
            assert only.text
    assert root.find("a:author/a:name", space) is not None
    assert root.find("a:id", space).text.startswith("urn:uuid:")  # type: ignore[union-attr]


def test_json_feed_has_what_its_standard_requires(make_article: MakeArticle, now: datetime) -> None:
    top = json.loads(
        feed_bytes(OutgoingFeedFormat.JSON, feed_of([make_article(standfirst="", text="")], now))
    )
    assert top["version"] == "https://jsonfeed.org/version/1.1"
    assert isinstance(top["items"][0]["id"], str)
    assert top["items"][0]["content_text"]


def feed_of(articles: Sequence[Article], now: datetime) -> OutgoingFeed:
    return OutgoingFeed("post.example", "http://127.0.0.1/f", "https://post.example/", "The Post",
                   "Its articles", now, articles)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(title=st.text(max_size=40), tag=st.text(max_size=20), author=st.text(max_size=20))
def test_no_text_breaks_a_feed(
    make_article: MakeArticle, now: datetime, title: str, tag: str, author: str
) -> None:
    article = make_article(title=title, standfirst=title, tags=(tag,), authors=(author,))
    for feed_format in FORMATS:
        body = feed_bytes(feed_format, feed_of([article], now))
        body.decode()
        assert [item.href for item in read(body).items] == [article.url]
        if feed_format is not OutgoingFeedFormat.JSON:
            etree.fromstring(body)


@pytest.mark.parametrize("feed_format", FORMATS)
@pytest.mark.parametrize(
    "title", ["1 < 2 & 3 > 2", "<b>bold</b>", "AT&T & Söhne", "]]> \"'", "<script>x</script>"]
)
def test_titles_survive_a_round_trip(
    make_article: MakeArticle, now: datetime, feed_format: OutgoingFeedFormat, title: str
) -> None:
    body = feed_bytes(feed_format, feed_of([make_article(title=title, standfirst=title)], now))
    (item,) = read(body).items
    assert (item.title, item.summary) == (title, title)
    assert b"<script>" not in body or feed_format is OutgoingFeedFormat.JSON

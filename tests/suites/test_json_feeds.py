"""JSON Feed: values of the wrong type, older forms, and JSON that is almost right."""

import json
from datetime import UTC, datetime

import pytest
from tests.suites.feed_documents import feed_in, item_in

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.discovery import FeedItem
from tidings.read.feeds.feed_formats import looks_like_feed, read_feed

VERSION = "https://jsonfeed.org/version/1.1"
WRITTEN = f'{{"version": "{VERSION}", "items": [{{"url": "/1", "title": "Zürich"}}]}}'
WRONG: list[object] = [None, True, 1, 1.5, [], {}, [[]], [1], [None], {"a": 1}]


def document(**feed: object) -> bytes:
    return json.dumps({"version": VERSION, **feed}).encode()


def item(**fields: object) -> FeedItem:
    return item_in(document(items=[{"url": "http://a.example/1", **fields}]))


@pytest.mark.parametrize("wrong", WRONG, ids=repr)
def test_a_value_of_the_wrong_type_is_no_value(wrong: object) -> None:
    for key in ("title", "home_page_url", "feed_url", "language", "authors", "author", "hubs"):
        assert item_in(document(items=[{"url": "/1"}], **{key: wrong})).href == "/1"
    for key in ("id", "title", "summary", "content_html", "content_text", "tags", "authors"):
        assert item_in(document(items=[{"url": "/1", key: wrong}])).href == "/1"
    assert feed_in(document(items=wrong)).items == ()
    assert feed_in(document(items=[wrong, {"url": "/1"}])).items[-1].href == "/1"


@pytest.mark.parametrize(
    ("fields", "authors"),
    [
        ({"authors": [{"name": "Jo"}, {"name": "Al"}]}, ("Jo", "Al")),
        ({"author": {"name": "Jo"}}, ("Jo",)),
        ({"author": {"name": "Jo"}, "authors": [{"name": "Jo"}]}, ("Jo",)),
        ({"author": "Jo"}, ("Jo",)),
        ({"authors": ["Jo", "Al"]}, ("Jo", "Al")),
        ({"authors": [{"name": " Jo "}]}, ("Jo",)),
        ({"authors": [{"name": "Jo (jo@a.example)"}]}, ("Jo",)),
        ({"authors": [{"name": "@jo (Jo)"}]}, ("@jo (Jo)",)),
        ({"authors": [{"url": "http://a.example/jo"}]}, ()),
    ],
)
def test_authors_are_read_in_every_form(fields: dict[str, object], authors: tuple[str]) -> None:
    assert item(**fields).authors == authors
    assert item_in(document(items=[{"url": "/1"}], **fields)).authors == authors


@pytest.mark.parametrize(
    ("fields", "summary"),
    [
        ({"summary": "A", "content_text": "b"}, "A"),
        ({"content_text": "a < b", "content_html": "<p>c</p>"}, "a < b"),
        ({"content_text": "", "content_html": "<p>A</p><script>b</script>"}, "A"),
        ({}, ""),
    ],
)
def test_the_summary_is_found(fields: dict[str, object], summary: str) -> None:
    assert item(**fields).summary == summary


@pytest.mark.parametrize(
    ("fields", "href"),
    [
        ({"url": "/1", "external_url": "/2"}, "/1"),
        ({"external_url": "/2"}, "/2"),
        ({"id": "http://a.example/3"}, "http://a.example/3"),
        ({"id": "3", "url": " /1 "}, "/1"),
    ],
)
def test_the_page_is_found(fields: dict[str, object], href: str) -> None:
    assert item_in(document(items=[fields])).href == href


def test_dates_are_read() -> None:
    day = datetime(2024, 5, 1, 10, tzinfo=UTC)
    assert item(date_published="2024-05-01T12:00:00+02:00").published == day
    assert item(date_published=1714557600).published == day
    assert item(date_published="soon", date_modified="2024-05-01T10:00:00Z").updated == day


@pytest.mark.parametrize(
    "body",
    [
        document(items=[{"url": "/1", "title": "Zürich"}]),
        b"\xef\xbb\xbf" + document(items=[{"url": "/1", "title": "Zürich"}]),
        b"\n\n " + document(items=[{"url": "/1", "title": "Zürich"}]),
        document(items=[{"url": "/1", "title": "Zürich"}]).decode().encode("utf-16"),
        WRITTEN.encode(),
        WRITTEN.encode("cp1252"),
        WRITTEN.replace("Z", "\n\tZ").encode(),
        f'{{"items": [{{"url": "/1", "title": "Zürich", "summary": "{"x " * 9000}"}}],'
        f'"version": "{VERSION}"}}'.encode(),
        document(items=[{"url": "/1", "title": "Zürich"}]).replace(b"/", b"\\/"),
    ],
)
def test_json_is_read_in_every_encoding_and_order(body: bytes) -> None:
    assert looks_like_feed(body)
    assert (item_in(body).title, item_in(body).href) == ("Zürich", "/1")


@pytest.mark.parametrize(
    "body", [b"{", b"{}", b'{"version": 1}', b'{"items": []}', b'{"a":' * 50_000, b"[]", b'"a"']
)
def test_other_json_is_not_a_feed(body: bytes) -> None:
    assert isinstance(read_feed(body), UnreadablePage)

"""JSON Feed 1.0 and 1.1 (jsonfeed.org)."""

import json
from collections.abc import Iterator

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.discovery import Feed, FeedFormat, FeedItem
from tidings.model.web.reason import Reason
from tidings.read.characters.charset import utf8_of
from tidings.read.characters.one_line_text import html_line, one_line
from tidings.read.dates.date_parser import parse_date
from tidings.read.feeds.feed_authors import authors_from
from tidings.read.feeds.feed_fields import (
    MAX_ITEMS,
    MAX_SUMMARY,
    MAX_TITLE,
    guid_from,
    href_from,
    language_from,
    names_from,
)


def read_json_feed(body: bytes) -> Feed | UnreadablePage:
    """Return the feed in a JSON document, or why there is none."""
    try:
        document = _document(body.removeprefix(b"\xef\xbb\xbf"))
    except (ValueError, RecursionError) as error:
        return UnreadablePage(Reason.BAD_FEED, f"broken JSON: {type(error).__name__}")
    if not isinstance(document, dict) or "jsonfeed.org" not in _text(document, "version"):
        return UnreadablePage(Reason.BAD_FEED, "JSON, but not a JSON Feed")
    return _feed(document)


def _document(body: bytes) -> object:
    try:
        return json.loads(body, strict=False)  # some strings contain line breaks
    except UnicodeDecodeError:
        return json.loads(utf8_of(body), strict=False)


def _feed(document: dict[str, object]) -> Feed:
    authors = authors_from(_authors(document))
    objects = _objects(document, "items")
    items = (_item(item, authors) for item in objects[:MAX_ITEMS])
    hubs = (href_from(_text(hub, "url")) for hub in _objects(document, "hubs"))
    return Feed(
        format=FeedFormat.JSON,
        title=one_line(_text(document, "title"), MAX_TITLE),
        home=href_from(_text(document, "home_page_url")) or None,
        language=language_from(_text(document, "language")),
        items=tuple(item for item in items if item is not None),
        hub=next(filter(None, hubs), None),
        unread=len(objects[MAX_ITEMS:]),
        self_href=href_from(_text(document, "feed_url")) or None,
    )


def _item(item: dict[str, object], feed_authors: tuple[str, ...]) -> FeedItem | None:
    href = _href(item)
    if not href:
        return None
    teaser = _text(item, "summary") or _text(item, "content_text")
    return FeedItem(
        href=href,
        title=one_line(_text(item, "title"), MAX_TITLE),
        published=parse_date(_text(item, "date_published")),
        updated=parse_date(_text(item, "date_modified")),
        summary=one_line(teaser, MAX_SUMMARY)
        or html_line(_text(item, "content_html"), MAX_SUMMARY),
        authors=authors_from(_authors(item)) or feed_authors,
        categories=names_from(_texts(item, "tags")),
        guid=guid_from(_text(item, "id")),
    )


def _href(item: dict[str, object]) -> str:
    href = href_from(_text(item, "url"))
    guid = _text(item, "id")
    if not href and guid.startswith(("http://", "https://")):
        return href_from(guid)
    return href or href_from(_text(item, "external_url"))


def _authors(holder: dict[str, object]) -> Iterator[str]:
    # 1.1 has a list of authors, 1.0 a single one; some write names instead of objects.
    several = holder.get("authors")
    for author in (*(several if isinstance(several, list) else (several,)), holder.get("author")):
        if isinstance(author, dict):
            yield _text(author, "name")
        elif isinstance(author, str):
            yield author


def _text(holder: dict[str, object], key: str) -> str:
    value = holder.get(key)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)  # ids are often numbers, against the specification
    return value if isinstance(value, str) else ""


def _texts(holder: dict[str, object], key: str) -> list[str]:
    value = holder.get(key)
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []


def _objects(holder: dict[str, object], key: str) -> list[dict[str, object]]:
    value = holder.get(key)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []

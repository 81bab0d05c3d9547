"""Writes articles, and what happened to them, as an Atom 1.0, RSS 2.0 or JSON Feed 1.1."""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from enum import StrEnum
from html import escape
from uuid import NAMESPACE_URL, uuid5

from lxml import etree

from tidings.model.articles.article import Article
from tidings.serve.rendering.markup import is_outward, opening
from tidings.shapes.iso_time import iso

_ATOM = "http://www.w3.org/2005/Atom"
_DC = "http://purl.org/dc/elements/1.1/"
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_SUMMARY_LETTERS = 400
_GENERATOR = "Tidings"
# XML 1.0, 2.2: other characters, which titles may contain, cannot be written.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class OutgoingFeedFormat(StrEnum):
    """The formats, by the ending of their URLs."""

    ATOM = "atom"
    RSS = "rss"
    JSON = "json"

    @property
    def media_type(self) -> str:
        """The media type that it is served as."""
        return {
            OutgoingFeedFormat.ATOM: "application/atom+xml",
            OutgoingFeedFormat.RSS: "application/rss+xml",
            OutgoingFeedFormat.JSON: "application/feed+json",
        }[self]


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """What a feed lists: an article, or something that happened to one."""

    id: str  # permanent; a URL or a URN
    url: str
    title: str
    updated: datetime
    summary: str
    language: str = "und"
    published: datetime | None = None
    authors: Sequence[str] = ()
    tags: Sequence[str] = ()
    image: str | None = None


@dataclass(frozen=True, slots=True)
class OutgoingFeed:
    """A feed before it is written in one of the formats."""

    key: str  # its permanent id is made from this
    url: str  # its own URL
    home: str  # URL of the site or search that it covers
    title: str
    description: str
    updated: datetime
    articles: Sequence[Article] = ()
    entries: Sequence[FeedEntry] = ()  # after the articles

    @property
    def listed(self) -> Iterator[FeedEntry]:
        """Everything that the feed lists."""
        yield from map(_entry_of, self.articles)
        yield from self.entries

    @property
    def language(self) -> str | None:
        """The language of everything listed, if it is the same."""
        languages = {entry.language for entry in self.listed}
        only = languages.pop() if len(languages) == 1 else "und"
        return None if only in ("", "und") else only


def feed_bytes(feed_format: OutgoingFeedFormat, feed: OutgoingFeed) -> bytes:
    """Return the feed in a format; equal feeds give equal bytes."""
    return _WRITERS[feed_format](feed)


def updated_at(article: Article) -> datetime:
    """Return when an article last changed, according to its page."""
    return article.modified or article.published or article.first_seen


def summary_of(article: Article) -> str:
    """Return as much of an article's opening as its page allows."""
    return article.robots.excerpt(opening(article, _SUMMARY_LETTERS))


def _entry_of(article: Article) -> FeedEntry:
    return FeedEntry(
        id=article.url,
        url=article.url,
        title=article.title or article.url,
        updated=updated_at(article),
        summary=summary_of(article),
        language=article.language,
        published=article.published,
        authors=article.authors,
        tags=_tags(article),
        image=article.image,
    )


def _feed_id(feed: OutgoingFeed) -> str:
    return uuid5(NAMESPACE_URL, f"tidings:feed:{feed.key}").urn


def _atom(feed: OutgoingFeed) -> bytes:
    root = etree.Element(f"{{{_ATOM}}}feed", nsmap={None: _ATOM})  # type: ignore[dict-item]
    if feed.language:
        root.set(_XML_LANG, feed.language)
    _add(root, "id", _feed_id(feed))
    _add(root, "title", feed.title)
    _add(root, "subtitle", feed.description)
    _add(root, "updated", iso(feed.updated))
    _link(root, "self", feed.url, OutgoingFeedFormat.ATOM.media_type)
    _link(root, "alternate", feed.home, "text/html")
    _add(_add(root, "author", None), "name", feed.title)
    _add(root, "generator", _GENERATOR)
    for each in feed.listed:
        _entry(root, each)
    return _bytes(root)


def _entry(root: etree._Element, listed: FeedEntry) -> None:
    entry = etree.SubElement(root, f"{{{_ATOM}}}entry")
    _add(entry, "id", listed.id)
    _add(entry, "title", listed.title)
    _link(entry, "alternate", listed.url, "text/html")
    _add(entry, "updated", iso(listed.updated))
    if listed.published:
        _add(entry, "published", iso(listed.published))
    for author in listed.authors:
        _add(_add(entry, "author", None), "name", author)
    for tag in listed.tags:
        etree.SubElement(entry, f"{{{_ATOM}}}category", term=_writable(tag))
    if listed.summary:
        _add(entry, "summary", listed.summary)


def _rss(feed: OutgoingFeed) -> bytes:
    root = etree.Element("rss", nsmap={"atom": _ATOM, "dc": _DC}, version="2.0")
    top = etree.SubElement(root, "channel")
    _put(top, "title", feed.title)
    _put(top, "link", feed.home)
    _put(top, "description", feed.description)
    if feed.language:
        _put(top, "language", feed.language)
    _put(top, "lastBuildDate", _rfc822(feed.updated))
    _put(top, "generator", _GENERATOR)
    _link(top, "self", feed.url, OutgoingFeedFormat.RSS.media_type)
    for each in feed.listed:
        _item(top, each)
    return _bytes(root)


def _item(top: etree._Element, listed: FeedEntry) -> None:
    item = etree.SubElement(top, "item")
    # Feed readers treat RSS titles and descriptions as HTML: what looks like a tag must not be one.
    _put(item, "title", escape(listed.title, quote=False))
    _put(item, "link", listed.url)
    is_link = "true" if listed.id == listed.url else "false"
    _put(item, "guid", listed.id).set("isPermaLink", is_link)
    if listed.published:
        _put(item, "pubDate", _rfc822(listed.published))
    for author in listed.authors:
        _put(item, f"{{{_DC}}}creator", author)
    for tag in listed.tags:
        _put(item, "category", tag)
    if listed.summary:
        _put(item, "description", escape(listed.summary, quote=False))


def _json(feed: OutgoingFeed) -> bytes:
    top: dict[str, object] = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "description": feed.description,
        "home_page_url": feed.home,
        "feed_url": feed.url,
        "items": [_json_item(each) for each in feed.listed],
    }
    if feed.language:
        top["language"] = feed.language
    return json.dumps(top, ensure_ascii=False, indent=1).encode(errors="replace")


def _json_item(listed: FeedEntry) -> dict[str, object]:
    item: dict[str, object] = {
        "id": listed.id,
        "url": listed.url,
        "title": listed.title,
        # The format requires content; if the page allows no excerpt, repeat the title.
        "content_text": listed.summary or listed.title,
        "date_modified": iso(listed.updated),
        "authors": [{"name": author} for author in listed.authors],
        "tags": list(listed.tags),
    }
    if listed.language not in ("", "und"):
        item["language"] = listed.language
    if listed.published:
        item["date_published"] = iso(listed.published)
    if listed.image and is_outward(listed.image):
        item["image"] = listed.image
    return item


def _tags(article: Article) -> list[str]:
    return list(dict.fromkeys(filter(None, (article.section, *article.tags))))


def _link(to: etree._Element, relation: str, href: str, media_type: str) -> None:
    etree.SubElement(
        to, f"{{{_ATOM}}}link", rel=relation, type=media_type, href=_writable(href)
    )  # fmt: skip


def _add(to: etree._Element, name: str, text: str | None) -> etree._Element:
    return _put(to, f"{{{_ATOM}}}{name}", text)


def _put(to: etree._Element, name: str, text: str | None) -> etree._Element:
    element = etree.SubElement(to, name)
    if text is not None:
        element.text = _writable(text)
    return element


def _writable(text: str) -> str:
    return _UNWRITABLE.sub("\ufffd", text)


def _rfc822(moment: datetime) -> str:
    return format_datetime(moment.astimezone(UTC).replace(microsecond=0), usegmt=True)


def _bytes(root: etree._Element) -> bytes:
    return etree.tostring(root, xml_declaration=True, encoding="UTF-8")


_WRITERS: dict[OutgoingFeedFormat, Callable[[OutgoingFeed], bytes]] = {
    OutgoingFeedFormat.ATOM: _atom,
    OutgoingFeedFormat.RSS: _rss,
    OutgoingFeedFormat.JSON: _json,
}

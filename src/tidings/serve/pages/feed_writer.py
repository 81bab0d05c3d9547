"""Feeds that we write: the articles of a site as Atom 1.0, RSS 2.0 or JSON Feed 1.1."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime
from enum import StrEnum
from html import escape
from uuid import NAMESPACE_URL, uuid5

from lxml import etree

from tidings.model.articles.article import Article
from tidings.serve.rendering.markup import is_outward, opening
from tidings.serve.rendering.time_format import iso

_ATOM = "http://www.w3.org/2005/Atom"
_DC = "http://purl.org/dc/elements/1.1/"
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_SUMMARY_LETTERS = 400
_GENERATOR = "Tidings"
# XML 1.0, 2.2: whatever else a page has put into its title cannot be written down.
_UNWRITABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class OutgoingFeedFormat(StrEnum):
    """The formats, by the ending of their addresses."""

    ATOM = "atom"
    RSS = "rss"
    JSON = "json"

    @property
    def media_type(self) -> str:
        """What it is served as."""
        return {
            OutgoingFeedFormat.ATOM: "application/atom+xml",
            OutgoingFeedFormat.RSS: "application/rss+xml",
            OutgoingFeedFormat.JSON: "application/feed+json",
        }[self]


@dataclass(frozen=True, slots=True)
class OutgoingFeed:
    """A feed before it is written in one of the formats."""

    key: str  # what its permanent id is made from
    url: str  # its own address
    home: str  # the site it tells of
    title: str
    description: str
    updated: datetime
    articles: Sequence[Article]

    @property
    def language(self) -> str | None:
        """The language that all articles share, if they do."""
        languages = {article.language for article in self.articles}
        only = languages.pop() if len(languages) == 1 else "und"
        return None if only in ("", "und") else only


def feed_bytes(form: OutgoingFeedFormat, channel: OutgoingFeed) -> bytes:
    """Return the feed as bytes; the same channel always gives the same."""
    return _WRITERS[form](channel)


def updated_at(article: Article) -> datetime:
    """Return when an article was last changed, as far as its page says."""
    return article.modified or article.published or article.first_seen


def summary_of(article: Article) -> str:
    """Return as much of an article's opening as its page lets us show."""
    return article.robots.excerpt(opening(article, _SUMMARY_LETTERS))


def _feed_id(channel: OutgoingFeed) -> str:
    return uuid5(NAMESPACE_URL, f"tidings:feed:{channel.key}").urn


def _atom(channel: OutgoingFeed) -> bytes:
    feed = etree.Element(f"{{{_ATOM}}}feed", nsmap={None: _ATOM})  # type: ignore[dict-item]
    if channel.language:
        feed.set(_XML_LANG, channel.language)
    _add(feed, "id", _feed_id(channel))
    _add(feed, "title", channel.title)
    _add(feed, "subtitle", channel.description)
    _add(feed, "updated", iso(channel.updated))
    _link(feed, "self", channel.url, OutgoingFeedFormat.ATOM.media_type)
    _link(feed, "alternate", channel.home, "text/html")
    _add(_add(feed, "author", None), "name", channel.title)
    _add(feed, "generator", _GENERATOR)
    for article in channel.articles:
        _entry(feed, article)
    return _bytes(feed)


def _entry(feed: etree._Element, article: Article) -> None:
    entry = etree.SubElement(feed, f"{{{_ATOM}}}entry")
    _add(entry, "id", article.url)
    _add(entry, "title", article.title or article.url)
    _link(entry, "alternate", article.url, "text/html")
    _add(entry, "updated", iso(updated_at(article)))
    if article.published:
        _add(entry, "published", iso(article.published))
    for author in article.authors:
        _add(_add(entry, "author", None), "name", author)
    for tag in _tags(article):
        etree.SubElement(entry, f"{{{_ATOM}}}category", term=_writable(tag))
    if summary := summary_of(article):
        _add(entry, "summary", summary)


def _rss(channel: OutgoingFeed) -> bytes:
    root = etree.Element("rss", nsmap={"atom": _ATOM, "dc": _DC}, version="2.0")
    top = etree.SubElement(root, "channel")
    _put(top, "title", channel.title)
    _put(top, "link", channel.home)
    _put(top, "description", channel.description)
    if channel.language:
        _put(top, "language", channel.language)
    _put(top, "lastBuildDate", _rfc822(channel.updated))
    _put(top, "generator", _GENERATOR)
    _link(top, "self", channel.url, OutgoingFeedFormat.RSS.media_type)
    for article in channel.articles:
        _item(top, article)
    return _bytes(root)


def _item(top: etree._Element, article: Article) -> None:
    item = etree.SubElement(top, "item")
    # Readers take titles and descriptions of RSS for HTML: what looks like a tag must not be one.
    _put(item, "title", escape(article.title or article.url, quote=False))
    _put(item, "link", article.url)
    _put(item, "guid", article.url).set("isPermaLink", "true")
    _put(item, "pubDate", _rfc822(article.published or article.first_seen))
    for author in article.authors:
        _put(item, f"{{{_DC}}}creator", author)
    for tag in _tags(article):
        _put(item, "category", tag)
    if summary := summary_of(article):
        _put(item, "description", escape(summary, quote=False))


def _json(channel: OutgoingFeed) -> bytes:
    top: dict[str, object] = {
        "version": "https://jsonfeed.org/version/1.1",
        "title": channel.title,
        "description": channel.description,
        "home_page_url": channel.home,
        "feed_url": channel.url,
        "items": [_json_item(article) for article in channel.articles],
    }
    if channel.language:
        top["language"] = channel.language
    return json.dumps(top, ensure_ascii=False, indent=1).encode(errors="replace")


def _json_item(article: Article) -> dict[str, object]:
    item: dict[str, object] = {
        "id": article.url,
        "url": article.url,
        "title": article.title or article.url,
        # The format asks for content; a page that allows no excerpt has its title again.
        "content_text": summary_of(article) or article.title or article.url,
        "date_modified": iso(updated_at(article)),
        "authors": [{"name": author} for author in article.authors],
        "tags": _tags(article),
    }
    if article.language not in ("", "und"):
        item["language"] = article.language
    if article.published:
        item["date_published"] = iso(article.published)
    if article.image and is_outward(article.image):
        item["image"] = article.image
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

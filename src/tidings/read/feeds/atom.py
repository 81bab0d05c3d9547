"""Atom 1.0 (RFC 4287) and its draft 0.3."""

import base64
import binascii
from itertools import islice
from typing import Final

from lxml import etree

from tidings.model.web.discovery import Feed, FeedFormat, FeedItem
from tidings.read.characters.invisible_characters import visible_text
from tidings.read.characters.one_line_text import html_line, one_line, unescaped_line
from tidings.read.feeds.feed_authors import author_texts, authors_from
from tidings.read.feeds.feed_fields import (
    MAX_ITEMS,
    MAX_SUMMARY,
    MAX_TITLE,
    field_texts,
    first_date,
    guid_from,
    href_from,
    language_from,
    names_from,
)
from tidings.read.feeds.xml_elements import (
    XML_LANG,
    Fields,
    fields_of,
    first_text,
    group_of,
    resolved,
    text_of,
)

_PUBLISHED: Final = ("published", "issued", "created", "dc:date", "dcterms:issued", "pubdate")
_SUMMARIES: Final = (
    *("summary", "content", "dc:description", "description", "content:encoded"),
    "media:description",
)
_HTML_FIELDS: Final = ("dc:description", "description", "content:encoded")  # they are RSS's


def read_atom(root: etree._Element) -> Feed:
    """Return the feed below a <feed> element."""
    fields = fields_of(root)
    authors = _authors(fields)
    entries = root.iter("{*}entry")
    items = [_item(entry, authors) for entry in islice(entries, MAX_ITEMS)]
    return Feed(
        format=FeedFormat.ATOM,
        title=_title(fields),
        home=_link(fields, "alternate"),
        language=language_from(root.get(XML_LANG, "") or first_text(fields, "dc:language")),
        items=tuple(item for item in items if item is not None),
        hub=_link(fields, "hub"),
        unread=sum(1 for _ in entries),
        self_href=_link(fields, "self"),
    )


def _item(entry: etree._Element, feed_authors: tuple[str, ...]) -> FeedItem | None:
    fields = fields_of(entry)
    href = _href(fields)
    if not href:
        return None
    return FeedItem(
        href=href,
        title=_title(fields) or _title(group_of(fields)),
        published=first_date(fields, *_PUBLISHED),
        updated=first_date(fields, "updated", "modified", "dcterms:modified"),
        summary=_words(fields, MAX_SUMMARY, *_SUMMARIES)
        or _words(group_of(fields), MAX_SUMMARY, "media:description", "description"),
        authors=_authors(fields) or feed_authors,  # RFC 4287, 4.2.1
        categories=names_from(_categories(fields)),
        guid=guid_from(first_text(fields, "id")),
    )


def _href(fields: Fields) -> str:
    original = first_text(fields, "feedburner:origlink")
    if original:
        return href_from(original)
    if href := _link(fields, "alternate") or _content_source(fields):
        return href
    guid = first_text(fields, "id")
    return href_from(guid) if guid.lower().startswith(("http://", "https://")) else ""


def _content_source(fields: Fields) -> str:
    # RFC 4287, 4.1.3.2: the text may be elsewhere; a picture or a film is not a page.
    for content in fields.get("content", ()):
        href = href_from(content.get("src", ""))
        if href and "html" in content.get("type", "html"):
            return resolved(content, href)
    return ""


def _link(fields: Fields, relation: str) -> str | None:
    pages = [link for link in fields.get("link", ()) if _relation(link) == relation]
    # Of several alternates, prefer the HTML page to its PDF; the sort keeps equals in order.
    for link in sorted(pages, key=lambda link: "html" not in link.get("type", "html")):
        if href := href_from(link.get("href", "") or text_of(link)):
            return resolved(link, href)
    return None


def _relation(link: etree._Element) -> str:
    relation = (link.get("rel") or "alternate").strip().lower()
    return relation.removeprefix("http://www.iana.org/assignments/relation/")


def _title(fields: Fields) -> str:
    return _words(fields, MAX_TITLE, "title", "media:title", "dc:title")


def _words(fields: Fields, limit: int, *names: str) -> str:
    for name in names:
        usual = "html" if name in _HTML_FIELDS else "text"
        for element in fields.get(name, ()):
            if words := _line(element, limit, usual):
                return words
    return ""


def _line(element: etree._Element, limit: int, usual: str) -> str:
    """Return the words of a text construct (RFC 4287, 3.1, 4.1.3) of its own or the usual type."""
    written = element.get("type", usual).strip().lower()
    mode = element.get("mode")  # of Atom 0.3
    if len(element):
        return visible_text(one_line(text_of(element), limit))  # markup that is already read
    text = element.text or ""
    if mode == "base64":
        return html_line(_decoded(text[: 16 * limit]), limit)
    if written in ("text", "text/plain", "plain") and mode != "escaped":
        return unescaped_line(text, limit)
    is_words = "/" not in written or written.startswith("text/") or written.endswith("xml")
    return html_line(text, limit) if is_words else ""


def _decoded(text: str) -> str:
    try:
        return base64.b64decode(text.encode("ascii", "ignore")).decode("utf-8", "replace")
    except binascii.Error:
        return ""


def _authors(fields: Fields) -> tuple[str, ...]:
    return authors_from(author_texts(fields, "author", "atom:author", "dc:creator", "dc:author"))


def _categories(fields: Fields) -> list[str]:
    categories = fields.get("category", ())
    names = [tag.get("label") or tag.get("term") or text_of(tag) for tag in categories]
    return names + field_texts(fields, "dc:subject")

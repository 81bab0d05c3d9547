"""Atom 1.0 (RFC 4287) and its draft 0.3."""

from itertools import chain, islice

from lxml import etree

from tidings.model.web.discovery import Feed, FeedFormat, FeedItem
from tidings.read.characters.one_line_text import html_line, unescaped_line
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
    resolved,
    text_of,
)


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
        title=_title(fields),
        published=first_date(fields, "published", "issued", "created", "dc:date"),
        updated=first_date(fields, "updated", "modified"),
        summary=_words(fields, MAX_SUMMARY, "summary", "content", "media:description"),
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
    relation = link.get("rel", "alternate").strip().lower()
    return relation.removeprefix("http://www.iana.org/assignments/relation/")


def _title(fields: Fields) -> str:
    return _words(fields, MAX_TITLE, "title", "media:title")


def _words(fields: Fields, limit: int, *names: str) -> str:
    for element in chain.from_iterable(fields.get(name, ()) for name in names):
        # RFC 4287, 3.1.1: only type "text" has no markup, and it is the default.
        is_text = element.get("type", "text").strip().lower() in ("text", "text/plain")
        read = unescaped_line if is_text and element.get("mode") != "escaped" else html_line
        if words := read(text_of(element), limit):
            return words
    return ""


def _authors(fields: Fields) -> tuple[str, ...]:
    people = fields.get("author", []) + fields.get("atom:author", [])
    names = [first_text(fields_of(person), "name", "atom:name") for person in people]
    return names_from(names + field_texts(fields, "dc:creator"))


def _categories(fields: Fields) -> list[str]:
    categories = fields.get("category", ())
    names = [tag.get("label") or tag.get("term") or text_of(tag) for tag in categories]
    return names + field_texts(fields, "dc:subject")

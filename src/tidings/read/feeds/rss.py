"""RSS from 0.90 to 2.0, with the extensions that news sites use."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import chain, islice
from typing import Final

from lxml import etree

from tidings.model.web.discovery import Feed, FeedFormat, FeedItem
from tidings.read.characters.one_line_text import doubtful_line, html_line
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
    ttl_from,
)
from tidings.read.feeds.xml_elements import (
    RDF_ABOUT,
    XML_LANG,
    Fields,
    fields_of,
    first_text,
    group_of,
    resolved,
    text_of,
)

_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MAX_SKIPS: Final = 48  # all hours, twice
_TITLES: Final = ("title", "dc:title", "media:title", "itunes:title")
_PUBLISHED: Final = (
    *("pubdate", "dc:date", "dcterms:issued", "dcterms:created", "dcterms:date"),
    *("atom:published", "atom:issued", "published", "date", "prism:publicationdate"),
)
_UPDATED: Final = (
    *("atom:updated", "atom:modified", "dcterms:modified", "dc:modified"),
    *("updated", "modified", "lastmod"),
)
_SUMMARIES: Final = (
    *("description", "atom:summary", "dc:description", "summary", "dcterms:abstract", "abstract"),
    *("content:encoded", "encoded", "atom:content", "content", "xhtml:body", "fullitem"),
    *("media:description", "itunes:summary", "googleplay:description", "itunes:subtitle"),
)
_PERIOD_MINUTES: Final = {
    "hourly": 60,
    "daily": 24 * 60,
    "weekly": 7 * 24 * 60,
    "monthly": 30 * 24 * 60,
    "yearly": 365 * 24 * 60,
}


def read_rss(root: etree._Element, format: FeedFormat) -> Feed:
    """Return the feed below an <rss>, <rdf:RDF> or bare <channel> element."""
    channel = root if root.tag == "channel" else next(root.iter("{*}channel"), root)
    fields = fields_of(channel)
    # Items at any depth: RSS 1.0 puts them next to the channel, and an unclosed tag in one item
    # nests all later ones inside it.
    elements = root.iter("{*}item")
    items = [_item(element) for element in islice(elements, MAX_ITEMS)]
    return Feed(
        format=format,
        title=_title(fields),
        home=_link(fields),
        language=language_from(
            first_text(fields, "language", "dc:language") or root.get(XML_LANG, "")
        ),
        items=tuple(item for item in items if item is not None),
        ttl=_ttl(fields),
        skip_hours=_skip_hours(fields),
        skip_days=_skip_days(fields),
        hub=_related(fields, "hub"),
        unread=sum(1 for _ in elements),
        self_href=_related(fields, "self"),
    )


def _item(element: etree._Element) -> FeedItem | None:
    fields = fields_of(element)
    href = _href(element, fields)
    if not href:
        return None
    return FeedItem(
        href=href,
        title=_title(fields) or _title(group_of(fields)),
        published=first_date(fields, *_PUBLISHED),
        updated=first_date(fields, *_UPDATED),
        summary=_summary(fields) or _summary(group_of(fields)),
        authors=_authors(fields),
        categories=names_from(field_texts(fields, "category", "dc:subject")),
        guid=guid_from(first_text(fields, "guid")),
    )


def _title(fields: Fields) -> str:
    return doubtful_line(first_text(fields, *_TITLES), MAX_TITLE)


def _summary(fields: Fields) -> str:
    for element in chain.from_iterable(fields.get(name, ()) for name in _SUMMARIES):
        # Markup inside the element is already read; what looks like tags now was written as text.
        read = doubtful_line if len(element) else html_line
        if words := read(text_of(element), MAX_SUMMARY):
            return words
    return ""


def _authors(fields: Fields) -> tuple[str, ...]:
    names = ("dc:creator", "dc:author", "dcterms:creator", "author", "atom:author")
    texts = author_texts(fields, *names)
    return authors_from(texts or author_texts(fields, "itunes:author", "googleplay:author"))


def _href(element: etree._Element, fields: Fields) -> str:
    if original := first_text(fields, "feedburner:origlink"):
        return href_from(original)
    if href := _link(fields) or _permalink(fields):
        return href
    # RSS 1.0 names the item's address as its subject; CDF, which came before RSS, as an attribute.
    about = element.get(RDF_ABOUT) or element.get("about") or element.get("href") or ""
    return resolved(element, href_from(about))


def _link(fields: Fields) -> str | None:
    for link in fields.get("link", ()):
        if href := href_from(text_of(link)):
            return resolved(link, href)
    return _related(fields, "alternate")


def _permalink(fields: Fields) -> str:
    # RSS 2.0: a guid is a permanent address unless it says that it is not.
    for guid in fields.get("guid", ()):
        href = href_from(text_of(guid))
        permanent = guid.get("isPermaLink", "").strip().lower()
        if permanent != "false" and href.lower().startswith(("http://", "https://")):
            return href
        if permanent == "true" and href.startswith("/"):
            return resolved(guid, href)
    return ""


def _related(fields: Fields, relation: str) -> str | None:
    # Some write <link rel="hub"> without the atom: prefix.
    for link in chain(fields.get("atom:link", ()), fields.get("link", ())):
        href = href_from(link.get("href", ""))
        if href and (link.get("rel") or "alternate").strip().lower() == relation:
            return resolved(link, href)
    return None


def _ttl(fields: Fields) -> timedelta | None:
    minutes = first_text(fields, "ttl")[:12]
    if minutes.isdecimal() and (ttl := ttl_from(int(minutes))):
        return ttl
    period = _PERIOD_MINUTES.get(first_text(fields, "sy:updateperiod").lower())
    if period is None:
        return None
    frequency = first_text(fields, "sy:updatefrequency")[:6]
    return ttl_from(period / max(int(frequency) if frequency.isdecimal() else 1, 1))


def _skip_hours(fields: Fields) -> frozenset[int]:
    # RSS 0.91 counted the hours from 1 to 24, RSS 2.0 from 0 to 23: midnight is both.
    texts = (text.strip() for text in _skips(fields, "skiphours", "hour"))
    hours = (int(text) for text in texts if text.isdecimal() and len(text) <= 2)
    return frozenset(hour % 24 for hour in hours if hour <= 24)


def _skip_days(fields: Fields) -> frozenset[int]:
    names = (text.strip().lower()[:3] for text in _skips(fields, "skipdays", "day"))
    return frozenset(_DAYS.index(name) for name in names if name in _DAYS)


def _skips(fields: Fields, name: str, part: str) -> Iterator[str]:
    for element in fields.get(name, ()):
        yield from islice(field_texts(fields_of(element), part), _MAX_SKIPS)

"""RSS from 0.90 to 2.0, with the extensions that news sites use."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import chain, islice
from typing import Final

from lxml import etree

from tidings.model.web.discovery import Feed, FeedFormat, FeedItem
from tidings.read.characters.one_line_text import html_line
from tidings.read.feeds.feed_fields import (
    MAX_ITEMS,
    MAX_SUMMARY,
    MAX_TITLE,
    author_from,
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
    resolved,
    text_of,
)

_DAYS: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MAX_SKIPS: Final = 48  # all hours, twice
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
        title=html_line(first_text(fields, "title", "dc:title"), MAX_TITLE),
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
        title=html_line(first_text(fields, "title", "dc:title", "media:title"), MAX_TITLE),
        published=first_date(fields, "pubdate", "dc:date", "dcterms:created", "atom:published"),
        updated=first_date(fields, "atom:updated", "dcterms:modified", "dc:modified"),
        summary=html_line(
            first_text(
                fields, "description", "atom:summary", "content:encoded", "media:description"
            ),
            MAX_SUMMARY,
        ),
        authors=_authors(fields),
        categories=names_from(field_texts(fields, "category", "dc:subject")),
        guid=guid_from(first_text(fields, "guid")),
    )


def _authors(fields: Fields) -> tuple[str, ...]:
    names = field_texts(fields, "dc:creator")
    names += [author_from(text) for text in field_texts(fields, "author")]
    for author in fields.get("atom:author", ()):
        names += field_texts(fields_of(author), "name", "atom:name")
    return names_from(names)


def _href(element: etree._Element, fields: Fields) -> str:
    if original := first_text(fields, "feedburner:origlink"):
        return href_from(original)
    written = _link(fields) or _permalink(fields) or element.get(RDF_ABOUT) or ""
    return href_from(written)


def _link(fields: Fields) -> str | None:
    for link in fields.get("link", ()):
        if href := href_from(text_of(link)):
            return resolved(link, href)
    return _related(fields, "alternate")


def _permalink(fields: Fields) -> str:
    # RSS 2.0: a guid is a permanent address unless it says that it is not.
    for guid in fields.get("guid", ()):
        text = text_of(guid).strip()
        permanent = guid.get("isPermaLink", "true").strip().lower() != "false"
        if permanent and text.lower().startswith(("http://", "https://")):
            return text
    return ""


def _related(fields: Fields, relation: str) -> str | None:
    # Some write <link rel="hub"> without the atom: prefix.
    for link in chain(fields.get("atom:link", ()), fields.get("link", ())):
        href = href_from(link.get("href", ""))
        if href and link.get("rel", "alternate").strip().lower() == relation:
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

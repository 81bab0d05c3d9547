"""Metadata of an article: from JSON-LD and meta tags first, then from the visible page."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from tidings.extract.content.blocks import PageBlocks
from tidings.extract.metadata.authors import authors_of
from tidings.extract.metadata.publication_date import DateWindow, modified_of, published_of
from tidings.extract.metadata.title import title_line, title_of
from tidings.extract.metadata.title_position import title_position_of
from tidings.read.pages.html import Html, site_name
from tidings.read.pages.jsonld import LinkedArticle, LinkedData

Claims = Iterable[tuple[str, str]]  # (source, value), best first

_SECTIONS = ("article:section", "parsely-section", "og:article:section", "category", "section")
_IMAGES = ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src")
_DESCRIPTIONS = ("og:description", "description", "twitter:description", "dc.description")

_KEYWORDS = ("news_keywords", "keywords")
_COMMA = re.compile(r"[,;，、]")
_MAX_TAGS, _MAX_TAG = 30, 60
_MAX_STANDFIRST = 1_000


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known about an article besides its text."""

    title: str
    published: datetime | None
    modified: datetime | None
    authors: tuple[str, ...]
    section: str
    tags: tuple[str, ...]
    image: str | None
    publisher: str
    standfirst: str
    accessible_for_free: bool | None
    signals: tuple[tuple[str, str], ...]


def metadata_of(
    html: Html,
    found: PageBlocks,
    data: LinkedData,
    window: DateWindow,
    feed_date: datetime | None = None,
    site: str = "",
) -> Metadata:
    """Return the page's metadata with the source of each value.

    `window` says which dates are believed; `feed_date` is the date given by a feed,
    `site` the name of the site.
    """
    linked = main_article(data)
    title, title_from = title_of(html, found, linked, site)
    position = title_position_of(found, title)
    published, published_from = published_of(html, found, linked, position, window, feed_date)
    modified, modified_from = modified_of(html, linked, window)
    authors, authors_from = authors_of(html, found, linked, position)
    section, section_from = _first(_section_claims(html, linked))
    image, image_from = _first(_image_claims(html, linked), html.absolute)
    standfirst, standfirst_from = _first(_standfirst_claims(html, linked), _one_line)
    publisher, publisher_from = _first(_publisher_claims(html, linked))
    tags, tags_from = _tags(html, linked)
    access, access_from = _access(html, linked)
    signals = (
        ("title", title_from),
        ("published", published_from),
        ("modified", modified_from),
        ("authors", authors_from),
        ("section", section_from),
        ("image", image_from),
        ("standfirst", standfirst_from),
        ("publisher", publisher_from),
        ("tags", tags_from),
        ("accessible_for_free", access_from),
    )
    return Metadata(
        title=title,
        published=published,
        modified=modified,
        authors=authors,
        section=section[:80],
        tags=tags,
        image=image or None,
        publisher=publisher[:100],
        standfirst=standfirst,
        accessible_for_free=access,
        signals=tuple((field, source) for field, source in signals if source),
    )


def main_article(data: LinkedData) -> LinkedArticle | None:
    """Return the most complete linked article: a dated one if there is any."""
    if not data.articles:
        return None
    return max(
        data.articles[:50], key=lambda item: (item.published is not None, bool(item.headline))
    )


def _first(claims: Claims, valid: Callable[[str], str | None] = title_line) -> tuple[str, str]:
    for where, text in claims:
        if value := valid(text):
            return value, where
    return "", ""


def _from_meta(html: Html, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    for name in names:
        if value := html.meta.get(name):
            yield f"meta {name}", value


def _section_claims(html: Html, linked: LinkedArticle | None) -> Iterator[tuple[str, str]]:
    if linked:
        yield "json-ld articleSection", linked.section
    yield from _from_meta(html, _SECTIONS)


def _image_claims(html: Html, linked: LinkedArticle | None) -> Iterator[tuple[str, str]]:
    yield from _from_meta(html, _IMAGES)
    if linked and linked.image:
        yield "json-ld image", linked.image


def _standfirst_claims(html: Html, linked: LinkedArticle | None) -> Iterator[tuple[str, str]]:
    if linked:
        yield "json-ld description", linked.description
    yield from _from_meta(html, _DESCRIPTIONS)


def _publisher_claims(html: Html, linked: LinkedArticle | None) -> Iterator[tuple[str, str]]:
    if linked:
        yield "json-ld publisher", linked.publisher
    yield "site name", site_name(html)


def _one_line(text: str) -> str:
    return " ".join(text.split())[:_MAX_STANDFIRST]


def _tags(html: Html, linked: LinkedArticle | None) -> tuple[tuple[str, ...], str]:
    """The tags of the first source that has any."""
    listed = [content for name, content in html.metas if name == "article:tag"]
    claims = [
        ("meta article:tag", listed),
        ("json-ld keywords", list(linked.keywords) if linked else []),
        *((where, [text]) for where, text in _from_meta(html, _KEYWORDS)),
    ]
    for where, texts in claims:
        parts = (title_line(part) for text in texts for part in _COMMA.split(text))
        if found := {part.casefold(): part for part in parts if 2 <= len(part) <= _MAX_TAG}:
            return tuple(found.values())[:_MAX_TAGS], where
    return (), ""


def _access(html: Html, linked: LinkedArticle | None) -> tuple[bool | None, str]:
    """Whether everybody may read the article; None if the page does not say."""
    if linked and linked.accessible_for_free is not None:
        return linked.accessible_for_free, "json-ld isAccessibleForFree"
    tier = html.meta.get("article:content_tier", "").lower()
    access = {"free": True, "locked": False, "metered": False}.get(tier)
    return access, "" if access is None else "meta article:content_tier"

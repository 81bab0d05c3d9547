"""Metadata: what a page says about its article, from JSON-LD and meta first, then what is seen."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from selectolax.lexbor import LexborNode

from tidings.extract.authors import authors_of
from tidings.extract.blocks import Blocks
from tidings.extract.title import squeezed, title_of
from tidings.read.dates import parse_date
from tidings.read.html import Html, site_name
from tidings.read.jsonld import LinkedArticle, LinkedData

Claims = Iterable[tuple[str, str]]  # (where it stands, what it says), best first
Dated = list[tuple[str, datetime | None]]

_PUBLISHED = (
    "article:published_time article:published og:published_time datepublished "
    "parsely-pub-date sailthru.date date.published publishdate publish-date publish_date pubdate "
    "dc.date.issued dcterms.issued dcterms.created dc.date.created dcterms.date dc.date "
    "article.published citation_publication_date cxenseparse:recs:publishtime "
    "cxenseparse:publishtime shareaholic:article_published_time datecreated date"
).split()
_MODIFIED = (
    "article:modified_time og:updated_time datemodified dcterms.modified dc.date.modified "
    "article.updated last-modified lastmod revised"
).split()
_SECTIONS = ("article:section", "parsely-section", "og:article:section", "category", "section")
_IMAGES = ("og:image", "og:image:url", "og:image:secure_url", "twitter:image", "twitter:image:src")
_DESCRIPTIONS = ("og:description", "description", "twitter:description", "dc.description")

_TIME_TAG = 'time, [itemprop="datePublished"]'
_DATE_HINT = (
    'abbr[title].published, [class*="publish" i], [class*="date" i], [class*="time" i], '
    '[id*="date" i]'
)
_URL_DATE = re.compile(
    r"[/\-_]((?:19|20)\d\d)(?:([/\-_])(\d\d?)\2(\d\d?)|(\d\d)(\d\d))(?=[/\-_.?]|$)"
)
_EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)
_MAX_TAGS = 30
_MAX_CANDIDATES = 25
_MAX_VISIBLE_DATE = 80
_MAX_PRINTED_LINE = 250  # a headline, a byline and a date may share it, with bars between
_BARS = re.compile(r"\s*[|·•]\s*")
_MAX_PRINTED = 150  # blocks; menus come first on many pages


@dataclass(frozen=True, slots=True)
class Metadata:
    """What is known of an article beside its text."""

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


def metadata_of(html: Html, found: Blocks, data: LinkedData) -> Metadata:
    """Return the page's metadata with the place that each value came from."""
    linked = main_article(data)
    title, title_from = title_of(html, found, linked)
    published, published_from = _published(html, found, linked)
    modified, modified_from = _date(list(_modified_claims(html, linked)))
    authors, authors_from = authors_of(html, found, linked, title)
    section, section_from = _first(_section_claims(html, linked))
    image, image_from = _first(_image_claims(html, linked), html.absolute)
    standfirst, standfirst_from = _first(_standfirst_claims(html, linked))
    signals = (
        ("title", title_from),
        ("published", published_from),
        ("modified", modified_from),
        ("authors", authors_from),
        ("section", section_from),
        ("image", image_from),
        ("standfirst", standfirst_from),
    )
    return Metadata(
        title=title,
        published=published,
        modified=modified,
        authors=authors,
        section=section[:80],
        tags=_tags(html, linked),
        image=image or None,
        publisher=squeezed((linked.publisher if linked else "") or site_name(html))[:100],
        standfirst=standfirst[:1_000],
        accessible_for_free=_access(html, linked),
        signals=tuple((field, where) for field, where in signals if where),
    )


def main_article(data: LinkedData) -> LinkedArticle | None:
    """Return the linked article that says most: dated ones first."""
    if not data.articles:
        return None
    return max(
        data.articles[:50], key=lambda item: (item.published is not None, bool(item.headline))
    )


def _first(claims: Claims, valid: Callable[[str], str | None] = squeezed) -> tuple[str, str]:
    for where, text in claims:
        if value := valid(text):
            return value, where
    return "", ""


def _from_meta(html: Html, names: Iterable[str]) -> Iterator[tuple[str, str]]:
    for name in names:
        if value := html.meta.get(name):
            yield f"meta {name}", value


def _date(claims: Dated) -> tuple[datetime | None, str]:
    """The first believable date, and every place that names the same day."""
    dated = [(where, moment) for where, moment in claims if moment and _believable(moment)]
    if not dated:
        return None, ""
    best = dated[0][1]
    agreeing = [where for where, moment in dated if abs(moment - best) <= timedelta(days=1)]
    return best, ", ".join(dict.fromkeys(agreeing))


def _believable(moment: datetime) -> bool:
    # A century-old article on the web is an archive's, but its page was made in our time; the
    # far end is for whoever knows when the page was first seen.
    return moment >= _EARLIEST


def _published(
    html: Html, found: Blocks, linked: LinkedArticle | None
) -> tuple[datetime | None, str]:
    """The date of publication; what costs more to find is asked only while too little is known."""
    claims: Dated = [("json-ld datePublished", linked.published)] if linked else []
    claims += [(where, parse_date(text)) for where, text in _from_meta(html, _PUBLISHED)]
    if sum(moment is not None for _, moment in claims) < 2:
        claims += _seen_claims(html)
    if not any(moment for _, moment in claims):
        claims += _visible_dates(html, _DATE_HINT)
    best = _date(claims)
    return best if best[0] else _date(list(_printed_dates(found)))


def _seen_claims(html: Html) -> Dated:
    """The dates of time tags and of the address; a tag of the same day is more exact."""
    tags = list(_visible_dates(html, _TIME_TAG))
    address = url_date(html.url)
    if address is None:
        return [*tags]
    near = [pair for pair in tags if abs(pair[1] - address) <= timedelta(days=2)]
    return [*near, ("address", address), *tags]


def _modified_claims(
    html: Html, linked: LinkedArticle | None
) -> Iterator[tuple[str, datetime | None]]:
    if linked:
        yield "json-ld dateModified", linked.modified
    for where, text in _from_meta(html, _MODIFIED):
        yield where, parse_date(text)


def url_date(url: str) -> datetime | None:
    """Return the day that an address names, as in /2024/03/04/, or None."""
    match = _URL_DATE.search(url)
    if match is None:
        return None
    month, day = match[3] or match[5], match[4] or match[6]
    return parse_date(f"{match[1]}-{month:0>2}-{day:0>2}")


def _visible_dates(html: Html, selector: str) -> Iterator[tuple[str, datetime]]:
    for node in html.tree.css(selector)[:_MAX_CANDIDATES]:
        attributes = node.attributes
        given = attributes.get("datetime") or attributes.get("content") or attributes.get("title")
        moment = parse_date(given) or parse_date(_short_text(node, _MAX_VISIBLE_DATE))
        if moment:
            yield ("time tag" if node.tag == "time" else "visible date"), moment


def _printed_dates(found: Blocks) -> Iterator[tuple[str, datetime | None]]:
    """Short lines near the top that are dates; only asked where nothing else is known."""
    for block in found.blocks[:_MAX_PRINTED]:
        if len(block.text) <= _MAX_PRINTED_LINE and any(map(str.isdigit, block.text)):
            for part in _BARS.split(block.text):
                if 8 <= len(part) <= _MAX_VISIBLE_DATE:
                    yield "printed date", parse_date(part)


def _short_text(node: LexborNode, limit: int) -> str:
    """The node's text if it is short; a wrapper around half the page is not read through."""
    text = node.text(separator=" ")
    return " ".join(text.split()) if len(text) <= limit * 4 else ""


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


def _tags(html: Html, linked: LinkedArticle | None) -> tuple[str, ...]:
    listed = [content for name, content in html.metas if name == "article:tag"]
    texts = listed or list(linked.keywords if linked else ())
    if not texts:
        texts = [html.meta.get("news_keywords") or html.meta.get("keywords") or ""]
    parts = (squeezed(part) for text in texts for part in text.split(","))
    found = {part.casefold(): part for part in parts if 2 <= len(part) <= 60}
    return tuple(found.values())[:_MAX_TAGS]


def _access(html: Html, linked: LinkedArticle | None) -> bool | None:
    """Whether all may read on; None when the page does not say."""
    if linked and linked.accessible_for_free is not None:
        return linked.accessible_for_free
    tier = html.meta.get("article:content_tier", "").lower()
    return {"free": True, "locked": False, "metered": False}.get(tier)

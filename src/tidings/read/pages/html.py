"""Web pages: one parse, and the links and metadata in the markup; `extract` finds the article."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property, lru_cache
from itertools import islice

from selectolax.lexbor import LexborDocumentOptions, LexborHTMLParser, LexborNode

from tidings.model.web.discovery import FeedLink, Link
from tidings.read.characters.charset import is_utf8, utf8_of
from tidings.read.characters.invisible_characters import visible_text
from tidings.read.characters.mojibake import without_mojibake
from tidings.read.pages import markup_bombs
from tidings.read.url import canonical, host_of, without_feed_scheme

_OPTIONS = LexborDocumentOptions.WO_EVENTS  # parses an eighth faster; events are not used
_MAX_LINKS = 5_000  # the largest index pages have 2 000; more are link farms
_MANY_ANCHORS = 1_000
_MAX_LINK_TEXT = 300
_MAX_BYTES = 5 * 1024 * 1024  # fetch's limit; other charsets grow when transcoded
_MAX_METAS = 3_000  # the largest real page has 1 000 …
_MAX_RELATIONS = 1_000  # … and 200 of these
_MAX_CONTENT = 20_000
_MAX_HREF = 4_000
_NOT_PAGES = ("#", "javascript:", "mailto:", "tel:", "data:", "about:", "whatsapp:", "sms:")
_UNVOUCHED = ("nofollow", "ugc", "sponsored")
FEED_TYPES = frozenset(
    {
        "application/rss+xml",
        "application/atom+xml",
        "application/rdf+xml",
        "application/feed+json",
        "application/json+feed",
        "application/x.atom+xml",
        "application/x-rss+xml",
        "text/rss+xml",
    }
)
# Feeds were announced as plain XML or JSON before they had their own types. So are exports and
# APIs; the names distinguish them.
_LOOSE_TYPES = frozenset({"text/xml", "application/xml", "application/json"})
_FEED_WORD = re.compile(r"rss|feed|atom(?![a-z])|rdf|syndication", re.IGNORECASE)
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?=$|[-_])")


class Html:
    """One parsed page. Read the links before changing the tree."""

    def __init__(self, tree: LexborHTMLParser, url: str) -> None:
        self.tree = tree
        self.url = url

    @cached_property
    def base(self) -> str:
        """The address that relative addresses are resolved against."""
        head = self.tree.head  # the parser moves every <base> there
        tags = (tag.attributes for tag in head.iter() if tag.tag == "base") if head else ()
        href = next((tag["href"] for tag in tags if "href" in tag), None)
        return (canonical(href, self.url) if href else None) or self.url

    @cached_property
    def meta(self) -> Mapping[str, str]:
        """<meta> by property, name, itemprop or http-equiv in lower case; the first one wins."""
        return dict(reversed(self.metas))

    @cached_property
    def metas(self) -> tuple[tuple[str, str], ...]:
        """Every <meta> with a content, in order, as (name in lower case, content)."""
        found: list[tuple[str, str]] = []
        for attributes in islice(self._attributes("meta", "content"), _MAX_METAS):
            content = visible_text((attributes.get("content") or "")[:_MAX_CONTENT])
            for key in ("property", "name", "itemprop", "http-equiv"):
                if content and (name := attributes.get(key)):
                    found.append((name.strip().lower(), content))
        return tuple(found)

    @cached_property
    def relations(self) -> tuple[tuple[frozenset[str], Mapping[str, str | None]], ...]:
        """The <link>s: their relations in lower case and their attributes."""
        return tuple(
            (frozenset((attributes.get("rel") or "").lower().split()), attributes)
            for attributes in islice(self._attributes("link", "rel", "href"), _MAX_RELATIONS)
        )

    @cached_property
    def anchors(self) -> tuple[tuple[LexborNode, Mapping[str, str | None]], ...]:
        """Every <a> and <area> with an address, in order, with its attributes."""
        both = self.tree.css("a, area") if self.tree.tags("area") else self.tree.tags("a")
        return tuple([(tag, found) for tag in both if "href" in (found := tag.attributes)])

    def _attributes(self, name: str, *needed: str) -> Iterator[Mapping[str, str | None]]:
        """Yield attributes of elements that have those needed; a selector takes twice as long."""
        every = (tag.attributes for tag in self.tree.tags(name))
        return (attributes for attributes in every if all(key in attributes for key in needed))

    def absolute(self, href: str | None) -> str | None:
        """Return the canonical address of a `href` on this page, or None."""
        return canonical(href, self.base) if href and len(href) <= _MAX_HREF else None


def parse_html(body: bytes | str, url: str, charset: str | None = None) -> Html:
    """Return the page parsed as by a browser with scripts: <noscript> is one text."""
    markup = without_mojibake(_utf8(body, charset, url)[:_MAX_BYTES])
    return Html(
        LexborHTMLParser(markup_bombs.defuse(markup), scripting=True, options=_OPTIONS), url
    )


def _utf8(body: bytes | str, label: str | None, url: str) -> bytes:
    if isinstance(body, str):
        return body.encode("utf-8", "replace")
    if not body.startswith(b"\xef\xbb\xbf") and is_utf8(body):
        return body  # most pages: nothing to transcode
    domain = host_of(url).partition(":")[0].rpartition(".")[2]
    return utf8_of(body, label, domain)


def links(html: Html) -> tuple[Link, ...]:
    """Return the page's links in order, each address once, with its first non-empty text."""
    found: dict[str, Link] = {}
    nested = _has_nested_anchors(html)
    for tag, attributes in html.anchors:
        href = (attributes.get("href") or "").strip()
        known = found.get(href)
        if (known and known.text) or not _may_be_page(href):
            continue
        text = link_text(tag, attributes, nested)
        rels = (attributes.get("rel") or "").lower()
        nofollow = "nofollow" in rels and (known is None or known.nofollow)
        unvouched = rels != "" and _is_unvouched(rels) and (known is None or known.unvouched)
        found[href] = Link(href, text, nofollow, "next" in rels or "prev" in rels, unvouched)
        if len(found) >= _MAX_LINKS:
            break
    return tuple(found.values())


def followable_hrefs(html: Html) -> tuple[tuple[str, ...], int]:
    """Return the addresses of all links without nofollow, and how many have nofollow.

    The same links as `links`, but faster: reading their texts is most of its work.
    """
    found_hrefs: dict[
        str, tuple[LexborNode, Mapping[str, str | None]] | None
    ] = {}  # None: followable
    nested = _has_nested_anchors(html)
    for anchor in html.anchors:
        attributes = anchor[1]
        href = (attributes.get("href") or "").strip()
        if href in found_hrefs:
            known = found_hrefs[href]
            if known is None or link_text(*known, nested):
                continue
        elif not _may_be_page(href):
            continue
        found_hrefs[href] = anchor if "nofollow" in (attributes.get("rel") or "").lower() else None
        if len(found_hrefs) >= _MAX_LINKS:
            break
    followable = tuple([href for href, anchor in found_hrefs.items() if anchor is None])
    return followable, len(found_hrefs) - len(followable)


def _has_nested_anchors(html: Html) -> bool:
    """Return whether many anchors are nested, which only foreign content allows.

    Their texts would be read again for each level, so they are not read at all."""
    return len(html.anchors) > _MANY_ANCHORS and html.tree.css_first("a a") is not None


def _is_unvouched(rels: str) -> bool:
    return any(word in rels for word in _UNVOUCHED)


@lru_cache(maxsize=16_384)  # menus repeat on every page of a site
def _may_be_page(href: str) -> bool:
    return bool(href) and len(href) <= _MAX_HREF and not href.lower().startswith(_NOT_PAGES)


def link_text(tag: LexborNode, attributes: Mapping[str, str | None], nested: bool = False) -> str:
    """Return the text of a link, or what its image or its attributes say instead."""
    text = "" if nested else visible_text(tag.text(separator=" "))
    if not text:
        image = None if nested else tag.css_first("img[alt]")
        alt = image.attributes.get("alt") if image else None
        named = attributes.get("aria-label") or attributes.get("title") or attributes.get("alt")
        text = visible_text(alt or named or "")
    return text[:_MAX_LINK_TEXT]


def feed_links(html: Html) -> tuple[FeedLink, ...]:
    """Return the feeds that the page announces, addresses as written."""
    found: dict[str, FeedLink] = {}
    for rels, attributes in html.relations:
        kind = (attributes.get("type") or "").partition(";")[0].strip().lower()
        href = without_feed_scheme((attributes.get("href") or "").strip())
        title = (attributes.get("title") or "").strip()
        if href and ("feed" in rels or ("alternate" in rels and _is_feed_type(kind, href, title))):
            found.setdefault(href, FeedLink(href, title))
    return tuple(found.values())


def _is_feed_type(kind: str, href: str, title: str) -> bool:
    if kind not in _LOOSE_TYPES:
        return kind in FEED_TYPES
    return any(_FEED_WORD.search(text[:_MAX_LINK_TEXT]) for text in (href, title))


def sitemap_links(html: Html) -> tuple[str, ...]:
    """Return the sitemaps that the page announces, addresses as written."""
    return tuple(_hrefs(html, "sitemap"))


def canonical_link(html: Html) -> str | None:
    """Return the absolute, canonical address that the page gives as its own, or None."""
    return next((url for href in _hrefs(html, "canonical") if (url := html.absolute(href))), None)


def _hrefs(html: Html, rel: str) -> Iterator[str]:
    for rels, attributes in html.relations:
        if rel in rels and (href := (attributes.get("href") or "").strip()):
            yield href


def meta(html: Html) -> Mapping[str, str]:
    """Return lower-case property or name -> the first content given for it."""
    return html.meta


def html_language(html: Html) -> str | None:
    """Return the language that the markup claims (two or three letters), or None."""
    root = html.tree.css_first("html")
    claims = (
        root.attributes.get("lang") or root.attributes.get("xml:lang") if root else None,
        html.meta.get("content-language"),
        html.meta.get("og:locale"),
    )
    matches = (_LANGUAGE.match(claim.strip()) for claim in claims if claim)
    return next((match[0].lower() for match in matches if match), None)


def site_name(html: Html) -> str:
    """Return what the site calls itself, or an empty string."""
    for name in ("og:site_name", "application-name", "apple-mobile-web-app-title"):
        if value := " ".join(html.meta.get(name, "").split()):
            return value[:100]
    return ""

"""Feeds of every format from their bytes; finding new articles in them is not done here."""

import re
from typing import Final

from lxml import etree

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.discovery import Feed, FeedFormat
from tidings.model.web.reason import Reason
from tidings.read.feeds.atom import read_atom
from tidings.read.feeds.gunzip import gunzipped
from tidings.read.feeds.jsonfeed import read_json_feed
from tidings.read.feeds.rss import read_rss
from tidings.read.feeds.xml import content_start, parse_xml, root_pattern
from tidings.read.feeds.xml_elements import name_of, normalise_case

_ROOT = root_pattern("rss", "feed", "RDF", "channel")
_PROLOG_BYTES: Final = 64 * 1024  # a licence may precede the root in a comment
_MAX_INFLATED_BYTES: Final = 50 * 1024 * 1024
_SNIFFED_BYTES: Final = 4 * 1024
_XML_FEED = root_pattern("rss", "feed", "RDF")
_PAGE = re.compile(rb"<(?:html|head|body)\b", re.IGNORECASE)
_PAGE_TYPE = re.compile(rb"<!doctype\s+html\b[^<>]{0,500}>", re.IGNORECASE)
_SITEMAP = root_pattern("urlset", "sitemapindex")
_JSON_FEED: Final = b"//jsonfeed.org/version/"


def looks_like_feed(body: bytes) -> bool:
    """Return whether the first bytes are those of a feed, whatever its content type."""
    head = _head(gunzipped(body, _PROLOG_BYTES))
    if head.startswith(b"{"):
        return _JSON_FEED in body[:_PROLOG_BYTES].replace(b"\0", b"").replace(b"\\/", b"/")
    return _has_root(head, _XML_FEED)


def looks_like_sitemap(body: bytes) -> bool:
    """Return whether the first bytes are those of an XML sitemap, compressed or not."""
    return _has_root(_head(gunzipped(body[:_SNIFFED_BYTES], _SNIFFED_BYTES)), _SITEMAP)


def looks_like_page(body: bytes) -> bool:
    """Return whether the first bytes are those of an HTML page."""
    head = _head(body)
    return _PAGE_TYPE.match(head) is not None or _PAGE.search(head) is not None


def _has_root(head: bytes, root: re.Pattern[bytes]) -> bool:
    """Return whether this root comes before anything of a page."""
    if page_type := _PAGE_TYPE.match(head):
        # Some frameworks print it before everything; a page that speaks of feeds goes on otherwise.
        rest = head[page_type.end() :]
        return root.match(rest, content_start(rest)) is not None
    found = root.search(head)
    return found is not None and _PAGE.search(head, 0, found.start()) is None


def _head(body: bytes) -> bytes:
    # Without its zero bytes, UTF-16 looks like ASCII.
    head = body[:_PROLOG_BYTES].replace(b"\0", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n")
    start = content_start(head)
    return head[start : start + _SNIFFED_BYTES]


def read_feed(body: bytes, content_type: str = "") -> Feed | UnreadablePage:
    """Return the feed in `body`, or why there is none. Addresses stay as written."""
    body = gunzipped(body, _MAX_INFLATED_BYTES)
    head = _head(body)
    if not head:
        return UnreadablePage(Reason.BAD_FEED, "the body is empty")
    if head.startswith(b"{"):
        return read_json_feed(body)
    if (_PAGE_TYPE.match(head) or _PAGE.search(head)) and not _has_root(head, _XML_FEED):
        return UnreadablePage(Reason.BAD_FEED, "it is an HTML page")
    root = parse_xml(body, _ROOT, content_type)
    if root is None:
        return UnreadablePage(Reason.BAD_FEED, "it has no rss, RDF or feed element")
    return _read_root(root)


def _read_root(root: etree._Element) -> Feed:
    if not _has(root, "{*}item", "{*}entry"):
        normalise_case(root)  # some generators write names in capitals
    kind = name_of(root.tag).rpartition(":")[2]
    usual, other = ("{*}entry", "{*}item") if kind == "feed" else ("{*}item", "{*}entry")
    # What it lists counts more than the root, which some write wrongly.
    listed = other if not _has(root, usual) and _has(root, other) else usual
    if listed == "{*}entry":
        return read_atom(root)
    return read_rss(root, FeedFormat.RDF if kind == "rdf" else FeedFormat.RSS)


def _has(root: etree._Element, *tags: str) -> bool:
    return next(root.iter(*tags), None) is not None

"""Sitemaps, sitemap indexes and Google's news extension; does not choose what to fetch."""

from codecs import BOM_UTF8
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from io import BytesIO
from itertools import islice
from typing import Final

from lxml import etree

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.discovery import Feed, Sitemap, SitemapChild, SitemapEntry
from tidings.model.web.reason import Reason
from tidings.read.characters.one_line_text import unescaped_line
from tidings.read.dates.date_parser import parse_date
from tidings.read.feeds.feed_fields import MAX_TITLE, href_from, language_from
from tidings.read.feeds.feed_formats import looks_like_feed, read_feed
from tidings.read.feeds.gunzip import gunzipped
from tidings.read.feeds.xml import (
    in_utf8,
    is_unbalanced,
    rebalanced_xml,
    repaired_xml,
    root_pattern,
)
from tidings.read.feeds.xml_elements import text_of

MAX_BYTES: Final = 50 * 1024 * 1024  # the protocol's limits: 50 MB uncompressed …
MAX_ENTRIES: Final = 50_000  # … and 50,000 addresses
_ROOT = root_pattern("urlset", "sitemapindex")
_NO_LISTS: Final = ("loc", "video")  # some write <loc><url>, and films have a <url>
_WEB: Final = (b"http://", b"https://")


def read_sitemap(body: bytes) -> Sitemap | UnreadablePage:
    """Return the sitemap in `body`, or why there is none. Addresses stay as written."""
    body = gunzipped(body, MAX_BYTES)[:MAX_BYTES]
    document = repaired_xml(body, _ROOT)
    if document is not None:
        return _from_xml(document)
    if looks_like_feed(body):
        return _from_feed(read_feed(body))
    return _from_lines(in_utf8(body))


def _from_xml(document: bytes) -> Sitemap:
    events = _events(document)
    found = _listed(events)
    if len(found.entries) < MAX_ENTRIES and is_unbalanced(events.error_log):
        found = _listed(_events(rebalanced_xml(document)))
    return found


def _listed(events: "etree.iterparse[tuple[str, etree._Element]]") -> Sitemap:
    entries: list[SitemapEntry] = []
    children: list[SitemapChild] = []
    is_news = False
    for element in islice(_elements(events), MAX_ENTRIES):
        fields = _by_local_name(element)
        lastmod = parse_date(_text(fields, "lastmod"))
        news = fields.get("news", element if "publication_date" in fields else None)
        for href in _addresses(element, fields):
            if _local(element.tag) == "sitemap":
                children.append(SitemapChild(href, lastmod))
            elif news is not None:
                is_news = True
                entries.append(_news_entry(href, lastmod, news))
            else:
                entries.append(SitemapEntry(href, lastmod))
    return Sitemap(tuple(entries[:MAX_ENTRIES]), tuple(children), is_news)


def _addresses(element: etree._Element, fields: dict[str, etree._Element]) -> list[str]:
    """Return the addresses of an entry: one as a rule, several in one <loc> each, or bare text."""
    loc = fields.get("loc")
    if loc is None or len(element) == len(fields):  # no field is there twice
        href = href_from(element.text or "" if loc is None else text_of(loc))
        return [href] if href else []
    hrefs = (href_from(text_of(each)) for each in element.iterchildren(loc.tag))
    return list(dict.fromkeys(filter(None, hrefs)))


def _events(document: bytes) -> "etree.iterparse[tuple[str, etree._Element]]":
    # With names in capitals, as some write them; a pattern for all elements would be slow.
    return etree.iterparse(
        BytesIO(document),
        events=("end",),
        tag=("{*}url", "{*}sitemap", "{*}Url", "{*}URL", "{*}Sitemap", "{*}SITEMAP"),
        encoding="utf-8",
        recover=True,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )


def _elements(events: "etree.iterparse[tuple[str, etree._Element]]") -> Iterator[etree._Element]:
    """Yield each <url> and <sitemap>, then free it: the tree of a 50 MB file takes 500 MB."""
    try:
        for _, element in events:
            parent = element.getparent()
            if parent is None or _local(parent.tag) not in _NO_LISTS:
                yield element
                _free(element)
    except etree.XMLSyntaxError:  # unrecoverable; the entries before it are kept
        return


def _free(element: etree._Element) -> None:
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


@lru_cache(maxsize=256)
def _local(tag: str) -> str:
    # Prefixes and namespaces are often wrong in sitemaps, so only the names count.
    return tag.rpartition("}")[2].rpartition(":")[2].lower()


def _by_local_name(element: etree._Element) -> dict[str, etree._Element]:
    fields: dict[str, etree._Element] = {}
    namespace = element.tag.rpartition("}")[0]
    for child in element:
        if isinstance(child.tag, str):
            name = _local(child.tag)
            if name not in fields or _is_better(child.tag, fields[name].tag, namespace):
                fields[name] = child
    return fields


def _is_better(tag: str, other: str, namespace: str) -> bool:
    # An <image:loc> next to the page's own <loc> is not the page.
    return other.rpartition("}")[0] != namespace == tag.rpartition("}")[0]


def _text(fields: dict[str, etree._Element], name: str) -> str:
    element = fields.get(name)
    return "" if element is None else text_of(element)


def _news_entry(href: str, lastmod: datetime | None, news: etree._Element) -> SitemapEntry:
    fields = _by_local_name(news)
    paper = _by_local_name(fields["publication"]) if "publication" in fields else {}
    return SitemapEntry(
        href=href,
        lastmod=lastmod,
        published=parse_date(_text(fields, "publication_date")),
        title=unescaped_line(_text(fields, "title"), MAX_TITLE),
        language=language_from(_text(paper, "language")),
        publication=unescaped_line(_text(paper, "name"), MAX_TITLE),
    )


def _from_feed(feed: Feed | UnreadablePage) -> Sitemap | UnreadablePage:
    if isinstance(feed, UnreadablePage):
        return UnreadablePage(Reason.BAD_SITEMAP, feed.detail)
    entries = (
        SitemapEntry(item.href, item.updated, item.published, item.title) for item in feed.items
    )
    return Sitemap(tuple(entries), (), is_news=False)


def _from_lines(body: bytes) -> Sitemap | UnreadablePage:
    body = body.removeprefix(BOM_UTF8)
    written = body.replace(b"\r", b"\n").split(b"\n", 2 * MAX_ENTRIES)[: 2 * MAX_ENTRIES]
    lines = [words for line in written if (words := line.split(None, 1))]
    if not lines:
        return UnreadablePage(Reason.BAD_SITEMAP, "the body is empty")
    hrefs = [words[0] for words in lines if words[0].lower().startswith(_WEB)]
    if 2 * len(hrefs) < len(lines):
        return UnreadablePage(Reason.BAD_SITEMAP, "it is neither XML nor a list of addresses")
    addresses = (href_from(href.decode("utf-8", "replace")) for href in hrefs[:MAX_ENTRIES])
    return Sitemap(tuple(SitemapEntry(href) for href in addresses if href), (), is_news=False)

"""The links of a page, feed or sitemap with the words about them, for agents; in the workers.

Links that ask not to be followed, media files and what looks like a trap are left out, as a crawl
does.
"""

from collections.abc import Iterable, Iterator

from selectolax.lexbor import LexborNode

from tidings.crawl.agents.seen_links import FoundLink
from tidings.crawl.links.admission import refusal
from tidings.model.web.discovery import Feed, Sitemap
from tidings.model.web.page import UrlRole
from tidings.read.feeds.feed_formats import read_feed
from tidings.read.feeds.sitemaps import read_sitemap
from tidings.read.pages.html import Html, link_text
from tidings.read.url import canonical, domain_of
from tidings.settings.tree import CrawlSettings

_AROUND = 12  # words before a link, and after it
_MAX_LINKS = 600  # of a page; a front page has two hundred
_MAX_WORDS = 20_000  # of a page
_SILENT = frozenset({"script", "style", "noscript", "template", "head", "textarea", "select"})


def links_of_page(html: Html, settings: CrawlSettings) -> tuple[FoundLink, ...]:
    """Return the links of a page with their texts and the words around them."""
    words, starts = _words_and_anchors(html)
    found = []
    for node, start in starts:
        attributes = node.attributes
        url = html.absolute((attributes.get("href") or "").strip())
        if url is None or "nofollow" in (attributes.get("rel") or "").lower():
            continue
        if not _may_follow(url, settings):
            continue
        text = link_text(node, attributes)
        end = start + len(text.split())
        around = (*words[max(0, start - _AROUND) : start], *words[end : end + _AROUND])
        found.append(FoundLink(url, text, " ".join(around)))
    return tuple(found)


def _words_and_anchors(html: Html) -> tuple[list[str], list[tuple[LexborNode, int]]]:
    """Return the words of a page, and its anchors with the place of their first word."""
    words: list[str] = []
    anchors: list[tuple[LexborNode, int]] = []
    body = html.tree.body
    for node in body.traverse(include_text=True) if body else ():
        if node.tag == "-text":
            parent = node.parent
            if parent is not None and parent.tag not in _SILENT:
                words += (node.text_content or "").split()
        elif node.tag == "a" and "href" in node.attributes:
            anchors.append((node, len(words)))
        if len(words) > _MAX_WORDS or len(anchors) > _MAX_LINKS:
            break
    return words, anchors


def links_of_list(
    body: bytes, content_type: str, base: str, role: UrlRole, settings: CrawlSettings
) -> tuple[tuple[FoundLink, ...], str]:
    """Return what a feed or sitemap lists, with headlines and dates, and its title."""
    if role is UrlRole.FEED:
        feed = read_feed(body, content_type)
        if isinstance(feed, Feed):
            return tuple(_allowed(_of_feed(feed, base), settings)), feed.title
    if role is UrlRole.SITEMAP:
        sitemap = read_sitemap(body)
        if isinstance(sitemap, Sitemap):
            return tuple(_allowed(_of_sitemap(sitemap, base), settings)), ""
    return (), ""


def _of_feed(feed: Feed, base: str) -> Iterator[FoundLink]:
    for item in feed.items:
        if url := canonical(item.href, base):
            date = item.published or item.updated
            yield FoundLink(url, item.title, item.summary, published=date)


def _of_sitemap(sitemap: Sitemap, base: str) -> Iterator[FoundLink]:
    for child in sitemap.children:
        if url := canonical(child.href, base):
            yield FoundLink(url, role=UrlRole.SITEMAP, published=child.lastmod)
    for entry in sitemap.entries:
        if url := canonical(entry.href, base):
            yield FoundLink(url, entry.title, published=entry.published or entry.lastmod)


def _allowed(links: Iterable[FoundLink], settings: CrawlSettings) -> Iterator[FoundLink]:
    return (link for link in links if _may_follow(link.url, settings))


def _may_follow(url: str, settings: CrawlSettings) -> bool:
    return refusal(url, domain_of(url), settings) is None

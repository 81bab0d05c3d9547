"""The feeds and sitemaps that a page announces or links to; addresses as written."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from tidings.model.web.discovery import FeedLink
from tidings.read.pages.html import FEED_TYPES, Html, feed_links, sitemap_links

_MAX = 100  # a page that lists all feeds of a paper has 60
_MAX_HREF = 2_000
# Names that only feeds or sitemaps have. "/rss" and "/feeds" are often pages about feeds: those
# are followed as pages, and read as feeds if they are feeds.
_FEED_NAME = re.compile(
    r"\.(?:rss|atom|rdf)$|(?:^|[/._-])(?:feeds?|rss2?|atom)(?:[._-]\w{1,20})?\.(?:xml|json|rdf|php)$"
    r"|(?:^|/)(?:feed|rss|atom)/?$",
    re.IGNORECASE,
)
_FEED_QUERY = re.compile(r"(?:^|&)(?:feed|format|type|output)=(?:rss2?|atom|rdf)(?:&|$)", re.I)
_SITEMAP_NAME = re.compile(r"sitemap[^/]{0,80}\.xml(?:\.gz)?$|(?:^|/)sitemap\.txt$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageAnnouncements:
    """The feeds and sitemaps that a page names."""

    feeds: tuple[FeedLink, ...]  # announced in the head
    sitemaps: tuple[str, ...] = ()  # announced or linked
    linked: tuple[FeedLink, ...] = ()  # anchors that lead to feeds by name or type


def page_announcements(html: Html) -> PageAnnouncements:
    """Return the feeds and sitemaps that a page names."""
    linked: dict[str, FeedLink] = {}
    sitemaps = dict.fromkeys(sitemap_links(html))
    for href, text, kind in _anchors(html):
        path, _, query = href.partition("#")[0].partition("?")
        if _SITEMAP_NAME.search(path):
            sitemaps[href] = None
        elif kind in FEED_TYPES or _FEED_NAME.search(path) or _FEED_QUERY.search(query):
            linked.setdefault(href, FeedLink(href, text))
    return PageAnnouncements(
        feed_links(html)[:_MAX], tuple(sitemaps)[:_MAX], tuple(linked.values())[:_MAX]
    )


def _anchors(html: Html) -> Iterator[tuple[str, str, str]]:
    named = [anchor for anchor in html.anchors if _may_be_list(anchor[1]["href"] or "")]
    candidates = (anchor for anchor in named if anchor[0].tag == "a")
    for tag, attributes in islice(candidates, _MAX * 2):
        href = (attributes.get("href") or "").strip()
        nofollow = "nofollow" in (attributes.get("rel") or "").lower()
        if 0 < len(href) <= _MAX_HREF and not nofollow:
            text = " ".join(tag.text(separator=" ").split())[:200]
            yield href, text, (attributes.get("type") or "").strip().lower()


@lru_cache(maxsize=16_384)  # menus repeat on every page of a site
def _may_be_list(href: str) -> bool:
    """Reject most anchors, at a tenth of the cost of a regular expression."""
    href = href.lower()
    return "feed" in href or "rss" in href or "atom" in href or "rdf" in href or "sitemap" in href

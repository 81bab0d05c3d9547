"""The feeds and sitemaps that a page announces or plainly links to; addresses as written."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from tidings.model.web.discovery import FeedLink
from tidings.read.pages.html import FEED_TYPES, Html, feed_links, sitemap_links

_MAX = 100  # a page of all of a paper's feeds has 60
_MAX_HREF = 2_000
# Names that nothing but a feed or a sitemap has. "/rss" and "/feeds" are often pages about feeds:
# those are followed as pages, and read as feeds if that is what they are.
_FEED_NAME = re.compile(
    r"\.(?:rss|atom|rdf)$|(?:^|[/._-])(?:feeds?|rss2?|atom)(?:[._-]\w{1,20})?\.(?:xml|json|rdf|php)$"
    r"|(?:^|/)(?:feed|rss|atom)/?$",
    re.IGNORECASE,
)
_FEED_QUERY = re.compile(r"(?:^|&)(?:feed|format|type|output)=(?:rss2?|atom|rdf)(?:&|$)", re.I)
_SITEMAP_NAME = re.compile(r"sitemap[^/]{0,80}\.xml(?:\.gz)?$|(?:^|/)sitemap\.txt$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PageAnnouncements:
    """What a page says about its site's lists."""

    feeds: tuple[FeedLink, ...]  # announced in its head
    sitemaps: tuple[str, ...] = ()  # announced, or linked to
    linked: tuple[FeedLink, ...] = ()  # anchors that plainly lead to feeds


def page_announcements(html: Html) -> PageAnnouncements:
    """Return the lists that a page makes known."""
    linked: dict[str, FeedLink] = {}
    sitemaps = dict.fromkeys(sitemap_links(html))
    for href, words, kind in _anchors(html):
        path, _, query = href.partition("#")[0].partition("?")
        if _SITEMAP_NAME.search(path):
            sitemaps[href] = None
        elif kind in FEED_TYPES or _FEED_NAME.search(path) or _FEED_QUERY.search(query):
            linked.setdefault(href, FeedLink(href, words))
    return PageAnnouncements(
        feed_links(html)[:_MAX], tuple(sitemaps)[:_MAX], tuple(linked.values())[:_MAX]
    )


def _anchors(html: Html) -> Iterator[tuple[str, str, str]]:
    named = [anchor for anchor in html.anchors if _is_named(anchor[1]["href"] or "")]
    candidates = (anchor for anchor in named if anchor[0].tag == "a")
    for tag, attributes in islice(candidates, _MAX * 2):
        href = (attributes.get("href") or "").strip()
        nofollow = "nofollow" in (attributes.get("rel") or "").lower()
        if 0 < len(href) <= _MAX_HREF and not nofollow:
            words = " ".join(tag.text(separator=" ").split())[:200]
            yield href, words, (attributes.get("type") or "").strip().lower()


@lru_cache(maxsize=16_384)  # menus stand on every page of a site
def _is_named(href: str) -> bool:
    """Dismiss most anchors, at a tenth of what a regular expression takes."""
    href = href.lower()
    return "feed" in href or "rss" in href or "atom" in href or "rdf" in href or "sitemap" in href

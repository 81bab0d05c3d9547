"""What a feed or sitemap lists: whose articles, under which addresses, and in a few bytes."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from itertools import islice
from urllib.parse import parse_qsl

from tidings.model.crawl.list_history import Listing
from tidings.model.web.discovery import Feed, FeedItem, Sitemap
from tidings.read.url import canonical, domain_of, path_of, url_id

KEY_BYTES = 4  # a hash of 32 bits: among 64 entries one in two million pairs is mistaken
_MAX_KEYS = 64
_WEB = ("http://", "https://")


def feed_domain(feed: Feed, base: str, domain: str) -> str:
    """Return whose articles a feed lists that was added by hand and may live elsewhere.

    It is the domain that the feed calls its home; when no item lies there, that of most items.
    """
    home = canonical(feed.home, base) if feed.home else None
    owner = domain_of(home) if home else domain
    links = (canonical(item.href, base) for item in feed.items)
    guids = (canonical(item.guid) for item in feed.items)
    domains = Counter(domain_of(url) for url in (*links, *guids) if url)
    if not domains or owner in domains:
        return owner
    most, count = domains.most_common(1)[0]
    return most if count * 2 > domains.total() else owner


def item_address(item: FeedItem, base: str, domain: str) -> str:
    """Return the address of an item on its own site, when its link takes a way around.

    Redirectors that count clicks stand in the link; the identifier, or a parameter of the link,
    still tells the page. The link stays when neither lies on the site.
    """
    link = canonical(item.href, base)
    if link is None or domain_of(link) == domain:
        return item.href
    query = path_of(link).partition("?")[2]
    told = (item.guid, *(value for _, value in parse_qsl(query[:4_000])[:20]))
    for text in told:
        url = canonical(text) if text.lower().startswith(_WEB) else None
        if url and domain_of(url) == domain and path_of(url) != "/":
            return url
    return item.href


def item_addresses(feed: Feed, base: str, domain: str) -> dict[str, datetime | None]:
    """Return the addresses of a feed's items with their dates."""
    return {item_address(item, base, domain): item.published or item.updated for item in feed.items}


def item_categories(feed: Feed, base: str, domain: str) -> dict[str, tuple[str, ...]]:
    """Return what a feed files its items under, by their canonical addresses."""
    filed = {item_address(item, base, domain): item.categories for item in feed.items}
    return {canonical(href, base) or href: names for href, names in filed.items() if names}


def listing_of(dates: dict[str, datetime | None], base: str) -> Listing:
    """Return in a few bytes what a feed lists, the same for http and https, RSS and Atom."""
    moments = [moment for moment in dates.values() if moment is not None]
    urls = (canonical(href, base) for href in dates)
    items = b"".join(_key(url) for url in islice((url for url in urls if url), _MAX_KEYS))
    return Listing(items, len(dates), len(moments), max(moments, default=None))


def listing_of_sitemap(sitemap: Sitemap) -> Listing:
    """Return the size and the dates of a sitemap; its entries are too many to compare."""
    moments = _moments(sitemap)
    size = len(sitemap.entries) + len(sitemap.children)
    return Listing(b"", size, len(moments), max(moments, default=None))


def lastmods(sitemap: Sitemap) -> dict[str, datetime | None]:
    """Return the sitemaps of an index, the latest changed first: if not all fit, those do."""
    told = {child.href: child.lastmod for child in sitemap.children}
    return dict(sorted(told.items(), key=lambda each: -each[1].timestamp() if each[1] else 0.0))


def _moments(sitemap: Sitemap) -> list[datetime]:
    entries: Iterable[datetime | None] = (
        entry.published or entry.lastmod for entry in sitemap.entries
    )
    children = (child.lastmod for child in sitemap.children)
    return [moment for moment in (*entries, *children) if moment is not None]


def _key(url: str) -> bytes:
    bare = url.partition("://")[2].removeprefix("www.").rstrip("/")
    return (url_id(bare) & 0xFFFF_FFFF).to_bytes(KEY_BYTES, "big")

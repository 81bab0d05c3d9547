"""What a feed or sitemap lists: the articles' site, their addresses, and a compact summary."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import islice, pairwise
from urllib.parse import parse_qsl

from tidings.model.crawl.list_history import Listing
from tidings.model.web.discovery import Feed, FeedItem, Sitemap
from tidings.read.url import canonical, domain_of, path_of, url_id

KEY_BYTES = 4  # a 32-bit hash: with 64 entries, one pair of lists in two million collides
_MAX_KEYS = 64
_WEB = ("http://", "https://")
_MIN_DATED = 5  # items: of fewer, none is usual
_FIRST_VERSION = timedelta(minutes=1)  # an "updated" so soon is the publication itself
_MIN_GAP = timedelta(days=365)  # a year's pause alone makes no date odd


def feed_domain(feed: Feed, base: str, domain: str) -> str:
    """Return the domain of the articles in a feed added by hand, which may be hosted elsewhere.

    It is the domain of the feed's home page; if no item is there, the domain of most items.
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
    """Return the address of an item on its own site, even if its link goes through a redirector.

    The link of a click counter carries the real address in a parameter, or the item's identifier
    is the address. If neither is on the site, the link stays.
    """
    link = canonical(item.href, base)
    if link is None or domain_of(link) == domain:
        return item.href
    query = path_of(link).partition("?")[2]
    candidates = (item.guid, *(value for _, value in parse_qsl(query[:4_000])[:20]))
    for text in candidates:
        url = canonical(text) if text.lower().startswith(_WEB) else None
        if url and domain_of(url) == domain and path_of(url) != "/":
            return url
    return item.href


def item_addresses(feed: Feed, base: str, domain: str) -> dict[str, datetime | None]:
    """Return the addresses of a feed's items with their dates."""
    return {item_address(item, base, domain): item.published or item.updated for item in feed.items}


def item_changes(feed: Feed, base: str, domain: str) -> dict[str, datetime | None]:
    """Return when the items of a feed were changed after they were published, by address."""
    changed = ((item, change_after(item.published, item.updated)) for item in feed.items)
    return {item_address(item, base, domain): moment for item, moment in changed if moment}


def entry_changes(sitemap: Sitemap) -> dict[str, datetime | None]:
    """Return when the pages of a sitemap were changed after they were published."""
    return {entry.href: change_after(entry.published, entry.lastmod) for entry in sitemap.entries}


def change_after(published: datetime | None, changed: datetime | None) -> datetime | None:
    """Return the moment of a change; None if it is the publication."""
    if changed is None or (published is not None and changed - published < _FIRST_VERSION):
        return None
    return changed


def without_odd_dates(dates: Mapping[str, datetime | None]) -> dict[str, datetime | None]:
    """Return the addresses without the dates that are far from all others on the list.

    Such a date needs a second witness: the page must give it, too.
    """
    known = sorted(moment for moment in dates.values() if moment is not None)
    if len(known) < _MIN_DATED:
        return dict(dates)
    quarter = len(known) // 4
    usual = max(_MIN_GAP, 3 * (known[-1 - quarter] - known[quarter]))
    first = next((at for at, gap in enumerate(_gaps(known)) if gap <= usual), 0)
    last = next((at for at, gap in enumerate(reversed(_gaps(known))) if gap <= usual), 0)
    earliest, latest = known[first], known[-1 - last]
    return {
        href: moment if moment and earliest <= moment <= latest else None
        for href, moment in dates.items()
    }


def _gaps(moments: Sequence[datetime]) -> list[timedelta]:
    return [later - earlier for earlier, later in pairwise(moments)]


def item_categories(feed: Feed, base: str, domain: str) -> dict[str, tuple[str, ...]]:
    """Return the categories of a feed's items, by their canonical addresses."""
    categories = {item_address(item, base, domain): item.categories for item in feed.items}
    return {canonical(href, base) or href: names for href, names in categories.items() if names}


def listing_of(dates: dict[str, datetime | None], base: str) -> Listing:
    """Summarise what a feed lists in a few bytes, the same for http and https, RSS and Atom."""
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
    """Return the sitemaps of an index, latest change first: if not all fit, those are kept."""
    lastmod_of = {child.href: child.lastmod for child in sitemap.children}
    return dict(
        sorted(lastmod_of.items(), key=lambda each: -each[1].timestamp() if each[1] else 0.0)
    )


def _moments(sitemap: Sitemap) -> list[datetime]:
    entries: Iterable[datetime | None] = (
        entry.published or entry.lastmod for entry in sitemap.entries
    )
    children = (child.lastmod for child in sitemap.children)
    return [moment for moment in (*entries, *children) if moment is not None]


def _key(url: str) -> bytes:
    bare = url.partition("://")[2].removeprefix("www.").rstrip("/")
    return (url_id(bare) & 0xFFFF_FFFF).to_bytes(KEY_BYTES, "big")

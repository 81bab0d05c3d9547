"""Where a site that announces nothing may keep its feeds and sitemaps."""

from tidings.crawl.admission import LIVE, Ground, found_url
from tidings.model.page import Role
from tidings.model.visit import Found
from tidings.read.url import canonical

# The defaults of the content management systems that most news sites run on, commonest first.
_GUESSES = (
    ("/sitemap.xml", Role.SITEMAP),
    ("/news-sitemap.xml", Role.SITEMAP),
    ("/sitemap_index.xml", Role.SITEMAP),
    ("/feed", Role.FEED),
    ("/rss", Role.FEED),
    ("/rss.xml", Role.FEED),
    ("/atom.xml", Role.FEED),
    ("/feed.json", Role.FEED),
)


def announced(sitemaps: tuple[str, ...], ground: Ground) -> tuple[Found, ...]:
    """Return the sitemaps that robots.txt names, ready for the frontier."""
    urls = (canonical(sitemap, ground.parent) for sitemap in sitemaps)
    return tuple(found_url(url, ground, Role.SITEMAP, LIVE) for url in urls if url)


def guesses(ground: Ground) -> tuple[Found, ...]:
    """Return the usual addresses, to be tried once each when nothing is announced."""
    urls = ((canonical(path, ground.parent), role) for path, role in _GUESSES)
    return tuple(found_url(url, ground, role, LIVE) for url, role in urls if url)

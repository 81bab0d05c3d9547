"""Where a site's feeds and sitemaps may be when no page announces them; and the feeds' hubs."""

from urllib.parse import urljoin

from tidings.crawl.links.admission import LIVE, LinkContext, found_url
from tidings.model.crawl.subscription import HubLink
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.discovery import Feed
from tidings.model.web.exchange import Response
from tidings.model.web.page import UrlRole
from tidings.read.link_header import link_targets
from tidings.read.url import canonical, path_of

# The defaults of the content management systems that most news sites use, most common first.
_GUESSES = (
    ("/sitemap.xml", UrlRole.SITEMAP),
    ("/news-sitemap.xml", UrlRole.SITEMAP),
    ("/sitemap_index.xml", UrlRole.SITEMAP),
    ("/feed", UrlRole.FEED),
    ("/rss", UrlRole.FEED),
    ("/rss.xml", UrlRole.FEED),
    ("/atom.xml", UrlRole.FEED),
    ("/feed.json", UrlRole.FEED),
)
_GUESSED_PATHS = frozenset(path for path, _ in _GUESSES)
_MAX_HUB_LETTERS = 2_000


def announced_sitemaps(sitemaps: tuple[str, ...], context: LinkContext) -> tuple[FoundUrl, ...]:
    """Return the sitemaps that robots.txt names, ready for the frontier."""
    urls = (canonical(sitemap, context.parent) for sitemap in sitemaps)
    return tuple(found_url(url, context, UrlRole.SITEMAP, LIVE) for url in urls if url)


def guessed_lists(context: LinkContext) -> tuple[FoundUrl, ...]:
    """Return the usual addresses; each is tried once when nothing is announced."""
    urls = ((canonical(path, context.parent), role) for path, role in _GUESSES)
    return tuple(found_url(url, context, role, LIVE) for url, role in urls if url)


def is_guess(url: str) -> bool:
    """Return whether a URL is one of the usual addresses, which nobody needs to have announced."""
    return path_of(url) in _GUESSED_PATHS


def hub_of(feed: Feed, response: Response) -> HubLink | None:
    """Return the feed's hub and topic; HTTP headers take precedence (WebSub, section 4)."""
    headers = [value for name, value in response.headers if name == "link"]
    hubs = (*link_targets(headers, "hub"), *([feed.hub] if feed.hub else []))
    names = (*link_targets(headers, "self"), *([feed.self_href] if feed.self_href else []))
    hub = next(filter(None, (_address(href, response.url) for href in hubs)), None)
    if hub is None:
        return None
    topic = next(filter(None, (_address(href, response.url) for href in names)), response.url)
    return HubLink(hub, topic)


def _address(href: str, base: str) -> str | None:
    """Return an absolute web address, not normalised: hubs compare topics letter by letter."""
    if canonical(href, base) is None or len(href) > _MAX_HUB_LETTERS:
        return None
    try:
        return urljoin(base, href)
    except ValueError:
        return None

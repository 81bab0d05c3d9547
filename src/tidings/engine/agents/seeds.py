"""Where a run begins if nobody says: what the home already knows about the query."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from urllib.parse import quote_plus

from tidings.engine.library.library import Library
from tidings.model.search.results import Query
from tidings.model.web.page import UrlRole
from tidings.read.url import canonical, host_of
from tidings.store.database.session import Reader
from tidings.store.tables.frontier.urls import live_urls
from tidings.store.tables.sources.imported_sites import site_of_domain
from tidings.store.tables.sources.sources import followed_sources

_HITS = 8  # best results, whose pages lead to others about the same
_SOURCES = 8  # that wrote most about the query
_LISTS = 3  # feeds and index pages of each
_FRONTS = 10  # start pages of followed sources, if nothing in the home is about the query
_MOST = 60


def found_seeds(library: Library, query: str, search_urls: Sequence[str]) -> tuple[str, ...]:
    """Return the URLs to begin with, the most promising first; none if the home is empty."""
    connection = library.database.read()
    seeds = [*_searches(query, search_urls)]
    asked = Query(query, limit=_HITS, plain=True)
    answer, overview = library.search_with_overview(asked, datetime.now(UTC))
    seeds += [hit.url for hit in answer.hits]
    counted = next((facet.values for facet in overview.facets if facet.name == "source"), ())
    names = [*(hit.source for hit in answer.hits), *(each.value for each in counted[:_SOURCES])]
    for domain in list(dict.fromkeys(names))[:_SOURCES]:
        front = next((hit.url for hit in answer.hits if hit.source == domain), "")
        seeds += _lists_of(connection, domain, front)
    if not seeds:
        seeds = [source.url for source in followed_sources(connection)[:_FRONTS]]
    return tuple(dict.fromkeys(seeds))[:_MOST]


def _searches(query: str, search_urls: Sequence[str]) -> Iterator[str]:
    for template in search_urls:
        url = canonical(template.replace("{query}", quote_plus(query)))
        if url is not None:
            yield url


def _lists_of(connection: Reader, domain: str, page: str) -> Iterator[str]:
    """Yield the feeds and index pages of a site, or its front page if no list is known."""
    site = site_of_domain(connection, domain)
    lists = live_urls(connection, site) if site is not None else []
    lists.sort(key=lambda each: (each.depth, each.state.role is not UrlRole.FEED, each.url))
    urls = [each.url for each in lists if each.state.role is not UrlRole.SITEMAP][:_LISTS]
    if not urls and page:
        scheme = page.partition("://")[0]
        urls = [f"{scheme}://{host_of(page)}/"]
    yield from urls

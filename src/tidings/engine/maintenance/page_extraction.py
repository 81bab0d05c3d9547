"""Extracts a single page, from bytes or from the web through the usual polite fetcher.

Nothing is stored, but what a home's crawls have learned about the page's source is used.
"""

from contextlib import closing
from mimetypes import guess_type

from tidings.engine.process.home import home_of
from tidings.engine.process.home_database import opened_database
from tidings.engine.state.site_memory import load_site_memory
from tidings.extract.article import extract
from tidings.extract.site_memory.memory import EMPTY_SITE_MEMORY, SiteMemory
from tidings.fetch.client import WebFetcher
from tidings.model.articles.article import Extraction, UnreadablePage
from tidings.model.articles.extraction_method import ExtractionMethod
from tidings.model.web.exchange import FetchFailure, Request
from tidings.read.url import domain_of
from tidings.settings.tree import Settings
from tidings.store.database.errors import StoreUnusable
from tidings.store.tables.sources.sources import followed_sources


def extracted_file(
    body: bytes,
    url: str | None,
    settings: Settings,
    method: ExtractionMethod = ExtractionMethod.BEST,
    *,
    name: str = "",
) -> Extraction | UnreadablePage:
    """Extract a page from its bytes; its file name may give its type."""
    memory = _site_memory(url, settings) if url else EMPTY_SITE_MEMORY
    content_type = guess_type(name)[0] or ""
    return extract(body, url, content_type=content_type, method=method, memory=memory)


async def extracted_url(
    url: str, settings: Settings, method: ExtractionMethod = ExtractionMethod.BEST
) -> Extraction | UnreadablePage:
    """Fetch a page and extract it."""
    async with WebFetcher(settings.fetch) as fetcher:
        outcome = await fetcher.fetch(Request(url))
    if isinstance(outcome, FetchFailure):
        return UnreadablePage(outcome.reason, outcome.detail)
    memory = _site_memory(outcome.url, settings)
    return extract(
        outcome.body,
        outcome.url,
        outcome.charset,
        content_type=outcome.content_type,
        method=method,
        memory=memory,
    )


def _site_memory(url: str, settings: Settings) -> SiteMemory:
    """Return what a home has learned about the URL's source; empty without a usable home."""
    home = home_of(settings)
    if not home.exists:
        return EMPTY_SITE_MEMORY
    try:
        database = opened_database(home)
    except StoreUnusable:
        return EMPTY_SITE_MEMORY
    with closing(database):
        connection = database.read()
        domain = domain_of(url)
        ids = [source.id for source in followed_sources(connection) if source.domain == domain]
        return load_site_memory(connection, ids[0]).memory() if ids else EMPTY_SITE_MEMORY

"""Extracting one page on its own: from bytes or, through the same polite fetcher, from the web."""

from tidings.extract.article import extract
from tidings.fetch.client import Fetcher
from tidings.model.article import Extraction, Unreadable
from tidings.model.method import Method
from tidings.model.web import Failure, Request
from tidings.settings.tree import Settings


def extracted_file(
    body: bytes, url: str | None, method: Method = Method.BEST
) -> Extraction | Unreadable:
    """Extract a page that is here already."""
    return extract(body, url, method=method)


async def extracted_url(
    url: str, settings: Settings, method: Method = Method.BEST
) -> Extraction | Unreadable:
    """Fetch a page and extract it; nothing is kept."""
    async with Fetcher(settings.fetch) as fetcher:
        outcome = await fetcher.fetch(Request(url))
    if isinstance(outcome, Failure):
        return Unreadable(outcome.reason, outcome.detail)
    return extract(outcome.body, outcome.url, outcome.charset, method=method)

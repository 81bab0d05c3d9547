"""Looks: a few bytes that are the same for pages which show the same, whatever their addresses."""

from collections.abc import Iterable
from hashlib import blake2b
from heapq import nlargest

from tidings.model.articles.article import Article
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import UrlRole

_LONGEST = 3  # paragraphs that tell an article from all others


def article_fingerprint(article: Article) -> bytes:
    """Return the look of an article: its title and its longest paragraphs.

    What a page has around its text is told from it better and better, so the whole text may
    differ by a line when it is read again; the longest paragraphs do not.
    """
    longest = nlargest(_LONGEST, article.text.splitlines(), key=len)
    return _hash(article.title, *sorted(longest))


def listing_fingerprint(found: Iterable[FoundUrl]) -> bytes:
    """Return the look of a page of links, without what a session or an order leaves in them."""
    links = {
        url.url.partition("?")[0].partition(";")[0] for url in found if url.role is UrlRole.PAGE
    }
    return _hash(*sorted(links)) if links else b""


def _hash(*parts: str) -> bytes:
    return blake2b("\n".join(parts).encode(), digest_size=12).digest()

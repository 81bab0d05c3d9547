"""Fingerprints: a few bytes that are equal for pages with the same content at any address."""

from collections.abc import Iterable
from hashlib import blake2b
from heapq import nlargest

from tidings.model.articles.article import Article
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import UrlRole

_LONGEST = 3  # paragraphs that distinguish an article from all others


def article_fingerprint(article: Article) -> bytes:
    """Return the fingerprint of an article, from its title and its longest paragraphs.

    Boilerplate is removed better as a site is learned, so the whole text may differ by a line
    when it is read again; the longest paragraphs do not.
    """
    return text_fingerprint(article.title, article.text)


def text_fingerprint(title: str, text: str) -> bytes:
    """Return the fingerprint of a page without links, which is the same as that of an article."""
    longest = nlargest(_LONGEST, text.splitlines(), key=len)
    return _hash(title, *sorted(longest))


def listing_fingerprint(found: Iterable[FoundUrl]) -> bytes:
    """Return the fingerprint of a page of links, ignoring queries and session parameters."""
    links = {
        url.url.partition("?")[0].partition(";")[0] for url in found if url.role is UrlRole.PAGE
    }
    return _hash(*sorted(links)) if links else b""


def _hash(*parts: str) -> bytes:
    return blake2b("\n".join(parts).encode(), digest_size=12).digest()

"""The 64-bit keys that identify pages, hosts and domains in the link graph."""

import re
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tidings.read.url import domain_of, host_of, url_id

Keys = NDArray[np.uint64]

_ID = re.compile("[0-9a-f]{16}")
_MASK = 0xFFFF_FFFF_FFFF_FFFF


class PageKeys(NamedTuple):
    """The keys of a page's URL, its host and its registered domain."""

    page: int
    host: int
    domain: int


def page_key(url: str) -> int:
    """Return the key of a canonical URL; `article_key` is the one of an article."""
    return url_id(url) & _MASK


def article_key(article: str, url: str) -> int:
    """Return the key of the page of an article: its id, as a number.

    The hash of its URL may be another one: an older version may have spelled the URL differently.
    Only documents that nobody crawled have ids of another form.
    """
    return int(article, 16) if _ID.fullmatch(article) else page_key(url)


@lru_cache(maxsize=65_536)
def name_key(name: str) -> int:
    """Return the key of a host (with its port, if it has one) or of a registered domain."""
    return url_id(name) & _MASK


@lru_cache(maxsize=65_536)  # menus repeat the same links on every page of a site
def page_keys_of(url: str) -> PageKeys:
    """Return the keys of a canonical URL."""
    return PageKeys(page_key(url), name_key(host_of(url)), name_key(domain_of(url)))

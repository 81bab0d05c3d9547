"""The 64-bit keys that identify pages, hosts and domains in the link graph."""

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tidings.read.url import domain_of, host_of, url_id

Keys = NDArray[np.uint64]

_MASK = 0xFFFF_FFFF_FFFF_FFFF


class PageKeys(NamedTuple):
    """The keys of a page's URL, its host and its registered domain."""

    page: int
    host: int
    domain: int


def page_key(url: str) -> int:
    """Return the key of a canonical URL; `article_key` is the one of an article."""
    return url_id(url) & _MASK


def article_key(article: str) -> int:
    """Return the key of the page of an article, by its id.

    Its address may have been spelled in another way when it was kept, so that has another hash.
    """
    return int(article, 16)


@lru_cache(maxsize=65_536)
def name_key(name: str) -> int:
    """Return the key of a host (with its port, if it has one) or of a registered domain."""
    return url_id(name) & _MASK


@lru_cache(maxsize=65_536)  # menus repeat the same links on every page of a site
def page_keys_of(url: str) -> PageKeys:
    """Return the keys of a canonical URL."""
    return PageKeys(page_key(url), name_key(host_of(url)), name_key(domain_of(url)))

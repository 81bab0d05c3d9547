"""A fixed-size cache of URLs that occur often; it does not contain all known URLs."""

from array import array
from collections.abc import Iterable

from tidings.model.crawl.visit import FoundUrl


class SeenUrls:
    """Ids that are certainly in the database. Each has one place, where a newer one replaces it.

    Menus appear on every page of a site. A few million places avoid nearly all database reads for
    known links, cost no time at start, and never grow. An id that is not here may still be known.
    """

    def __init__(self, places: int) -> None:
        self._mask = (1 << (places - 1).bit_length()) - 1
        self._ids = array("q", bytes(8 * (self._mask + 1)))

    def __contains__(self, url_id: int) -> bool:
        return self._ids[url_id & self._mask] == url_id != 0

    def unseen(self, found: Iterable[FoundUrl]) -> list[FoundUrl]:
        """Return what is not here, and what a feed lists, which may change the page's kind."""
        ids, mask = self._ids, self._mask  # a page has dozens of links
        return [url for url in found if ids[url.id & mask] != url.id or not url.id or url.listed]

    def update(self, ids: Iterable[int]) -> None:
        """Add ids that the database has."""
        for url_id in ids:
            self._ids[url_id & self._mask] = url_id

    def clear(self) -> None:
        """Remove all ids. Required after the database has lost some."""
        self._ids = array("q", bytes(8 * (self._mask + 1)))

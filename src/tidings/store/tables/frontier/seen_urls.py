"""The URLs met again and again, remembered in a fixed stretch of memory; not all that are known."""

from array import array
from collections.abc import Iterable

from tidings.model.crawl.visit import FoundUrl


class SeenUrls:
    """Ids that are certainly in the database. Each has one place, where a newer one displaces it.

    Menus stand on every page of a site: a few million places spare the database nearly all
    questions about links that it knows, cost no time at start, and never grow. What is not in here
    may still be known.
    """

    def __init__(self, places: int) -> None:
        self._mask = (1 << (places - 1).bit_length()) - 1
        self._ids = array("q", bytes(8 * (self._mask + 1)))

    def __contains__(self, url_id: int) -> bool:
        return self._ids[url_id & self._mask] == url_id != 0

    def unseen(self, found: Iterable[FoundUrl]) -> list[FoundUrl]:
        """Return what is not in here, and what a feed lists, which may be news of its kind."""
        ids, mask = self._ids, self._mask  # a page has dozens of links
        return [url for url in found if ids[url.id & mask] != url.id or not url.id or url.listed]

    def update(self, ids: Iterable[int]) -> None:
        """Remember ids that the database has."""
        for url_id in ids:
            self._ids[url_id & self._mask] = url_id

    def clear(self) -> None:
        """Forget all, as one must when the database has forgotten some."""
        self._ids = array("q", bytes(8 * (self._mask + 1)))

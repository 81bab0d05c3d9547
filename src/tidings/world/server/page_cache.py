"""A cache of rendered pages, compressed, up to a number of bytes; it does not render."""

import gzip
import hashlib
from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class RenderedPage:
    """A page ready to be sent."""

    version: int
    status: int
    media_type: str
    packed: bytes  # gzip
    etag: str
    modified: datetime | None

    @property
    def content(self) -> bytes:
        """The uncompressed page."""
        return gzip.decompress(self.packed)


def rendered_page(
    version: int, status: int, media_type: str, content: bytes, modified: datetime | None
) -> RenderedPage:
    """Return a page ready to be sent."""
    # Level 1 takes a third of the time of level 6 for pages a fifth larger; mtime makes the
    # bytes the same in every process.
    packed = gzip.compress(content, compresslevel=1, mtime=0)
    etag = '"' + hashlib.blake2b(content, digest_size=9).hexdigest() + '"'
    return RenderedPage(version, status, media_type, packed, etag, modified)


class RenderedPageCache:
    """The most recently used pages."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._pages: OrderedDict[tuple[str, str], RenderedPage] = OrderedDict()

    def get(self, key: tuple[str, str], version: int) -> RenderedPage | None:
        """Return the page if it is cached in this version."""
        found = self._pages.get(key)
        if found is None or found.version != version:
            return None
        self._pages.move_to_end(key)
        return found

    def put(self, key: tuple[str, str], page: RenderedPage) -> None:
        """Cache a page, and drop the least recently used ones to make room."""
        old = self._pages.pop(key, None)
        self._bytes += len(page.packed) - (len(old.packed) if old else 0)
        self._pages[key] = page
        while self._bytes > self._max_bytes and len(self._pages) > 1:
            _, dropped = self._pages.popitem(last=False)
            self._bytes -= len(dropped.packed)

"""Indexes as they are on a store: compressed, because they are fetched whole and are very alike."""

import sys
from typing import Final

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

_LEVEL: Final = 9  # an index of 256 MB of WARC (25 000 lines, 8 MB) in .1 s


def packed(lines: bytes) -> bytes:
    """Return an index compressed."""
    return zstd.compress(lines, level=_LEVEL)


def unpacked(data: bytes) -> bytes:
    """Return a compressed index."""
    return zstd.decompress(data)

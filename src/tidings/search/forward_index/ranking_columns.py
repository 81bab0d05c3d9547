"""What ranking needs of an article besides its terms, as seven 64-bit numbers."""

import struct
from hashlib import blake2b
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tidings.search.entries.entry import IndexEntry
from tidings.search.entries.schema import seconds
from tidings.search.rank.vectors import Columns
from tidings.text.bulk.vocabulary import term_key

COLUMNS: Final = 7
PUBLISHED: Final = 0  # its place among them
# Earlier versions stored a simhash here. Without it, every existing index would have to be rebuilt.
_UNUSED: Final = 0
_ROW = struct.Struct("=q6Q")


def columns_of(entry: IndexEntry) -> bytes:
    """Return the row of an article."""
    return _ROW.pack(
        seconds(entry.published),
        term_key(entry.source),
        term_key(entry.language),
        _UNUSED,
        entry.url_key,
        entry.host_key,
        entry.domain_key,
    )


def columns_from(known: NDArray[np.bool_], rows: NDArray[np.uint64]) -> Columns:
    """Return a table of rows as columns."""
    published, source, language, _, url, host, domain = np.ascontiguousarray(rows.T)
    return Columns(known, published.view(np.int64), source, language, url, host, domain)


def id_key(id_: str) -> int:
    """Return the key of an article's id; not cached like a term's, as it is rarely reused."""
    return int.from_bytes(blake2b(id_.encode(), digest_size=8).digest(), "little")

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
# The fourth number of an undated article; of any other it is 0, or from an earlier version.
_UNDATED: Final = int.from_bytes(b"undated")
_ROW = struct.Struct("=q6Q")


def columns_of(entry: IndexEntry) -> bytes:
    """Return the row of an article."""
    return _ROW.pack(
        seconds(entry.published),
        term_key(entry.source),
        term_key(entry.language),
        0 if entry.is_dated else _UNDATED,
        entry.url_key,
        entry.host_key,
        entry.domain_key,
    )


def columns_from(known: NDArray[np.bool_], rows: NDArray[np.uint64]) -> Columns:
    """Return a table of rows as columns."""
    published, source, language, mark, url, host, domain = np.ascontiguousarray(rows.T)
    dated = mark != _UNDATED
    return Columns(known, published.view(np.int64), dated, source, language, url, host, domain)


def id_key(id_: str) -> int:
    """Return the key of an article's id; not cached like a term's, as it is rarely reused."""
    return int.from_bytes(blake2b(id_.encode(), digest_size=8).digest(), "little")

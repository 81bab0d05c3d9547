"""A fingerprint to recognise near-duplicates among hits: Charikar's simhash of the terms."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tidings.search.entries.bulk_vectors import BulkVectors
from tidings.text.bulk.string_arrays import expanded_ranges, starts_of
from tidings.text.bulk.vocabulary import term_digest

_LEAST = 12  # terms; shorter texts can be alike without being copies
_TERMS = 64  # first terms of an article that count: copies are cut at the end, not at the start
_BITS = 64
_digest_of = lru_cache(maxsize=32_768)(term_digest)
_LOW = np.uint64((1 << 32) - 1)


def fingerprint(terms: Sequence[str]) -> int:
    """Return 64 bits that differ little from those of an article with a similar beginning.

    0 means that the text is too short.
    """
    words = terms[:_TERMS]
    if len(words) < _LEAST:
        return 0
    hashes = np.frombuffer(b"".join(map(_digest_of, words)), np.uint8)
    bits = np.unpackbits(hashes).reshape(len(words), _BITS)
    ones = bits.sum(axis=0, dtype=np.uint8) > len(words) // 2
    return int.from_bytes(np.packbits(ones).tobytes(), "little")


def fingerprints(vectors: BulkVectors) -> list[int]:
    """Return the fingerprints of many articles."""
    numbers = vectors.numbers.take(_in_order(vectors))
    sizes = np.minimum(np.diff(vectors.starts), _TERMS)
    long_enough = np.flatnonzero(sizes >= _LEAST)
    prints = np.zeros(len(sizes), "<u8")
    if len(long_enough):
        some = numbers.take(expanded_ranges(vectors.starts[long_enough], sizes[long_enough]))
        hashes = vectors.vocabulary.keys_by_number.astype("<u8", copy=False).take(some)
        bits = np.unpackbits(hashes.view(np.uint8)).reshape(len(some), _BITS)
        sums = np.add.reduceat(bits, starts_of(sizes[long_enough])[:-1], axis=0, dtype=np.uint8)
        ones = sums > sizes[long_enough][:, None] // 2
        prints[long_enough] = np.packbits(ones, axis=1).view("<u8")[:, 0]
    found: list[int] = prints.tolist()
    return found


def _in_order(vectors: BulkVectors) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """The terms in the order of their first occurrence, which keeps the order of rows."""
    whole = vectors.places.astype(np.uint64) << np.uint64(32)
    whole |= np.arange(len(whole), dtype=np.uint64)
    whole.sort()
    return (whole & _LOW).astype(np.int64)

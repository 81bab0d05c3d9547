"""A fingerprint by which near-duplicates among hits are told: Charikar's simhash of the terms."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from tidings.search.entries.bulk_vectors import BulkVectors
from tidings.text.bulk.string_arrays import expanded_ranges, starts_of
from tidings.text.bulk.vocabulary import term_digest

_LEAST = 12  # terms: shorter texts are alike without being copies
_TERMS = 64  # the first so many terms of an article: copies are cut at the end, not at the start
_BITS = 64
_digest_of = lru_cache(maxsize=32_768)(term_digest)
_LOW = np.uint64((1 << 32) - 1)


def fingerprint(terms: Sequence[str]) -> int:
    """Return 64 bits that differ in few places from those of an article that begins alike.

    0 is for a text too short to tell.
    """
    words = terms[:_TERMS]
    if len(words) < _LEAST:
        return 0
    hashes = np.frombuffer(b"".join(map(_digest_of, words)), np.uint8)
    bits = np.unpackbits(hashes).reshape(len(words), _BITS)
    ones = bits.sum(axis=0, dtype=np.uint8) > len(words) // 2
    return int.from_bytes(np.packbits(ones).tobytes(), "little")


def fingerprints(counted: BulkVectors) -> list[int]:
    """Return the same of many articles."""
    numbers = counted.numbers.take(_in_order(counted))
    sizes = np.minimum(np.diff(counted.starts), _TERMS)
    told = np.flatnonzero(sizes >= _LEAST)
    prints = np.zeros(len(sizes), "<u8")
    if len(told):
        some = numbers.take(expanded_ranges(counted.starts[told], sizes[told]))
        hashes = counted.vocabulary.keys_by_number.astype("<u8", copy=False).take(some)
        bits = np.unpackbits(hashes.view(np.uint8)).reshape(len(some), _BITS)
        sums = np.add.reduceat(bits, starts_of(sizes[told])[:-1], axis=0, dtype=np.uint8)
        ones = sums > sizes[told][:, None] // 2
        prints[told] = np.packbits(ones, axis=1).view("<u8")[:, 0]
    found: list[int] = prints.tolist()
    return found


def _in_order(counted: BulkVectors) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """The terms by their first occurrence, which is row by row as well."""
    whole = counted.places.astype(np.uint64) << np.uint64(32)
    whole |= np.arange(len(whole), dtype=np.uint64)
    whole.sort()
    return (whole & _LOW).astype(np.int64)

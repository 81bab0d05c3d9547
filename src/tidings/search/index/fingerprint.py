"""A fingerprint by which near-duplicates among hits are told: Charikar's simhash of the terms."""

from functools import lru_cache
from hashlib import blake2b

import numpy as np

_LEAST = 12  # terms: shorter texts are alike without being copies
_TERMS = 64  # the first so many terms of an article: copies are cut at the end, not at the start


def fingerprint(terms: str) -> int:
    """Return 64 bits that differ in few places from those of an article that begins alike.

    0 is for a text too short to tell.
    """
    words = terms.split(" ", _TERMS)[:_TERMS]
    if len(words) < _LEAST:
        return 0
    hashes = np.frombuffer(b"".join(map(_digest, words)), np.uint8)
    bits = np.unpackbits(hashes).reshape(len(words), 64)
    ones = bits.sum(axis=0, dtype=np.uint8) > len(words) // 2
    return int.from_bytes(np.packbits(ones).tobytes(), "little")


@lru_cache(maxsize=32_768)
def _digest(term: str) -> bytes:
    return blake2b(term.encode(), digest_size=8).digest()

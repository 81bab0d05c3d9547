"""The vectors of many articles at once, computed with arrays; vector.py does one article."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tidings.search.entries.vector import Vector
from tidings.search.rank.vectors import MAX_BODY, MAX_HEADINGS, MAX_TITLE, Counts, Packed, pack
from tidings.text.bulk.string_arrays import Ints, starts_of
from tidings.text.bulk.vocabulary import TermNumbers, Vocabulary

Zones = NDArray[np.uint8]  # the zones in which each occurrence counts

BODY: Final = 1
CAPITAL: Final = 2  # and in the body
HEADINGS: Final = 4
TITLE: Final = 8

# An occurrence as one sortable number: row, term, zones.
_ROW, _TERM = np.uint64(30), np.uint64(4)
_TERMS = np.uint64((1 << 26) - 1)
MAX_ROWS: Final = 256
_HALF = np.uint64(32)
_LOW = np.uint64((1 << 32) - 1)
# What an occurrence adds to two counts in one number, by its zones.
_IN_BODY = np.array([(z & BODY) | (z & CAPITAL) << 31 for z in range(16)], np.uint64)
_ELSEWHERE = np.array([(z & HEADINGS) >> 2 | (z & TITLE) << 29 for z in range(16)], np.uint64)
# How many of a term's occurrences in the body begin with a capital: none, some, most, all.
_LEVELS = np.array([pack(0, 0, 0, level) for level in range(4)], np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class BulkVectors:
    """The terms of some articles, each once per row."""

    vocabulary: Vocabulary
    numbers: TermNumbers
    packed: Packed
    starts: Ints  # of each row, and the end of the last

    def rows(self, lengths: Sequence[int]) -> list[Vector]:
        """Return the rows as single vectors."""
        numbers, packed, starts = self.numbers.tobytes(), self.packed.tobytes(), self.starts
        bounds = zip(starts[:-1].tolist(), starts[1:].tolist(), lengths, strict=True)
        return [
            Vector(packed[2 * a : 2 * b], length, self.vocabulary, numbers[4 * a : 4 * b])
            for a, b, length in bounds
        ]


def bulk_vectors(
    vocabulary: Vocabulary, numbers: TermNumbers, zones: Zones, sizes: Ints
) -> BulkVectors:
    """Count the occurrences of terms in at most MAX_ROWS rows; `sizes` are the rows' lengths."""
    occurrences = np.repeat(np.arange(len(sizes), dtype=np.uint64) << _ROW, sizes)
    occurrences |= numbers.astype(np.uint64) << _TERM
    occurrences |= zones
    occurrences.sort()
    terms = occurrences >> _TERM
    is_first = np.ones(len(occurrences), np.bool_)
    np.not_equal(terms[1:], terms[:-1], out=is_first[1:])
    firsts = np.flatnonzero(is_first)
    return BulkVectors(
        vocabulary,
        (terms[firsts] & _TERMS).astype(np.uint32),
        _packed((occurrences & np.uint64(15)).astype(np.intp), firsts),
        starts_of(np.bincount((occurrences[firsts] >> _ROW).astype(np.intp), minlength=len(sizes))),
    )


def _packed(zones: NDArray[np.intp], firsts: Ints) -> Packed:
    """The counts of each term, whose occurrences are consecutive from its first."""
    if not len(firsts):
        return np.zeros(0, np.uint16)
    in_body = np.add.reduceat(_IN_BODY.take(zones), firsts)
    elsewhere = np.add.reduceat(_ELSEWHERE.take(zones), firsts)
    body, capitals = _both(in_body)
    headings, title = _both(elsewhere)
    body = np.minimum(body, MAX_BODY)
    level = np.minimum(capitals, 1) + (2 * capitals > body) + (capitals >= np.maximum(body, 1))
    packed = body - np.minimum(headings, body) + (np.minimum(title, MAX_TITLE) << 8)
    packed += (np.minimum(headings, MAX_HEADINGS) << 11) + _LEVELS.take(level)
    return packed.astype(np.uint16)


def _both(counts: NDArray[np.uint64]) -> tuple[Counts, Counts]:
    return (counts & _LOW).astype(np.int64), (counts >> _HALF).astype(np.int64)

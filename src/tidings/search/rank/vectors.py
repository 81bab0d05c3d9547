"""Articles as arrays of numbers, the input of every model. The forward index provides them.

A term is a key, the 64-bit hash of its text. Its counts in an article are packed into 16 bits: the
counts in the body, the title and the headings, and how many of them begin with a capital letter.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from tidings.settings.tree import ZoneWeights

Keys = NDArray[np.uint64]
Floats = NDArray[np.float64]
Packed = NDArray[np.uint16]
Counts = NDArray[np.signedinteger[Any]]

MAX_BODY: Final = 255
MAX_TITLE: Final = 7
MAX_HEADINGS: Final = 7
MAX_CAPITALS: Final = 3  # 0 to 3: none, some, most, all of the occurrences
_TITLE_SHIFT, _HEADINGS_SHIFT, _CAPITALS_SHIFT = 8, 11, 14
EVEN_ZONES: Final = ZoneWeights(title=1.0, headings=1.0)  # as in the thesis, and in its norms
_FIELDS = (
    (0, MAX_BODY),
    (_TITLE_SHIFT, MAX_TITLE),
    (_HEADINGS_SHIFT, MAX_HEADINGS),
    (_CAPITALS_SHIFT, MAX_CAPITALS),
)
TITLE_BITS: Final = MAX_TITLE << _TITLE_SHIFT
BUCKETS: Final = 1 << 16

_T = TypeVar("_T", bound=np.generic)


def pack(body: int, title: int, headings: int, capitals: int) -> int:
    """Return a term's counts as one number; `capitals` goes from 0 (never) to 3 (always)."""
    return (
        min(body, MAX_BODY)
        | min(title, MAX_TITLE) << _TITLE_SHIFT
        | min(headings, MAX_HEADINGS) << _HEADINGS_SHIFT
        | min(capitals, MAX_CAPITALS) << _CAPITALS_SHIFT
    )


def zone_counts(packed: Packed) -> tuple[Counts, Counts, Counts]:
    """Return the counts in the body, the title and the headings."""
    body, title = packed & MAX_BODY, packed >> _TITLE_SHIFT & MAX_TITLE
    return body, title, packed >> _HEADINGS_SHIFT & MAX_HEADINGS


def frequencies(packed: Packed, weights: ZoneWeights) -> Floats:
    """Return the weighted frequencies: one in the title counts as several in the body."""
    return _frequencies(weights).take(packed)


@lru_cache(maxsize=8)
def _frequencies(weights: ZoneWeights) -> Floats:
    """A lookup table with the frequency of every possible packed count."""
    packed = np.arange(1 << 16, dtype=np.uint16)
    body, title, headings = zone_counts(packed)
    plain = body + (weights.title * title + weights.headings * headings)
    capitals = (packed >> _CAPITALS_SHIFT) / MAX_CAPITALS
    return np.asarray(plain * (1.0 + weights.capitals * capitals), np.float64)


def added_up(packed: Packed, starts: NDArray[np.int64]) -> Packed:
    """Return the counts with columns summed, each sum from one start to the next.

    This makes the variants of a word one column.
    """
    if len(starts) == packed.shape[1]:
        return packed
    sums = np.zeros((len(packed), len(starts)), np.uint16)
    for shift, most in _FIELDS:
        field = np.add.reduceat(packed >> shift & most, starts, axis=1, dtype=np.int64)
        sums |= (np.minimum(field, most) << shift).astype(np.uint16)
    return sums


def sliced(array: NDArray[_T], first: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[_T]:
    """Return the slices of an array from each first position to its last, concatenated.

    A thousand slices and one copy take half the time of fancy indexing.
    """
    bounds = zip(first.tolist(), last.tolist(), strict=True)
    return np.concatenate([array[:0], *[array[start:end] for start, end in bounds]])


@dataclass(frozen=True, slots=True, eq=False)
class Vectors:
    """Some articles with all their terms, row by row. Made for hundreds of articles."""

    starts: NDArray[np.int64]  # of each row, and the end of the last
    keys: Keys  # sorted within a row
    packed: Packed
    lengths: Floats  # terms in the body, title and headings
    norms: Floats  # the thesis' docw: the root of the summed squares of tf * idf

    @property
    def rows(self) -> NDArray[np.int64]:
        """The row of each entry."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    @property
    def buckets(self) -> NDArray[np.uint16]:
        """A part of each key, small enough to index tables; few terms share one."""
        return self.keys.astype(np.uint16)

    def at(self, rows: NDArray[np.integer[Any]]) -> "Vectors":
        """Return some of the articles."""
        first, last = self.starts[rows], self.starts[rows + 1]
        starts = np.concatenate([[0], np.cumsum(last - first)])
        keys, packed = sliced(self.keys, first, last), sliced(self.packed, first, last)
        return Vectors(starts, keys, packed, self.lengths[rows], self.norms[rows])

    def with_more(self, others: "Vectors") -> "Vectors":
        """Return these articles followed by the others."""
        return Vectors(
            np.concatenate([self.starts, self.starts[-1] + others.starts[1:]]),
            np.concatenate([self.keys, others.keys]),
            np.concatenate([self.packed, others.packed]),
            np.concatenate([self.lengths, others.lengths]),
            np.concatenate([self.norms, others.norms]),
        )

    def tallies(self, keys: Keys) -> "Tallies":
        """Return the counts of each of these terms in each article."""
        packed = np.zeros((len(self.lengths), len(keys)), np.uint16)
        wanted = np.zeros(BUCKETS, np.bool_)
        wanted[keys.astype(np.uint16)] = True
        hits = np.flatnonzero(wanted.take(self.buckets))
        order = np.argsort(keys)
        places = np.searchsorted(keys, self.keys[hits], sorter=order)
        columns = order.take(places, mode="clip")
        right = keys[columns] == self.keys[hits]  # others only share a bucket
        hits, columns = hits[right], columns[right]
        rows = np.searchsorted(self.starts, hits, side="right") - 1
        packed[rows, columns] = self.packed[hits]
        return Tallies(packed, self.lengths, self.norms)


@dataclass(frozen=True, slots=True, eq=False)
class Tallies:
    """Many articles with the counts of a few terms: a row per article, a column per key."""

    packed: Packed  # two-dimensional
    lengths: Floats
    norms: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Other properties of some articles, one number each; a name is stored as its `term_key`."""

    known: NDArray[np.bool_]  # unknown articles have only zeros
    published: NDArray[np.int64]  # seconds since 1970; of an undated article, its first sight
    dated: NDArray[np.bool_]
    source: Keys
    language: Keys
    url: Keys  # these three as in links/page_keys.py
    host: Keys
    domain: Keys


class ForwardIndex(Protocol):
    """The forward index as the models use it. Articles are identified by their seq."""

    def vectors(self, seqs: NDArray[np.int64]) -> Vectors:
        """Return the articles with all their terms."""
        ...

    def tallies(self, seqs: NDArray[np.int64], keys: Keys) -> Tallies:
        """Return the counts of each term in each article; zeros for an unknown article."""
        ...

    def columns(self, seqs: NDArray[np.int64]) -> Columns:
        """Return the other properties of the articles."""
        ...

    def document_frequencies(self, keys: Keys) -> NDArray[np.int64]:
        """Return the number of articles with each term."""
        ...

    def terms(self, keys: Keys) -> list[str]:
        """Return the text of each term; empty for an unknown one."""
        ...

    @property
    def count(self) -> int:
        """The number of articles."""
        ...

    @property
    def average_length(self) -> float:
        """The average length of an article; 1 if there are none."""
        ...

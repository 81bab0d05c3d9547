"""The articles of the next segment of the forward index, in memory only."""

from array import array
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tidings.search.entries.entry import IndexEntry
from tidings.search.entries.vector import Vector
from tidings.search.forward_index.arrays import Array
from tidings.search.forward_index.norms import Norms
from tidings.search.forward_index.ranking_columns import COLUMNS, columns_of, id_key
from tidings.search.rank.vectors import Keys, Packed
from tidings.text.bulk.string_arrays import (
    Ints,
    StringArray,
    joined_arrays,
    starts_of,
    string_array,
)
from tidings.text.bulk.vocabulary import Vocabulary

_ROWS = 1 << 9  # rows sorted at once: they fit into a processor's cache


class _Row(NamedTuple):
    id: str
    vocabulary: int  # its place among the draft's vocabularies
    terms: bytes  # numbers in the vocabulary
    packed: bytes
    length: int
    columns: bytes


class SegmentDraft:
    """Collects articles one by one, in any order. Not thread-safe."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        """Start with a vocabulary for articles without one; it may already have terms."""
        self._own = vocabulary
        self._vocabularies = [self._own]
        self._places: dict[int, int] = {}  # of the other vocabularies, by their id()
        self._rows: dict[int, _Row] = {}
        self._seqs: dict[str, int] = {}
        self._dead: set[int] = set()

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def pending(self) -> bool:
        """Whether there is anything to write."""
        return bool(self._rows or self._dead)

    def add(self, entry: IndexEntry) -> None:
        """Add an article, replacing one with the same seq or id."""
        self._discard(entry.id)
        if replaced := self._rows.pop(entry.seq, None):
            del self._seqs[replaced.id]
        vector = entry.vector
        vocabulary, numbers = self._numbered(vector)
        self._seqs[entry.id] = entry.seq
        self._rows[entry.seq] = _Row(
            entry.id, vocabulary, numbers, vector.packed, vector.length, columns_of(entry)
        )

    def remove(self, id_: str) -> None:
        """Remove an article, from here and from all older segments."""
        self._discard(id_)
        self._dead.add(id_key(id_))

    def _numbered(self, vector: Vector) -> tuple[int, bytes]:
        """The place of a vector's vocabulary, and the numbers of its terms."""
        vocabulary = vector.vocabulary
        if vocabulary is None:
            return 0, array("I", map(self._own.__getitem__, vector.terms)).tobytes()
        place = self._places.setdefault(id(vocabulary), len(self._vocabularies))
        if place == len(self._vocabularies):
            self._vocabularies.append(vocabulary)
        return place, vector.numbers

    def _discard(self, id_: str) -> None:
        seq = self._seqs.pop(id_, None)
        if seq is not None:
            del self._rows[seq]

    def arrays(self, norms: Norms) -> dict[str, Array]:
        """Return the arrays of a segment; `norms` computes the norms of its rows."""
        seqs = sorted(self._rows)
        rows = [self._rows[seq] for seq in seqs]
        packed = np.frombuffer(b"".join([row.packed for row in rows]), np.uint16)
        starts = starts_of(np.fromiter((len(row.packed) // 2 for row in rows), np.int64, len(rows)))
        keys, counts, texts, terms = self._lexicon(rows, np.diff(starts))
        terms, packed = _sorted_rows(starts, terms, packed)
        ids = string_array(row.id for row in rows)
        columns = np.frombuffer(b"".join([row.columns for row in rows]), np.uint64)
        return {
            "seqs": np.array(seqs, np.int64),
            "starts": starts,
            "terms": terms,
            "packed": packed,
            "lengths": np.fromiter((row.length for row in rows), np.uint32, len(rows)),
            "norms": norms(starts, terms, packed, keys, counts),
            "columns": columns.reshape(len(rows), COLUMNS),
            "id_keys": np.fromiter((id_key(row.id) for row in rows), np.uint64, len(rows)),
            "id_starts": ids.starts,
            "id_letters": ids.letters,
            "dead": np.array(sorted(self._dead), np.uint64),
            "keys": keys,
            "counts": counts,
            "text_starts": texts.starts,
            "text_letters": texts.letters,
        }

    def _lexicon(
        self, rows: Sequence[_Row], sizes: Ints
    ) -> tuple[Keys, NDArray[np.uint32], StringArray, NDArray[np.uint32]]:
        """The terms in the order of their keys, and the rows' terms as positions in that order."""
        all_keys = [each.keys_by_number for each in self._vocabularies]
        first = starts_of(np.array([len(keys) for keys in all_keys]))
        terms = np.frombuffer(b"".join([row.terms for row in rows]), np.uint32)
        vocabularies = np.fromiter((row.vocabulary for row in rows), np.int64, len(rows))
        whole = terms + np.repeat(first[vocabularies], sizes)  # numbers across all vocabularies
        counts = np.bincount(whole, minlength=first[-1])
        used = np.flatnonzero(counts)  # without terms of replaced articles
        keys, holder, places = np.unique(
            np.concatenate(all_keys)[used], return_index=True, return_inverse=True
        )
        place_of = np.zeros(first[-1], np.uint32)
        place_of[used] = places
        summed = np.bincount(places, counts[used], len(keys)).astype(np.uint32)
        return keys, summed, self._texts(first, used[holder]), place_of[whole]

    def _texts(self, first: Ints, numbers: Ints) -> StringArray:
        """The texts of terms by their numbers across all vocabularies."""
        owner = np.searchsorted(first, numbers, side="right") - 1
        order = np.argsort(owner, kind="stable")  # nearly always there is only one
        ends = np.searchsorted(owner[order], np.arange(len(self._vocabularies)), side="right")
        parts = np.split(numbers[order], ends[:-1])
        each = zip(self._vocabularies, parts, first[:-1], strict=True)
        texts = joined_arrays(
            [vocabulary.strings(part - begin) for vocabulary, part, begin in each]
        )
        place = np.empty_like(order)
        place[order] = np.arange(len(order))
        return texts.take(place)


def _sorted_rows(
    starts: Ints, terms: NDArray[np.uint32], packed: Packed
) -> tuple[NDArray[np.uint32], Packed]:
    """The terms with their counts, sorted by number within each row."""
    sorted_terms, sorted_packed = np.empty_like(terms), np.empty_like(packed)
    for first in range(0, len(starts) - 1, _ROWS):
        bounds = starts[first : first + _ROWS + 1]
        begin, end = bounds[0], bounds[-1]
        whole = np.repeat(np.arange(len(bounds) - 1, dtype=np.uint64), np.diff(bounds)) << 48
        whole |= terms[begin:end].astype(np.uint64) << 16
        whole |= packed[begin:end]
        whole.sort()
        sorted_terms[begin:end] = whole >> 16 & 0xFFFF_FFFF
        sorted_packed[begin:end] = whole & 0xFFFF
    return sorted_terms, sorted_packed

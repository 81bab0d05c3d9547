"""The articles that are to become the next segment of the forward index; in memory only."""

from array import array
from dataclasses import dataclass
from itertools import compress

import numpy as np
from numpy.typing import NDArray

from tidings.search.index.arrays import Array
from tidings.search.index.columns import COLUMNS, columns_of, id_key
from tidings.search.index.entry import Entry
from tidings.search.index.norms import Norms
from tidings.search.index.strings import Ints, starts_of, strings_of
from tidings.search.rank.vectors import Keys, Packed, key_of

_ROWS = 1 << 16  # rows that are sorted at once: a row, a term and its counts fit into 64 bits


class _Numbers(dict[str, int]):
    """A number for every term, given at first sight."""

    def __missing__(self, term: str) -> int:
        number = self[term] = len(self)
        return number


@dataclass(frozen=True, slots=True)
class _Row:
    id: str
    terms: bytes
    packed: bytes
    length: int
    columns: bytes


class Draft:
    """Takes articles one by one, in any order; for one thread."""

    def __init__(self) -> None:
        self._numbers = _Numbers()
        self._rows: dict[int, _Row] = {}
        self._seqs: dict[str, int] = {}
        self._dead: set[int] = set()

    def __len__(self) -> int:
        return len(self._rows)

    @property
    def pending(self) -> bool:
        """Whether there is anything to be written."""
        return bool(self._rows or self._dead)

    def add(self, entry: Entry) -> None:
        """Add an article in place of what has its seq or its id."""
        self._forget(entry.id)
        if replaced := self._rows.pop(entry.seq, None):
            del self._seqs[replaced.id]
        vector = entry.vector
        words = vector.terms.split(" ") if vector.terms else ()
        numbers = array("I", map(self._numbers.__getitem__, words)).tobytes()
        self._seqs[entry.id] = entry.seq
        self._rows[entry.seq] = _Row(
            entry.id, numbers, vector.packed, vector.length, columns_of(entry)
        )

    def remove(self, id_: str) -> None:
        """Remove an article, from here and from all older segments."""
        self._forget(id_)
        self._dead.add(id_key(id_))

    def _forget(self, id_: str) -> None:
        seq = self._seqs.pop(id_, None)
        if seq is not None:
            del self._rows[seq]

    def arrays(self, norms: Norms) -> dict[str, Array]:
        """Return everything as a segment holds it; `norms` knows how rare each term is."""
        seqs = sorted(self._rows)
        rows = [self._rows[seq] for seq in seqs]
        packed = np.frombuffer(b"".join([row.packed for row in rows]), np.uint16)
        terms = np.frombuffer(b"".join([row.terms for row in rows]), np.uint32)
        sizes = np.fromiter((len(row.packed) // 2 for row in rows), np.int64, len(rows))
        starts = starts_of(sizes)
        keys, counts, texts, terms = self._lexicon(terms)
        terms, packed = _sorted_rows(starts, terms, packed)
        ids, words = strings_of(row.id for row in rows), strings_of(texts)
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
            "text_starts": words.starts,
            "text_letters": words.letters,
        }

    def _lexicon(
        self, terms: NDArray[np.uint32]
    ) -> tuple[Keys, NDArray[np.uint32], list[str], NDArray[np.uint32]]:
        """The terms in the order of their keys, and the rows' terms with their new numbers."""
        counts = np.bincount(terms, minlength=len(self._numbers)).astype(np.uint32)
        used = counts > 0  # not the terms of articles that were replaced
        texts = list(compress(self._numbers, used))
        keys = np.fromiter(map(key_of, texts), np.uint64, len(texts))
        order = np.argsort(keys)
        number_of = np.zeros(len(counts), np.uint32)
        number_of[np.flatnonzero(used)[order]] = np.arange(len(order))
        return keys[order], counts[used][order], [texts[at] for at in order], number_of[terms]


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

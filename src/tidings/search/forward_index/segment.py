"""One immutable segment of the forward index: articles as rows, in the order of their seq."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tidings.search.forward_index.arrays import Arrays, mapped_arrays
from tidings.search.forward_index.lexicon import SegmentLexicon, places_in
from tidings.search.rank.vectors import Floats, Keys, Packed
from tidings.text.bulk.string_arrays import Ints, StringArray, expanded_ranges

_FEW = 6  # terms looked up one by one; for more, reading whole rows is faster
_COLUMNS = 255  # terms looked up at once: as many as a byte can number


class Segment:
    """The articles of one commit, or of several merged ones. Immutable and thread-safe."""

    def __init__(self, name: str, arrays: Arrays) -> None:
        self.name = name
        self.arrays = arrays
        self.seqs: Ints = arrays["seqs"]
        self.starts: Ints = arrays["starts"]  # of each row's terms; one more than rows
        self.terms: NDArray[np.uint32] = arrays["terms"]  # numbers in the lexicon, sorted in a row
        self.packed: Packed = arrays["packed"]
        self.lengths: NDArray[np.uint32] = arrays["lengths"]
        self.norms: Floats = arrays["norms"]
        self.columns: NDArray[np.uint64] = arrays["columns"]  # see ranking_columns.py
        self.id_keys: Keys = arrays["id_keys"]
        self.ids = StringArray(arrays["id_starts"], arrays["id_letters"])
        self.dead: Keys = arrays["dead"]  # ids removed from older segments
        texts = StringArray(arrays["text_starts"], arrays["text_letters"])
        self.lexicon = SegmentLexicon(arrays["keys"], arrays["counts"], texts)
        self.total_length = int(self.lengths.sum())
        self._spare: list[NDArray[np.uint8]] = []

    @classmethod
    def open(cls, folder: Path, name: str) -> "Segment":
        """Open a segment's file."""
        return cls(name, mapped_arrays(folder / name))

    def __len__(self) -> int:
        return len(self.seqs)

    def rows(self, seqs: Ints) -> tuple[Ints, NDArray[np.bool_]]:
        """Return the rows of the articles, and which are here; other rows are meaningless."""
        return places_in(self.seqs, seqs)

    def entries(self, rows: Ints) -> tuple[Ints, Ints]:
        """Return the positions of the terms of some rows, and the number of terms in each row."""
        starts = self.starts[rows]
        counts = self.starts[rows + 1] - starts
        return expanded_ranges(starts, counts), counts

    def tally(self, into: Packed, places: Ints, rows: Ints, keys: Keys) -> None:
        """Write the counts of a few terms into a matrix: this segment's `rows` to its `places`."""
        numbers, known = self.lexicon.numbers(keys)
        columns = known.nonzero()[0]
        if not len(columns):
            return
        first, last = self.starts.take(rows), self.starts.take(rows + 1)
        if len(columns) <= _FEW:
            into[places[:, None], columns] = self._counts(first, last, numbers[columns])
            return
        # A thousand slices and one copy take half the time of fancy indexing.
        bounds = zip(first.tolist(), last.tolist(), strict=True)
        terms = np.concatenate([self.terms[start:end] for start, end in bounds])
        ends = np.cumsum(last - first)
        for some in np.split(columns, range(_COLUMNS, len(columns), _COLUMNS)):
            hits, wanted = self._hits(terms, numbers[some])
            row = np.searchsorted(ends, hits, side="right")
            into[places[row], some[wanted]] = self.packed[hits - ends[row] + last[row]]

    def _counts(self, first: Ints, last: Ints, wanted: Ints) -> Packed:
        """The counts of a few terms in some rows, found by bisection in every row."""
        terms = wanted.astype(np.uint32)
        at, end = np.repeat(first[:, None], len(terms), axis=1), last[:, None] - 1
        step = 1 << int((last - first).max()).bit_length()
        while step := step >> 1:
            ahead = np.minimum(at + step, end)
            np.copyto(at, ahead, where=self.terms.take(ahead - 1, mode="clip") < terms)
        right = self.terms.take(at, mode="clip") == terms
        right &= (first < last)[:, None]  # an empty row must not match its neighbours' terms
        found: Packed = self.packed.take(at, mode="clip") * right
        return found

    def _hits(self, terms: NDArray[np.uint32], wanted: Ints) -> tuple[Ints, NDArray[np.uint8]]:
        """The positions of the wanted numbers among the terms, and which number each is."""
        # A table of zeros over the lexicon, reused; there is one per concurrent thread.
        try:
            table = self._spare.pop()
        except IndexError:
            table = np.zeros(len(self.lexicon.keys), np.uint8)
        table[wanted] = np.arange(1, len(wanted) + 1)
        found = table.take(terms, mode="clip")  # clipping is faster than checking
        table[wanted] = 0
        self._spare.append(table)
        hits = np.flatnonzero(found != 0)
        return hits, found[hits] - np.uint8(1)

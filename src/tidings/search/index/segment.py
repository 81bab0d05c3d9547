"""One immutable part of the forward index: some articles, row by row, in the order of their seq."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tidings.search.index.arrays import Arrays, mapped_arrays
from tidings.search.index.lexicon import Lexicon, places_in
from tidings.search.index.strings import Ints, Strings, spread
from tidings.search.rank.vectors import Floats, Keys, Packed


class Segment:
    """The articles of one commit, or of several that were merged. Never changes; for any thread."""

    def __init__(self, name: str, arrays: Arrays) -> None:
        self.name = name
        self.arrays = arrays
        self.seqs: Ints = arrays["seqs"]
        self.starts: Ints = arrays["starts"]  # of each row's terms; one more than rows
        self.terms: NDArray[np.uint32] = arrays["terms"]  # numbers in the lexicon, sorted in a row
        self.packed: Packed = arrays["packed"]
        self.lengths: NDArray[np.uint32] = arrays["lengths"]
        self.norms: Floats = arrays["norms"]
        self.columns: NDArray[np.uint64] = arrays["columns"]  # see columns.py
        self.id_keys: Keys = arrays["id_keys"]
        self.ids = Strings(arrays["id_starts"], arrays["id_letters"])
        self.dead: Keys = arrays["dead"]  # ids that older segments hold, but the index no more
        texts = Strings(arrays["text_starts"], arrays["text_letters"])
        self.lexicon = Lexicon(arrays["keys"], arrays["counts"], texts)
        self.total_length = int(self.lengths.sum())
        self._spare: list[NDArray[np.uint16]] = []

    @classmethod
    def open(cls, folder: Path, name: str) -> "Segment":
        """Open a segment's file."""
        return cls(name, mapped_arrays(folder / name))

    def __len__(self) -> int:
        return len(self.seqs)

    def rows(self, seqs: Ints) -> tuple[Ints, NDArray[np.bool_]]:
        """Return the rows of the articles, and which of them are here; the others' are void."""
        return places_in(self.seqs, seqs)

    def entries(self, rows: Ints) -> tuple[Ints, Ints]:
        """Return where the terms of some rows stand, in a row, and how many each row has."""
        starts = self.starts[rows]
        counts = self.starts[rows + 1] - starts
        return spread(starts, counts), counts

    def tally(self, into: Packed, places: Ints, rows: Ints, keys: Keys) -> None:
        """Put the counts of a few terms into a matrix: `rows` of ours at `places` of its rows."""
        numbers, known = self.lexicon.numbers(keys)
        if not known.any():
            return
        column_of = self._column_of()
        numbers = numbers[known]
        column_of[numbers] = np.flatnonzero(known) + 1
        entries, counts = self.entries(rows)
        columns = column_of[self.terms[entries]]
        column_of[numbers] = 0
        self._spare.append(column_of)
        hits = np.flatnonzero(columns)
        at = np.repeat(places, counts)[hits]
        into[at, columns[hits] - 1] = self.packed[entries[hits]]

    def _column_of(self) -> NDArray[np.uint16]:
        """A table of zeros over the lexicon; there are as many as threads that tally at once."""
        try:
            return self._spare.pop()
        except IndexError:
            return np.zeros(len(self.lexicon.keys), np.uint16)

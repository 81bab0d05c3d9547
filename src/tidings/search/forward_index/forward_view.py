"""Reading the forward index: from an article to its terms. forward_store.py writes it.

Until the next merge, counts and frequencies include replaced and removed articles.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tidings.search.forward_index.ranking_columns import COLUMNS, PUBLISHED, columns_from, id_key
from tidings.search.forward_index.segment import Segment
from tidings.search.rank.vectors import Columns, Floats, Keys, Tallies, Vectors, sliced
from tidings.text.bulk.string_arrays import Ints, expanded_ranges, starts_of

_T = TypeVar("_T", bound=np.generic)
_SAMPLE = 500  # articles whose dates represent those of all


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """The requested articles that are in one segment, and where their entries go."""

    segment: Segment
    places: Ints  # of the articles in the request
    rows: Ints  # of the articles in the segment
    first: Ints  # entry of each row
    last: Ints
    at: Ints | slice  # the places of all these entries in the result

    def taken(self, array: NDArray[_T]) -> NDArray[_T]:
        """Return the values of these entries from an array of the segment."""
        return sliced(array, self.first, self.last)


@dataclass(frozen=True, slots=True, eq=False)
class ForwardView:
    """The segments at one commit. Immutable and thread-safe."""

    segments: tuple[Segment, ...] = ()  # the oldest first
    last_seq: int = 0  # this and the next two as in `Manifest`
    opstamp: int | None = None
    former_seq: int = 0
    count: int = field(init=False)
    average_length: float = field(init=False)
    dates: Floats = field(init=False)  # of a sample of the articles, in seconds

    def __post_init__(self) -> None:
        count = sum(map(len, self.segments))
        total = sum(segment.total_length for segment in self.segments)
        object.__setattr__(self, "count", count)
        object.__setattr__(self, "average_length", (total / count if count else 0.0) or 1.0)
        object.__setattr__(self, "dates", self._sampled_dates(max(1, count // _SAMPLE)))

    @property
    def highest_seq(self) -> int:
        """The highest seq of an article, or 0; the cursor may be lower, or higher."""
        return max((int(each.seqs[-1]) for each in self.segments if len(each)), default=0)

    def _sampled_dates(self, step: int) -> Floats:
        found, skipped = [], 0  # as if all rows were in one segment: merging changes no answer
        for segment in self.segments:
            found.append(segment.columns[skipped::step, PUBLISHED])
            skipped = (skipped - len(segment)) % step
        return np.concatenate([np.empty(0, np.uint64), *found]).view(np.int64).astype(np.float64)

    def vectors(self, seqs: NDArray[np.int64]) -> Vectors:
        """Return the articles with all their terms."""
        lengths, norms = np.zeros((2, len(seqs)))
        starts, found = self._entries(seqs)
        keys, packed = np.empty(starts[-1], np.uint64), np.empty(starts[-1], np.uint16)
        for part in found:
            segment, places, rows = part.segment, part.places, part.rows
            lengths[places], norms[places] = segment.lengths[rows], segment.norms[rows]
            keys[part.at] = segment.lexicon.keys.take(part.taken(segment.terms))
            packed[part.at] = part.taken(segment.packed)
        return Vectors(starts, keys, packed, lengths, norms)

    def tallies(self, seqs: NDArray[np.int64], keys: Keys) -> Tallies:
        """Return the counts of each term in each article; zeros for an unknown article."""
        packed = np.zeros((len(seqs), len(keys)), np.uint16)
        lengths, norms = np.zeros((2, len(seqs)))
        for segment, places, rows in self._by_segment(seqs):
            lengths[places], norms[places] = segment.lengths.take(rows), segment.norms.take(rows)
            segment.tally(packed, places, rows, keys)
        return Tallies(packed, lengths, norms)

    def columns(self, seqs: NDArray[np.int64]) -> Columns:
        """Return the articles' other properties for ranking; zeros for an unknown article."""
        known, table = np.zeros(len(seqs), np.bool_), np.zeros((len(seqs), COLUMNS), np.uint64)
        for segment, places, rows in self._by_segment(seqs):
            known[places], table[places] = True, segment.columns.take(rows, axis=0)
        return columns_from(known, table)

    def ids(self, seqs: NDArray[np.int64]) -> list[str]:
        """Return the ids of the articles; empty for an unknown one."""
        ids = [""] * len(seqs)
        for segment, places, rows in self._by_segment(seqs):
            for place, id_ in zip(places.tolist(), segment.ids.texts(rows), strict=True):
                ids[place] = id_
        return ids

    def document_frequencies(self, keys: Keys) -> NDArray[np.int64]:
        """Return the number of articles with each term."""
        counts = np.zeros(len(keys), np.int64)
        for segment in self.segments:
            counts += segment.lexicon.counts_of(keys)
        return counts

    def terms(self, keys: Keys) -> list[str]:
        """Return the text of each term; empty for an unknown one."""
        texts = [""] * len(keys)
        for segment in self.segments:
            numbers, known = segment.lexicon.numbers(keys)
            places = np.flatnonzero(known)
            found = segment.lexicon.texts.texts(numbers[places])
            for place, text in zip(places.tolist(), found, strict=True):
                texts[place] = texts[place] or text
        return texts

    def seq_of(self, id_: str) -> int | None:
        """Return the seq of an article by its id; a linear search."""
        key = np.uint64(id_key(id_))
        for segment in reversed(self.segments):
            rows = np.flatnonzero(segment.id_keys == key)
            if len(rows):
                return int(segment.seqs[rows[-1]])
            if key in segment.dead:
                return None
        return None

    def _entries(self, seqs: Ints) -> tuple[Ints, list["_Part"]]:
        """Where the entries of each article begin in the result, and the parts they come from."""
        sizes = np.zeros(len(seqs), np.int64)
        found = [
            (segment, places, rows, segment.starts[rows], segment.starts[rows + 1])
            for segment, places, rows in self._by_segment(seqs)
        ]
        for _, places, _, first, last in found:
            sizes[places] = last - first
        starts = starts_of(sizes)
        # Often all come from one segment, in order; then they need no scattering.
        whole = len(found) == 1 and len(found[0][1]) == len(seqs)
        return starts, [
            _Part(segment, places, rows, first, last,
                  slice(None) if whole else expanded_ranges(starts[places], last - first))
            for segment, places, rows, first, last in found
        ]  # fmt: skip

    def _by_segment(self, seqs: Ints) -> Iterator[tuple[Segment, Ints, Ints]]:
        """Each segment that has some of the articles, with their places and its rows."""
        missing = None
        for segment in reversed(self.segments):  # of a seq that was added twice, the newer counts
            rows, known = segment.rows(seqs)
            if missing is not None:
                known &= missing
            elif known.all():  # as often: the other segments are not needed
                if len(seqs):
                    yield segment, np.arange(len(seqs)), rows
                return
            places = known.nonzero()[0]
            if len(places):
                missing = ~known if missing is None else missing & ~known
                yield segment, places, rows[places]

"""Merges adjacent segments into one: the newest row of each article, without removed ones.

All work is done with arrays, and rows are written straight into the new file, block by block, so
that merging many articles needs little time and memory.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tidings.search.forward_index.arrays import Array, new_arrays
from tidings.search.forward_index.norms import Norms, blocks
from tidings.search.forward_index.segment import Segment
from tidings.search.rank.vectors import Keys
from tidings.text.bulk.string_arrays import (
    Ints,
    StringArray,
    expanded_ranges,
    joined_arrays,
    starts_of,
)


@dataclass(frozen=True, slots=True, eq=False)
class _Lexicons:
    """The terms of all segments together, and the new numbers of each segment's terms."""

    keys: Keys
    counts: NDArray[np.uint32]
    texts: StringArray
    numbers: list[NDArray[np.uint32]]


def merge_segments(path: Path, segments: Sequence[Segment], norms: Norms, *, oldest: bool) -> None:
    """Write the segments, given from the oldest to the newest, as one.

    `oldest` means that no segment is older: then the list of removed ids is no longer needed.
    """
    kept = _kept(segments)
    lexicons = _merged_lexicons(segments, kept)
    small, places = _small_arrays(segments, kept)
    small |= {
        "keys": lexicons.keys,
        "counts": lexicons.counts,
        "text_starts": lexicons.texts.starts,
        "text_letters": lexicons.texts.letters,
        "dead": _dead(segments, oldest),
    }
    layout = {name: (array.dtype.str, array.shape) for name, array in small.items()}
    rows, total = len(small["seqs"]), int(small["starts"][-1])
    layout |= {"terms": ("<u4", (total,)), "packed": ("<u2", (total,)), "norms": ("<f8", (rows,))}
    with new_arrays(path, layout) as arrays:
        for name, array in small.items():
            arrays[name][...] = array
        for copied in zip(segments, kept, places, lexicons.numbers, strict=True):
            _copy(*copied, arrays)
        arrays["norms"][...] = norms(
            arrays["starts"], arrays["terms"], arrays["packed"], lexicons.keys, lexicons.counts
        )


def _kept(segments: Sequence[Segment]) -> list[Ints]:
    """The rows of each segment that are kept."""
    kept: list[Ints] = []
    seqs, ids = np.zeros(0, np.int64), np.zeros(0, np.uint64)  # of newer segments
    for segment in reversed(segments):
        gone = np.isin(segment.id_keys, ids) | np.isin(segment.seqs, seqs)
        kept.insert(0, np.flatnonzero(~gone))
        seqs = np.concatenate([segment.seqs, seqs])
        ids = np.concatenate([segment.id_keys, segment.dead, ids])
    return kept


def _dead(segments: Sequence[Segment], oldest: bool) -> Keys:
    parts = [] if oldest else [segment.dead for segment in segments]
    return np.unique(np.concatenate([np.zeros(0, np.uint64), *parts]))


def _small_arrays(
    segments: Sequence[Segment], kept: Sequence[Ints]
) -> tuple[dict[str, Array], list[Ints]]:
    """The arrays with one value per row, in the order of seq, and the new row of each kept one."""
    pairs = list(zip(segments, kept, strict=True))
    seqs = np.concatenate([one.seqs[rows] for one, rows in pairs])
    order = np.argsort(seqs, kind="stable")  # in order already, unless seqs were added again
    places = np.empty_like(order)
    places[order] = np.arange(len(order))
    sizes = np.concatenate([np.diff(one.starts)[rows] for one, rows in pairs])
    ids = joined_arrays([one.ids.take(rows) for one, rows in pairs]).take(order)
    arrays: dict[str, Array] = {
        name: np.concatenate([one.arrays[name][rows] for one, rows in pairs])[order]
        for name in ("lengths", "columns", "id_keys")
    }
    arrays |= {"seqs": seqs[order], "starts": starts_of(sizes[order])}
    arrays |= {"id_starts": ids.starts, "id_letters": ids.letters}
    edges = np.cumsum([len(rows) for rows in kept])[:-1]
    return arrays, np.split(places, edges)


def _merged_lexicons(segments: Sequence[Segment], kept: Sequence[Ints]) -> _Lexicons:
    keys = np.unique(np.concatenate([one.lexicon.keys for one in segments]))
    numbers = [np.searchsorted(keys, one.lexicon.keys) for one in segments]
    counts = np.zeros(len(keys), np.int64)
    holder = np.zeros(len(keys), np.int64)  # position of a term's text across all lexicons
    first = 0
    for one, rows, number in zip(segments, kept, numbers, strict=True):
        counts[number] += one.lexicon.counts
        gone = np.setdiff1d(np.arange(len(one)), rows, assume_unique=True)
        lost = np.bincount(one.terms[one.entries(gone)[0]], minlength=len(number))
        counts[number] -= lost
        holder[number] = first + np.arange(len(number))
        first += len(number)
    used = counts > 0
    renumbered = np.cumsum(used) - 1
    texts = joined_arrays([one.lexicon.texts for one in segments]).take(holder[used])
    return _Lexicons(keys[used], counts[used].astype(np.uint32), texts,
                     [renumbered[number].astype(np.uint32) for number in numbers])  # fmt: skip


def _copy(
    segment: Segment,
    rows: Ints,
    places: Ints,
    numbers: NDArray[np.uint32],
    arrays: Mapping[str, Array],
) -> None:
    """Copy the terms of a segment's rows to their new positions, with their new numbers.

    Renumbering keeps the order of terms, so rows stay sorted.
    """
    sizes = np.diff(segment.starts)[rows]
    for first, last in blocks(starts_of(sizes)):
        some = slice(first, last)
        taken = _term_places(segment.starts[rows[some]], sizes[some])
        put = _term_places(arrays["starts"][places[some]], sizes[some])
        arrays["terms"][put] = numbers[segment.terms[taken]]
        arrays["packed"][put] = segment.packed[taken]


def _term_places(starts: Ints, sizes: Ints) -> Ints | slice:
    """The positions of the terms of some rows; a slice, much faster to copy, if they adjoin."""
    if np.array_equal(starts[1:], starts[:-1] + sizes[:-1]):
        return slice(int(starts[0]), int(starts[-1] + sizes[-1]))
    return expanded_ranges(starts, sizes)

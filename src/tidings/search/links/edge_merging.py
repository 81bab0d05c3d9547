"""Merges batches of edges; only the newest copy of a page counts."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tidings.search.links.edges import AnchorTexts, Edges, PageKeyColumns, Rows
from tidings.search.links.page_keys import Keys


def merged_edges(batches: Sequence[Edges]) -> Edges:
    """Return the batches, given from the oldest, as one."""
    if len(batches) == 1:
        return batches[0]
    pages = _joined_keys([batch.pages for batch in batches])
    newest = _last_of_each(pages.page)
    counts = _joined([batch.counts for batch in batches], np.uint32)
    kept = np.repeat(newest, counts)
    target, targets = _renumbered(
        [batch.target for batch in batches], [batch.targets.page for batch in batches], kept
    )
    text, texts = _renumbered(
        [batch.text for batch in batches], [batch.texts.keys for batch in batches], kept, first=True
    )
    return Edges(
        pages=pages.take(newest),
        counts=counts[newest],
        targets=_joined_keys([batch.targets for batch in batches]).take(targets),
        target=target,
        texts=_joined_texts([batch.texts for batch in batches]).take(texts),
        text=text,
    )


def _joined(arrays: Sequence[NDArray[Any]], kind: type[np.generic]) -> NDArray[Any]:
    return np.concatenate([np.zeros(0, dtype=kind), *arrays])


def _joined_keys(places: Sequence[PageKeyColumns]) -> PageKeyColumns:
    column: Callable[[str], Keys] = lambda name: _joined(  # noqa: E731
        [getattr(each, name) for each in places], np.uint64
    )
    return PageKeyColumns(column("page"), column("host"), column("domain"))


def _joined_texts(texts: Sequence[AnchorTexts]) -> AnchorTexts:
    sizes = _joined([np.diff(each.ends, prepend=0) for each in texts], np.int64)
    return AnchorTexts(
        _joined([each.keys for each in texts], np.uint64),
        np.cumsum(sizes, dtype=np.int64),
        _joined([each.content for each in texts], np.uint8),
    )


def _last_of_each(keys: Keys) -> NDArray[np.bool_]:
    """Return for every key whether it is its last occurrence."""
    _, from_end = np.unique(keys[::-1], return_index=True)
    last = np.zeros(len(keys), dtype=bool)
    last[len(keys) - 1 - from_end] = True
    return last


def _renumbered(
    rows: Sequence[Rows],
    keys: Sequence[Keys],
    kept: NDArray[np.bool_],
    *,
    first: bool = False,
) -> tuple[Rows, NDArray[np.int64]]:
    """Give equal keys of all batches one number, and no number to unused keys.

    Returns the rows with the new numbers, and the keys that have a number, as positions among all
    keys. With `first`, the very first key stays the first, used or not.
    """
    every = _joined(keys, np.uint64)
    _, one_of, same = np.unique(every, return_index=True, return_inverse=True)
    starts = np.cumsum([0, *(len(each) for each in keys)])[:-1]
    shifted = [each + start for each, start in zip(rows, starts.tolist(), strict=True)]
    moved = one_of[same][_joined(shifted, np.int64).astype(np.int64)[kept]]
    used = np.zeros(len(every), dtype=bool)
    used[moved] = True
    if first and len(every):
        used[0] = True
    numbers = np.cumsum(used) - 1
    return numbers[moved].astype(np.uint32), np.flatnonzero(used)

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.search.forward_index import norms as norms_module
from tidings.search.forward_index.norms import blocks, norms
from tidings.search.rank.vectors import pack
from tidings.settings.tree import ZoneWeights

ZONES = ZoneWeights(title=3.0, headings=2.0, capitals=0.5)

# A row: pairs of a term and its counts in body, title, headings and its capitals.
COUNTS = st.tuples(st.integers(0, 300), st.integers(0, 9), st.integers(0, 9), st.integers(0, 3))
ROWS = st.lists(st.lists(st.tuples(st.integers(0, 4), COUNTS), max_size=5), max_size=8)
IDFS = [0.0, 0.5, 1.0, 2.25, 7.0]
Row = list[tuple[int, tuple[int, int, int, int]]]


def by_definition(row: Row) -> float:
    """The root of the summed squares of tf * idf; counts end at the limits of the index."""
    squares = 0.0
    for term, (body, title, headings, capitals) in row:
        tf = min(body, 255) + 3 * min(title, 7) + 2 * min(headings, 7)
        squares += (tf * (1 + 0.5 * capitals / 3) * IDFS[term]) ** 2
    return math.sqrt(squares)


@given(ROWS, st.sampled_from([1, 2, 5, 1 << 20]))
@settings(max_examples=60)
def test_norms_follow_their_definition_in_blocks_of_any_size(rows: list[Row], size: int) -> None:
    starts = np.cumsum([0, *map(len, rows)])
    terms = np.array([term for row in rows for term, _ in row], np.uint32)
    packed = np.array([pack(*counts) for row in rows for _, counts in row], np.uint16)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(norms_module, "_BLOCK", size)
        found = norms(starts, terms, packed, np.array(IDFS), ZONES)
    assert found == pytest.approx([by_definition(row) for row in rows])


@given(st.lists(st.integers(0, 9), max_size=30), st.integers(1, 12))
def test_blocks_have_every_row_once_and_about_as_many_terms_as_wanted(
    sizes: list[int], most: int
) -> None:
    starts = np.cumsum([0, *sizes])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(norms_module, "_BLOCK", most)
        found = blocks(starts)
    assert [row for first, last in found for row in range(first, last)] == list(range(len(sizes)))
    assert all(one[1] == other[0] for one, other in pairwise(found))
    for first, last in found:
        assert starts[last - 1] - starts[first] < most  # the last row may go over the limit

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.text.bulk.growing_array import GrowingArray


def test_an_array_grows_and_drops_its_last_values() -> None:
    growing = GrowingArray(np.int64)
    for size in (3, 0, 5_000, 1, 20_000):
        assert growing.append(np.full(size, size)) == growing.count - size
    growing.count -= 20_000
    assert growing.append(np.array([7, 8])) == 5_004
    assert np.unique_counts(growing.values).counts.tolist() == [1, 3, 1, 1, 5_000]


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 5_000), st.integers(0, 300)), max_size=12))
def test_an_array_is_what_a_list_would_be(turns: list[tuple[int, int]]) -> None:
    growing, expected = GrowingArray(np.uint32), list[int]()
    for number, (added, dropped) in enumerate(turns):
        assert growing.append(np.full(added, number, np.uint32)) == len(expected)
        expected += [number] * added
        del expected[max(0, len(expected) - dropped) :]
        growing.count = len(expected)
        assert growing.values.tolist() == expected


def test_values_that_were_taken_do_not_show_later_ones() -> None:
    growing = GrowingArray(np.int64)
    growing.append(np.array([1, 2]))
    before = growing.values
    growing.append(np.arange(10_000))
    assert before.tolist() == [1, 2]
    assert growing.values.dtype == np.int64

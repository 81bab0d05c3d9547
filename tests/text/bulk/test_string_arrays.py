import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.text.bulk.string_arrays import (
    StringArray,
    expanded_ranges,
    joined_arrays,
    starts_of,
    string_array,
)

_texts = st.lists(st.text(st.characters(exclude_categories=["Cs"]), max_size=6), max_size=12)
quick = settings(max_examples=50)


def read(strings: StringArray) -> list[str]:
    return strings.texts(np.arange(len(strings)))


def test_ranges_are_listed_one_after_the_other() -> None:
    starts, lengths = np.array([7, 0, 20]), np.array([3, 0, 2])
    assert expanded_ranges(starts, lengths).tolist() == [7, 8, 9, 20, 21]
    assert expanded_ranges(np.empty(0, np.int64), np.empty(0, np.int64)).tolist() == []


@quick
@given(st.lists(st.tuples(st.integers(0, 99), st.integers(0, 6)), max_size=12))
def test_any_ranges_are_listed_as_python_would(ranges: list[tuple[int, int]]) -> None:
    starts, lengths = np.array(ranges, np.int64).reshape(-1, 2).T
    expected = [at for start, length in ranges for at in range(start, start + length)]
    assert expanded_ranges(starts, lengths).tolist() == expected


def test_starts_are_sums_of_lengths_and_end_with_the_total() -> None:
    assert starts_of(np.array([3, 0, 5])).tolist() == [0, 3, 3, 8]
    assert starts_of(np.empty(0, np.int64)).tolist() == [0]


@quick
@given(_texts)
def test_texts_come_back_as_they_were(texts: list[str]) -> None:
    strings = string_array(texts)
    assert len(strings) == len(texts)
    assert read(strings) == texts
    assert [strings.at(place) for place in range(len(texts))] == texts
    assert bytes(strings.letters) == "".join(texts).encode()


@quick
@given(_texts.filter(bool), st.data())
def test_some_texts_can_be_taken_in_any_order(texts: list[str], data: st.DataObject) -> None:
    places = data.draw(st.lists(st.integers(0, len(texts) - 1), max_size=20))
    strings, chosen = string_array(texts), np.array(places, np.int64)
    expected = [texts[place] for place in places]
    assert strings.texts(chosen) == expected
    taken = strings.take(chosen)
    assert read(taken) == expected
    assert taken.starts[-1] == len(taken.letters)


@quick
@given(st.lists(_texts, min_size=1, max_size=5))
def test_joined_arrays_have_the_texts_of_all_parts(parts: list[list[str]]) -> None:
    joined = joined_arrays([string_array(part) for part in parts])
    assert read(joined) == [text for part in parts for text in part]


def test_a_place_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(IndexError):
        string_array(["a", "b"]).texts(np.array([2]))

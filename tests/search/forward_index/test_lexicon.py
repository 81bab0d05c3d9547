import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.forward_index.lexicon import SegmentLexicon, places_in
from tidings.text.bulk.string_arrays import string_array

LARGEST = (1 << 64) - 1
KEYS = st.sets(st.integers(0, 12) | st.sampled_from([1 << 40, LARGEST - 1, LARGEST]))


def lexicon_of(counts: dict[int, int]) -> SegmentLexicon:
    keys = sorted(counts)
    return SegmentLexicon(
        np.array(keys, np.uint64),
        np.array([counts[key] for key in keys], np.uint32),
        string_array(f"t{key}" for key in keys),
    )


@given(KEYS, st.lists(st.integers(0, 12) | st.sampled_from([1 << 40, LARGEST])))
def test_a_key_is_found_exactly_if_it_exists(known: set[int], wanted: list[int]) -> None:
    lexicon = lexicon_of(dict.fromkeys(known, 1))
    numbers, found = lexicon.numbers(np.array(wanted, np.uint64))
    assert found.tolist() == [key in known for key in wanted]
    for key, number, is_known in zip(wanted, numbers.tolist(), found.tolist(), strict=True):
        assert not is_known or lexicon.texts.at(number) == f"t{key}"


@given(st.dictionaries(st.integers(0, 12), st.integers(1, 1 << 31)), st.lists(st.integers(0, 12)))
def test_an_unknown_term_is_in_no_article(counts: dict[int, int], wanted: list[int]) -> None:
    found = lexicon_of(counts).counts_of(np.array(wanted, np.uint64))
    assert found.tolist() == [counts.get(key, 0) for key in wanted]
    assert found.dtype == np.int64  # sums over segments must not overflow


@pytest.mark.parametrize("wanted", [[], [-3], [9, 0, 9]])
def test_nothing_is_found_among_nothing(wanted: list[int]) -> None:
    places, found = places_in(np.zeros(0, np.int64), np.array(wanted, np.int64))
    assert len(places) == len(wanted)
    assert not found.any()

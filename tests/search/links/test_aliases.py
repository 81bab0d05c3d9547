import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.links.aliases import KeyAliases

LARGEST = (1 << 64) - 1


def resolved(pairs: list[tuple[int, int]], *keys: int) -> list[int]:
    found: list[int] = KeyAliases.of(pairs).resolved(np.array(keys, np.uint64)).tolist()
    return found


def test_without_aliases_every_key_stands_for_itself() -> None:
    assert resolved([], 1, 2, LARGEST) == [1, 2, LARGEST]
    assert resolved([(1, 2)]) == []


def test_a_redirect_to_a_duplicate_leads_to_the_canonical_page() -> None:
    assert resolved([(2, 3), (1, 2)], 1, 2, 3, 0, LARGEST) == [3, 3, 3, 0, LARGEST]


@pytest.mark.parametrize("length", [2, 3, 5])
def test_a_circle_ends_within_itself(length: int) -> None:
    pairs = [(at, (at + 1) % length) for at in range(length)]
    assert set(resolved(pairs, *range(length), 99)) <= {*range(length), 99}


def test_very_long_chains_are_followed_for_four_hops() -> None:
    pairs = [(at, at + 1) for at in range(9)]
    assert resolved(pairs, 0, 3, 8, 9) == [4, 7, 9, 9]


@given(st.dictionaries(st.integers(0, 8), st.integers(10, 18)), st.lists(st.integers(0, 18)))
def test_one_hop_equals_a_dictionary(aliases: dict[int, int], keys: list[int]) -> None:
    assert resolved(list(aliases.items()), *keys) == [aliases.get(key, key) for key in keys]

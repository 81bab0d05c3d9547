from collections.abc import Callable, Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.rank.vectors import Vectors, frequencies, pack
from tidings.settings.tree import ZoneWeights
from tidings.text.bulk.vocabulary import term_key

MakeForward = Callable[[Sequence[str]], ForwardView]
TEXTS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=8).map(" ".join), min_size=1)


def assert_same(one: Vectors, other: Vectors) -> None:
    for name in ("starts", "keys", "packed", "lengths", "norms"):
        assert getattr(one, name).tolist() == getattr(other, name).tolist()


@given(TEXTS, st.data())
def test_a_selection_of_vectors_equals_the_vectors_read_alone(
    forward_of: MakeForward, texts: list[str], data: st.DataObject
) -> None:
    forward = forward_of(texts)
    seqs = np.arange(1, len(texts) + 1)
    rows = np.array(data.draw(st.lists(st.integers(0, len(texts) - 1))), np.int64)
    assert_same(forward.vectors(seqs).at(rows), forward.vectors(seqs[rows]))
    half = len(texts) // 2
    both = forward.vectors(seqs[:half]).with_more(forward.vectors(seqs[half:]))
    assert_same(both, forward.vectors(seqs))


@given(TEXTS, st.lists(st.sampled_from("abcxyz"), unique=True))
def test_tallies_of_vectors_equal_those_of_the_index(
    forward_of: MakeForward, texts: list[str], words: list[str]
) -> None:
    forward = forward_of(texts)
    seqs = np.arange(1, len(texts) + 2)  # the last does not exist
    keys = np.array([term_key(word) for word in words], np.uint64)
    found = forward.vectors(seqs).tallies(keys)
    assert found.packed.tolist() == forward.tallies(seqs, keys).packed.tolist()


def test_terms_that_share_a_bucket_are_distinguished() -> None:
    keys = np.array([1, 1 + (1 << 16), 1 + (1 << 20)], np.uint64)
    vectors = Vectors(np.array([0, 2]), keys[:2], np.array([3, 5], np.uint16), *np.ones((2, 1)))
    assert vectors.tallies(keys[::-1]).packed.tolist() == [[0, 5, 3]]


@given(st.integers(0, 255), st.integers(0, 7), st.integers(0, 7), st.integers(0, 3))
def test_zones_and_capitals_weigh_as_the_settings_say(
    body: int, title: int, headings: int, capitals: int
) -> None:
    packed = np.array([pack(body, title, headings, capitals)], np.uint16)
    weights = ZoneWeights(title=3.0, headings=2.0, capitals=0.5)
    expected = (body + 3.0 * title + 2.0 * headings) * (1 + 0.5 * capitals / 3)
    assert np.isclose(frequencies(packed, weights)[0], expected)

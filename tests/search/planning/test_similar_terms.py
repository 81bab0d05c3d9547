from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.planning.similar_terms import letters_apart, similar_terms

MakeForward = Callable[[Sequence[str]], ForwardView]

WORD = st.text("abcé", max_size=6)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [("same", "same", 0), ("form", "from", 1), ("trmup", "trump", 1), ("abc", "abcd", 1),
     ("abcd", "abc", 1), ("cat", "cut", 1), ("kitten", "sitting", 3), ("", "ab", 2)],
)  # fmt: skip
def test_removed_added_changed_and_swapped_letters_count(one: str, other: str, apart: int) -> None:
    assert letters_apart(one, other, 5) == apart


@given(WORD, WORD, st.integers(0, 4))
def test_the_distance_is_the_same_both_ways_and_never_above_the_most(
    one: str, other: str, most: int
) -> None:
    apart = letters_apart(one, other, most)
    assert apart == letters_apart(other, one, most) <= most + 1
    assert (apart == 0) == (one == other)
    assert letters_apart(one, other, 9) == apart or apart == most + 1


def test_similar_terms_have_their_number_of_articles(forward_of: MakeForward) -> None:
    forward = forward_of(["president minister", "president", "resident", "presidents"])
    found = {each.term: (each.articles, each.distance) for each in
             similar_terms(forward, "presidnet", 1, 1)}  # fmt: skip
    assert found == {"president": (2, 1)}
    assert [each.term for each in similar_terms(forward, "president", 1, 2)] == []
    near = similar_terms(forward, "president", 1, 1)
    assert {each.term for each in near} == {"resident", "presidents"}


def test_other_alphabets_have_similar_terms_too(forward_of: MakeForward) -> None:
    forward = forward_of(["правительство", "κυβέρνηση", "министр"])
    assert [each.term for each in similar_terms(forward, "правителство", 1, 1)] == ["правительство"]
    assert [each.term for each in similar_terms(forward, "κυβένρηση", 1, 1)] == ["κυβέρνηση"]


def test_an_empty_index_has_no_similar_terms() -> None:
    assert similar_terms(ForwardView(), "word", 2, 1) == []


@given(st.lists(st.text("abcdeé", min_size=2, max_size=8), min_size=1, max_size=12), st.data())
def test_no_similar_term_is_missed(
    forward_of: MakeForward, words: list[str], data: st.DataObject
) -> None:
    word = data.draw(st.sampled_from(words))
    at = data.draw(st.integers(1, len(word) - 1))
    typed = word[:at] + word[at + 1 :]
    found = similar_terms(forward_of([" ".join(words)]), typed, 1, 1)
    assert word in {each.term for each in found} or word == typed

"""The choice of sentences: the best that fit, without repetition, at least one."""

import numpy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.summary.sentence_choice import (
    SAME_CONTENT,
    SentenceSimilarity,
    SummaryRoom,
    chosen_sentences,
    opening_sentences,
)
from tidings.enrich.summary.sentence_space import Matrix
from tidings.model.articles.summary import SummaryLength

PLENTY = SummaryRoom(sentences=9, words=999)


def pairs(count: int, values: dict[tuple[int, int], float]) -> Matrix:
    """A symmetric matrix with these values."""
    found = numpy.zeros((count, count))
    for (one, other), value in values.items():
        found[one, other] = found[other, one] = value
    return found


def chosen(
    weights: list[float],
    room: SummaryRoom,
    sizes: list[int] | None = None,
    cosine: dict[tuple[int, int], float] | None = None,
    overlap: dict[tuple[int, int], float] | None = None,
    penalty: float = 1.0,
) -> list[int]:
    count = len(weights)
    similarity = SentenceSimilarity(
        pairs(count, cosine or {}), pairs(count, overlap or {}), penalty
    )
    return chosen_sentences(numpy.array(weights), sizes or [10] * count, room, similarity)


@pytest.mark.parametrize(
    ("length", "room"),
    [
        (SummaryLength(), SummaryRoom(3, 30)),
        (SummaryLength(sentences=2), SummaryRoom(2, 30)),
        (SummaryLength(words=12), SummaryRoom(3, 12)),
        (SummaryLength(ratio=0.5), SummaryRoom(3, 15)),
        (SummaryLength(sentences=1, words=20, ratio=0.1), SummaryRoom(1, 3)),
    ],
)
def test_the_room_is_the_smallest_of_all_limits(length: SummaryLength, room: SummaryRoom) -> None:
    assert SummaryRoom.of(length, [5, 10, 15]) == room


def test_the_heaviest_sentences_are_chosen_and_returned_in_text_order() -> None:
    assert chosen([1, 5, 2, 4], SummaryRoom(2, 999)) == [1, 3]
    assert chosen([1, 5, 2, 4], SummaryRoom(3, 999)) == [1, 2, 3]


def test_a_sentence_that_no_longer_fits_makes_room_for_a_lighter_one() -> None:
    assert chosen([5, 4, 1], SummaryRoom(3, 15), sizes=[10, 9, 5]) == [0, 2]


def test_if_none_fits_the_shortest_is_chosen() -> None:
    assert chosen([5, 4, 1], SummaryRoom(3, 4), sizes=[10, 8, 9]) == [1]
    assert chosen([5, 4, 1], SummaryRoom(0, 99), sizes=[10, 8, 9]) == [1]


def test_similarity_to_a_chosen_sentence_costs_weight() -> None:
    room, alike = SummaryRoom(2, 999), {(0, 1): 0.5}
    assert chosen([5, 4.4, 4], room) == [0, 1]
    assert chosen([5, 4.4, 4], room, cosine=alike) == [0, 2]
    assert chosen([5, 4.4, 4], room, cosine=alike, penalty=0.5) == [0, 1]


def test_the_most_similar_chosen_sentence_decides_not_the_sum() -> None:
    cosine = {(0, 2): 0.3, (1, 2): 0.3}
    assert chosen([5, 5, 4, 3.6], SummaryRoom(3, 999), cosine=cosine) == [0, 1, 2]
    cosine = {(0, 2): 0.3, (1, 2): 0.5}
    assert chosen([5, 5, 4, 3.6], SummaryRoom(3, 999), cosine=cosine) == [0, 1, 3]


def test_a_sentence_with_the_same_content_is_never_chosen() -> None:
    assert chosen([5, 4], PLENTY, overlap={(0, 1): SAME_CONTENT}) == [0]
    assert chosen([5, 4], PLENTY, overlap={(0, 1): SAME_CONTENT - 0.01}) == [0, 1]


def test_without_similarities_only_weight_and_length_count() -> None:
    assert chosen_sentences(numpy.array([1.0, 3.0, 2.0]), [1, 1, 1], SummaryRoom(2, 9)) == [1, 2]


def test_the_weights_are_left_as_they_are() -> None:
    weights = numpy.array([3, 1, 2])
    chosen_sentences(weights, [1, 1, 1], PLENTY)
    assert weights.tolist() == [3, 1, 2]


def test_of_equal_sentences_the_first_is_chosen() -> None:
    assert chosen([1, 1, 1], SummaryRoom(1, 99)) == [0]


def test_a_negative_weight_does_not_keep_a_sentence_out_of_an_empty_place() -> None:
    assert chosen([-1, -2], PLENTY) == [0, 1]


@pytest.mark.parametrize(
    ("room", "expected"),
    [
        (SummaryRoom(2, 99), [0, 1]),
        (SummaryRoom(9, 99), [0, 1, 2]),
        (SummaryRoom(9, 17), [0, 1]),
        (SummaryRoom(9, 16), [0]),  # it ends at the second, though the third would fit
        (SummaryRoom(9, 3), [0]),
        (SummaryRoom(0, 99), [0]),
    ],
)
def test_the_opening_sentences_are_those_that_fit(room: SummaryRoom, expected: list[int]) -> None:
    assert opening_sentences([5, 12, 4], room) == expected


def test_an_empty_text_has_no_opening() -> None:
    assert opening_sentences([], PLENTY) == []


@settings(max_examples=80)
@given(
    st.lists(st.tuples(st.floats(-9, 9), st.integers(1, 20)), min_size=1, max_size=8),
    st.integers(0, 6),
    st.integers(0, 60),
)
def test_choosing_by_weight_is_greedy(
    sentences: list[tuple[float, int]], count: int, words: int
) -> None:
    """The same by sorting: heaviest first, each taken if it still fits."""
    left = words
    expected: list[int] = []
    for at in sorted(range(len(sentences)), key=lambda at: -sentences[at][0]):
        if sentences[at][1] <= left and len(expected) < count:
            expected.append(at)
            left -= sentences[at][1]
    sizes = [size for _, size in sentences]
    found = chosen([weight for weight, _ in sentences], SummaryRoom(count, words), sizes)
    assert found == (sorted(expected) or [sizes.index(min(sizes))])

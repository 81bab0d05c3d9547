from collections import Counter
from collections.abc import Callable, Sequence
from math import log, sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.rank.score_smoothing import likeness, smoothed, smoothing_depth
from tidings.search.rank.vectors import frequencies
from tidings.settings.tree import ZoneWeights

MakeForward = Callable[[Sequence[str]], ForwardView]

SCORES = st.lists(st.floats(0.125, 10), min_size=1, max_size=15)


def alike(pairs: dict[tuple[int, int], float], size: int) -> NDArray[np.float32]:
    matrix = np.eye(size, dtype=np.float32)
    for (one, other), value in pairs.items():
        matrix[one, other] = matrix[other, one] = value
    return matrix


@pytest.mark.parametrize(
    ("candidates", "wanted"), [(0, 50), (3, 50), (100, 50), (130, 65), (200, 100), (1_000, 100)]
)
def test_the_better_half_is_smoothed_within_limits(candidates: int, wanted: int) -> None:
    assert smoothing_depth(candidates) == wanted


def test_a_hit_without_neighbours_keeps_its_score() -> None:
    scores = np.array([5.0, 3.0, 1.0])
    assert smoothed(scores, alike({}, 3)) == pytest.approx([5.0, 3.0, 1.0])
    assert smoothed(scores[:1], alike({}, 1)).tolist() == [5.0]


def test_a_score_moves_by_a_third_towards_its_neighbours() -> None:
    found = smoothed(np.array([5.0, 3.0, 1.0]), alike({(0, 1): 0.5}, 3))
    assert found == pytest.approx([0.65 * 5 + 0.35 * 3, 0.65 * 3 + 0.35 * 5, 1.0])


def test_nearer_neighbours_count_more_and_unlike_ones_nothing() -> None:
    found = smoothed(np.array([4.0, 2.0, 0.0]), alike({(0, 1): 0.75, (0, 2): 0.25}, 3))
    assert found[0] == pytest.approx(0.65 * 4 + 0.35 * (0.75 * 2 + 0.25 * 0))
    against = smoothed(np.array([4.0, 2.0, 0.0]), alike({(0, 1): 0.75, (0, 2): -0.5}, 3))
    assert against[0] == pytest.approx(0.65 * 4 + 0.35 * 2)


def test_only_the_ten_nearest_count() -> None:
    pairs = {(0, other): 0.9 if other <= 10 else 0.1 for other in range(1, 14)}
    scores = np.array([1.0, *[2.0] * 10, *[100.0] * 3])
    assert smoothed(scores, alike(pairs, 14))[0] == pytest.approx(0.65 * 1 + 0.35 * 2)


@given(SCORES, st.randoms(use_true_random=False))
def test_smoothed_scores_stay_between_the_lowest_and_the_highest(
    scores: list[float], random: Random
) -> None:
    size = len(scores)
    pairs = {(one, other): random.random() for one in range(size) for other in range(one)}
    found = smoothed(np.array(scores), alike(pairs, size))
    assert found.min() >= min(scores) - 1e-9
    assert found.max() <= max(scores) + 1e-9


def by_definition(texts: list[str]) -> list[list[float]]:
    """The cosines of tf * log((n + 1) / articles); unshared words count only in the lengths."""
    counts = [Counter(text.split()) for text in texts]
    having = Counter(word for each in counts for word in each)
    least = 2 if len(texts) < 30 else 3
    vectors = [
        {word: count * log((len(texts) + 1) / having[word]) for word, count in each.items()}
        for each in counts
    ]
    lengths = [sqrt(sum(weight**2 for weight in vector.values())) or 1.0 for vector in vectors]
    return [
        [
            sum(w * other.get(word, 0.0) for word, w in one.items() if having[word] >= least)
            / (lengths[row] * lengths[column])
            for column, other in enumerate(vectors)
        ]
        for row, one in enumerate(vectors)
    ]


BODIES = st.lists(st.sampled_from("bank crisis loan river rain sea boat".split()), max_size=6)


# From thirty articles on, a word of only two has no column.
THIRTY = ["loan sea", "loan boat", *[f"bank {word}" for word in ("sea", "boat") * 14]]


@given(st.lists(BODIES.map(" ".join), min_size=1, max_size=20))
@example(THIRTY)
@example(THIRTY[:-1])
@settings(max_examples=40)
def test_likeness_is_the_cosine_of_the_words_that_articles_share(
    forward_of: MakeForward, texts: list[str]
) -> None:
    vectors = forward_of(texts).vectors(np.arange(1, len(texts) + 1))
    found = likeness(vectors, frequencies(vectors.packed, ZoneWeights()))
    wanted = np.array(by_definition(texts))
    np.testing.assert_allclose(found, wanted, atol=1e-5)

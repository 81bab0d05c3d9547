from collections.abc import Callable, Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.index.forward import ForwardView
from tidings.search.rank.neighbours import likeness, smoothed

MakeForward = Callable[[Sequence[str]], ForwardView]
SCORES = st.lists(st.floats(0, 100), min_size=2, max_size=40)


def alike(size: int, seed: int) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    points = np.random.default_rng(seed).random((size, 3)).astype(np.float32)
    points /= np.linalg.norm(points, axis=1)[:, None]
    return np.asarray(points @ points.T)


def test_an_article_alone_among_the_first_sinks_below_those_that_agree() -> None:
    close = np.eye(4, dtype=np.float32)
    close[1:, 1:] = 0.9
    close[0, 3] = close[3, 0] = 0.1
    scores = smoothed(np.array([10.0, 9.9, 9.8, 1.0]), close)
    assert np.argsort(-scores).tolist()[0] == 1


@given(SCORES, st.integers(0, 100))
def test_scores_stay_within_their_bounds(scores: list[float], seed: int) -> None:
    before = np.array(scores)
    after = smoothed(before, alike(len(scores), seed))
    assert (after >= before.min() - 1e-9).all()
    assert (after <= before.max() + 1e-9).all()


@given(st.integers(2, 30), st.floats(0, 10), st.integers(0, 100))
def test_equal_scores_stay_equal(size: int, score: float, seed: int) -> None:
    assert np.allclose(smoothed(np.full(size, score), alike(size, seed)), score)


def test_articles_unlike_all_others_keep_their_scores() -> None:
    scores = np.array([3.0, 2.0, 1.0])
    assert np.allclose(smoothed(scores, np.eye(3, dtype=np.float32)), scores)
    assert smoothed(np.array([5.0]), np.eye(1, dtype=np.float32)).tolist() == [5]


def test_the_same_text_is_as_alike_as_can_be_and_others_less(forward_of: MakeForward) -> None:
    forward = forward_of(["bank crisis now", "bank crisis now", "bank rain", "sea"])
    vectors = forward.vectors(np.arange(1, 5))
    cosines = likeness(vectors, np.ones(len(vectors.keys)))
    assert np.isclose(cosines[0, 1], 1, atol=1e-5)
    assert 0 < cosines[0, 2] < 0.5
    assert (cosines[3, :3] == 0).all()
    assert np.allclose(cosines, cosines.T)


def test_what_all_the_articles_share_makes_them_hardly_alike(forward_of: MakeForward) -> None:
    forward = forward_of(["bank alpha beta", "bank gamma delta", "bank alpha epsilon"])
    vectors = forward.vectors(np.arange(1, 4))
    cosines = likeness(vectors, np.ones(len(vectors.keys)))
    assert cosines[0, 2] > 2 * cosines[0, 1] > 0


def test_articles_without_terms_are_like_nothing(forward_of: MakeForward) -> None:
    vectors = forward_of(["", ""]).vectors(np.array([1, 2]))
    assert not likeness(vectors, np.zeros(0)).any()

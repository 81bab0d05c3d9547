import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tidings.evaluate.measures.significance import p_value


def test_a_model_is_no_better_than_itself() -> None:
    assert p_value([0.1, 0.9], [0.1, 0.9]) == 1.0


def test_winning_all_of_thirty_queries_is_not_chance() -> None:
    assert p_value([0.5] * 30, [0.4] * 30) < 0.001


def test_winning_alternately_is_chance() -> None:
    assert p_value([0.5, 0.4] * 15, [0.4, 0.5] * 15) > 0.5


def test_four_queries_prove_little() -> None:
    """All four signs alike: one in sixteen, in either direction."""
    assert np.isclose(p_value([1.0] * 4, [0.0] * 4), 2 / 16, atol=0.02)


@given(st.lists(st.tuples(st.floats(0, 1), st.floats(0, 1)), min_size=1, max_size=8))
def test_it_does_not_matter_which_comes_first(pairs: list[tuple[float, float]]) -> None:
    one, other = zip(*pairs, strict=True)
    assert 0 < p_value(one, other) <= 1
    assert np.isclose(p_value(one, other), p_value(other, one), atol=0.02)

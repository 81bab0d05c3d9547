import math
from collections.abc import Callable, Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.rank.bm25 import bm25, idf, saturated
from tidings.search.rank.ranker import RankerQuery, WeightedWord

MakeForward = Callable[[Sequence[str]], ForwardView]
COUNTS = st.integers(0, 50)


def test_a_score_is_the_formula_by_hand(forward_of: MakeForward) -> None:
    forward = forward_of(["bank bank crisis", "rain", "rain over the sea again"])
    scored = bm25(
        RankerQuery([WeightedWord(("bank",)), WeightedWord(("crisis",), 2.0)], np.array([2, 1])),
        forward,
    )
    rarity = math.log(1 + 2.5 / 1.5)
    damping = 1.2 * (0.5 + 0.5 * 3 / 3)  # the average article has three terms
    expected = rarity * 2 * 2.2 / (2 + damping) + 2 * rarity * 2.2 / (1 + damping)
    assert scored.seqs.tolist() == [2, 1]
    assert np.allclose(scored.scores, [0, expected])
    assert np.allclose(scored.shares(1).sum(), expected)
    assert not scored.added.any()


def test_empty_requests_and_unknown_articles_are_handled(forward_of: MakeForward) -> None:
    forward = forward_of(["bank"])
    assert bm25(RankerQuery([], np.array([1])), forward).scores.tolist() == [0]
    assert (
        bm25(RankerQuery([WeightedWord(("bank",))], np.empty(0, np.int64)), forward).scores.tolist()
        == []
    )
    assert bm25(
        RankerQuery([WeightedWord(("nowhere",))], np.array([1, 99])), forward
    ).scores.tolist() == [0, 0]


@given(COUNTS, COUNTS, st.floats(1, 1000))
def test_more_occurrences_count_more_up_to_a_bound(few: int, more: int, length: float) -> None:
    low, high = saturated(np.array([min(few, more), max(few, more)], float), np.array(length), 100)
    assert 0 <= low <= high <= 2.2


@given(st.integers(0, 1000), st.integers(0, 1000))
def test_a_rarer_term_weighs_more(one: int, other: int) -> None:
    rare, common = idf(1000, np.array(sorted((one, other))))
    assert rare >= common > 0

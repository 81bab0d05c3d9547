from collections.abc import Callable, Mapping, Sequence

import numpy as np

from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.rank.bm25 import bm25
from tidings.search.rank.ranker import RankerQuery, Seqs
from tidings.search.rank.rounds import widened_query

MakeForward = Callable[[Sequence[str]], ForwardView]


def test_more_candidates_follow_the_first_without_repeating_them(forward_of: MakeForward) -> None:
    asked: list[object] = []

    def retrieve(boosts: Mapping[str, float]) -> Seqs:
        asked.append(boosts)
        return np.array([7, 2, 9, 1])

    query = RankerQuery([], np.array([1, 2, 3]), retrieve)
    before = bm25(query, forward_of(["tax"] * 3))
    assert widened_query(query, before, {"tax": 2.0}).candidates.tolist() == [1, 2, 3, 7, 9]
    assert asked == [{"tax": 2.0}]
    assert widened_query(query, before, {}).candidates.tolist() == [1, 2, 3]
    strict = RankerQuery([], np.array([1, 2, 3]))
    assert widened_query(strict, before, {"tax": 2.0}).candidates.tolist() == [1, 2, 3]
    assert len(asked) == 1

from itertools import pairwise, product

import numpy
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.name_tagger.viterbi import Numbers, best_paths

LABELS = 3
NEVER = -1e9


def worth(path: tuple[int, ...], scores: Numbers, ways: Numbers, opens: Numbers) -> float:
    steps = sum(ways[one, other] for one, other in pairwise(path))
    return float(opens[path[0]] + sum(scores[at, label] for at, label in enumerate(path)) + steps)


@settings(max_examples=60, deadline=None)
@given(lengths=st.lists(st.integers(1, 5), min_size=1, max_size=6), seed=st.integers(0, 99))
def test_no_path_is_worth_more(lengths: list[int], seed: int) -> None:
    chance = numpy.random.default_rng(seed)
    scores = chance.normal(size=(sum(lengths), LABELS))
    ways = chance.normal(size=(LABELS, LABELS))
    opens = numpy.array([0.0, 0.0, NEVER])
    found = best_paths(scores, lengths, ways, opens)
    begun = 0
    for length in lengths:
        own, path = scores[begun : begun + length], tuple(found[begun : begun + length])
        best = max(worth(other, own, ways, opens)
                   for other in product(range(LABELS), repeat=length))  # fmt: skip
        assert worth(path, own, ways, opens) == best
        begun += length

from itertools import pairwise, product

import numpy
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.name_tagger.viterbi import Numbers, best_paths

LABELS = 3
IMPOSSIBLE = -1e9


def score_of(
    path: tuple[int, ...], scores: Numbers, transitions: Numbers, start_scores: Numbers
) -> float:
    steps = sum(transitions[one, other] for one, other in pairwise(path))
    return float(
        start_scores[path[0]] + sum(scores[at, label] for at, label in enumerate(path)) + steps
    )


@settings(max_examples=60)
@given(lengths=st.lists(st.integers(1, 5), min_size=1, max_size=6), seed=st.integers(0, 99))
def test_no_other_path_has_a_higher_score(lengths: list[int], seed: int) -> None:
    random = numpy.random.default_rng(seed)
    scores = random.normal(size=(sum(lengths), LABELS))
    transitions = random.normal(size=(LABELS, LABELS))
    start_scores = numpy.array([0.0, 0.0, IMPOSSIBLE])
    found = best_paths(scores, lengths, transitions, start_scores)
    offset = 0
    for length in lengths:
        own, path = scores[offset : offset + length], tuple(found[offset : offset + length])
        best = max(score_of(other, own, transitions, start_scores)
                   for other in product(range(LABELS), repeat=length))  # fmt: skip
        assert score_of(path, own, transitions, start_scores) == best
        offset += length

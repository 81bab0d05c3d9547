import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.evaluate.measures.clusters import b_cubed, cluster_outcomes, pairwise

_labels = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=30)


def test_b_cubed_matches_the_published_example() -> None:
    # The example of Bagga and Baldwin: five and two and five, the last seven put together.
    truth = [1] * 5 + [2] * 2 + [3] * 5
    agreement = b_cubed(truth, [1] * 5 + [2] * 7)
    assert agreement.precision == pytest.approx((5 + 2 * 2 / 7 + 5 * 5 / 7) / 12)
    assert agreement.recall == 1


def test_pairs_are_counted() -> None:
    agreement = pairwise("aabb", [1, 1, 1, 2])
    assert (agreement.precision, agreement.recall) == (1 / 3, 1 / 2)


def test_empty_input_scores_zero() -> None:
    assert b_cubed([], []).f1 == 0


def test_the_worst_group_comes_first() -> None:
    worst, best = cluster_outcomes("aaaabb", [1, 2, 3, 4, 5, 5])
    assert (worst.truth, worst.size, worst.pieces, worst.strangers) == ("a", 4, 4, 0)
    assert best.f1 == 1


@given(_labels)
def test_the_truth_agrees_with_itself(labels: list[tuple[int, int]]) -> None:
    truth = [one for one, _ in labels]
    renamed = [f"story {one}" for one in truth]
    assert b_cubed(truth, renamed).f1 == pytest.approx(1)
    assert pairwise(truth, renamed).f1 == 1


@given(_labels)
def test_swapping_truth_and_answer_swaps_precision_and_recall(
    labels: list[tuple[int, int]],
) -> None:
    truth, found = [one for one, _ in labels], [other for _, other in labels]
    assert b_cubed(truth, found).precision == pytest.approx(b_cubed(found, truth).recall)
    assert pairwise(truth, found).precision == pytest.approx(pairwise(found, truth).recall)

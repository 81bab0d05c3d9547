from hypothesis import given
from hypothesis import strategies as st

from tidings.engine.listing.distributions import distribution
from tidings.model.articles.statistics import Distribution


def test_a_distribution_has_a_mean_percentiles_and_steps() -> None:
    found = distribution([1, 2, 3, 4, 100], (2, 10))
    assert found == Distribution(5, 22.0, 3.0, 61.6, 96.16, ((2, 2), (10, 2), (None, 1)))


def test_nothing_has_no_mean() -> None:
    assert distribution([], (1, 2)) == Distribution(0)


@given(st.lists(st.floats(0, 1e6), min_size=1, max_size=50))
def test_every_number_is_in_one_step(numbers: list[float]) -> None:
    found = distribution(numbers, (1.0, 100.0, 5_000.0))
    assert sum(count for _, count in found.steps) == len(numbers) == found.count
    assert found.steps[0][1] == sum(number <= 1.0 for number in numbers)

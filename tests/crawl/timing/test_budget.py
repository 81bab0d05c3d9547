import heapq
import math

from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.crawl.timing.budget import Budget, first_patience

DAY = 86400.0


def spent_after(rates: list[float], per_day: float, days: int, budget: Budget) -> float:
    """Visits per source and day in the last three days, with square-root intervals."""
    heap = [(float(number), rate) for number, rate in enumerate(rates)]
    late_visits = 0
    while heap[0][0] < days * DAY:
        now, rate = heap[0]
        interval = math.sqrt(2.0 * budget.patience / (rate / DAY))
        interval = min(max(interval, 300.0), 43_200.0)
        budget.note(interval, now, per_day)
        late_visits += now >= (days - 3) * DAY
        heapq.heapreplace(heap, (now + interval, rate))
    return late_visits / 3 / len(rates)


@settings(max_examples=6)
@given(
    st.lists(st.floats(0.5, 200.0), min_size=20, max_size=20),
    st.sampled_from([12.0, 24.0, 48.0]),
    st.floats(50.0, 20_000.0),
)
def test_the_patience_is_adjusted_until_the_budget_is_met(
    rates: list[float], per_day: float, patience: float
) -> None:
    assert math.isclose(spent_after(rates, per_day, 21, Budget(patience)), per_day, rel_tol=0.1)


@given(st.lists(st.tuples(st.floats(1e-3, 1e6), st.floats(0.0, 100 * DAY)), max_size=60))
def test_the_patience_stays_within_its_bounds(visits: list[tuple[float, float]]) -> None:
    budget, now = Budget(750.0), 0.0
    for interval, later in visits:
        now += later
        before = budget.patience
        changed = budget.note(interval, now, 24.0)
        assert 1e-3 <= budget.patience <= 1e7
        assert changed or budget.patience == before
        assert abs(math.log(budget.patience / before)) < 0.1  # however long the pause


def test_a_budget_of_zero_gives_the_longest_patience() -> None:
    budget = Budget(first_patience(0.0))
    assert budget.patience == 1e7
    assert budget.note(0.0, DAY, 0.0)
    assert budget.patience == 1e7


def test_a_clock_that_is_set_back_changes_nothing() -> None:
    budget = Budget(750.0, at=10 * DAY)
    assert not budget.note(600.0, 9 * DAY, 24.0)


@given(st.floats(1.0, 5000.0))
def test_the_first_patience_visits_a_typical_source_as_often_as_the_budget_allows(
    per_day: float,
) -> None:
    interval = math.sqrt(2.0 * first_patience(per_day) / (3.0 / DAY))
    assert math.isclose(DAY / interval, per_day)

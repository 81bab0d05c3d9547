from math import exp, isclose

from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.timing.freshness import expected_age, freshness

rates = st.floats(1e-9, 1e-1)
spans = st.floats(0.0, 1e6)


@given(rates, spans)
def test_freshness_is_a_share_and_age_at_most_the_elapsed_time(rate: float, span: float) -> None:
    assert 0.0 <= freshness(rate, span) <= 1.0
    assert 0.0 <= expected_age(rate, span) <= span


@given(rates, st.floats(1.0, 1e6))
def test_the_age_is_the_poisson_integral(rate: float, span: float) -> None:
    steps = 2000
    step = span / steps
    middles = ((place + 0.5) * step for place in range(steps))
    integral = sum(rate * exp(-rate * x) * (span - x) * step for x in middles)
    if rate * step < 0.1:
        assert isclose(expected_age(rate, span), integral, rel_tol=0.01)


@given(rates, st.floats(1.0, 1e6))
def test_the_freshness_is_the_mean_probability_of_no_change(rate: float, span: float) -> None:
    steps = 2000
    mean = sum(exp(-rate * span * (place + 0.5) / steps) for place in range(steps)) / steps
    if rate * span / steps < 0.1:
        assert isclose(freshness(rate, span), mean, rel_tol=0.01)


def test_a_page_that_changes_weekly_is_two_and_a_half_days_old_after_a_week() -> None:

    assert isclose(expected_age(1 / 7, 7.0), 7 * exp(-1), rel_tol=1e-9)

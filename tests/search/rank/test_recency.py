import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tidings.search.rank.recency import INDIFFERENT, Recency, recency_wanted

DAY = 86_400.0
NOW = 20_000 * DAY
ARCHIVE = NOW - np.arange(1.0, 3_000.0) * DAY  # an article a day for eight years


def days_ago(*days: float) -> NDArray[np.float64]:
    return NOW - np.array(days) * DAY


def wanted(found: NDArray[np.float64]) -> Recency:
    return recency_wanted(found, np.ones(len(found)), ARCHIVE, NOW)


def test_a_query_about_now_prefers_new_articles() -> None:
    breaking = wanted(days_ago(*np.linspace(0.1, 3, 40)))
    assert breaking.strength > 0.8
    assert breaking.half_life_days < 4


def test_a_query_about_the_past_does_not_prefer_new_articles() -> None:
    assert wanted(days_ago(*np.linspace(2_500, 2_900, 40))).strength < 0.2
    everything_recent = days_ago(*np.linspace(0, 30, 500))
    history = recency_wanted(days_ago(*[9_000] * 30), np.ones(30), everything_recent, NOW)
    assert history.strength == 0


def test_a_query_with_hits_of_all_times_slightly_prefers_new_articles() -> None:
    always = wanted(ARCHIVE[::30])
    assert 0.1 < always.strength < 0.3


def test_three_new_hits_are_weaker_evidence_than_forty() -> None:
    few = wanted(days_ago(1, 2, 3))
    many = wanted(days_ago(*[1, 2, 3] * 14))
    assert 0.2 < few.strength < many.strength


def test_hits_that_hardly_match_hardly_count() -> None:
    dates = days_ago(*[1] * 20, *[2_900] * 20)
    about_now = recency_wanted(dates, np.repeat([9.0, 0.1], 20), ARCHIVE, NOW)
    about_then = recency_wanted(dates, np.repeat([0.1, 9.0], 20), ARCHIVE, NOW)
    assert about_now.strength > 0.8 > 0.3 > about_then.strength


def test_without_hits_there_is_no_preference() -> None:
    nothing = np.array([])
    assert recency_wanted(nothing, nothing, ARCHIVE, NOW) == INDIFFERENT
    assert recency_wanted(days_ago(1), np.ones(1), nothing, NOW) == INDIFFERENT
    assert recency_wanted(days_ago(1), np.zeros(1), ARCHIVE, NOW) == INDIFFERENT


def test_a_date_in_the_future_counts_as_now() -> None:
    boosts = Recency(0.5, 7.0).boosts(days_ago(-3, 0, 7, 14), NOW)
    assert np.allclose(boosts, [0.5, 0.5, 0.25, 0.125])


@given(
    st.lists(st.floats(-1e4, 1e5), min_size=1, max_size=30),
    st.lists(st.floats(0, 1e3), min_size=1, max_size=30),
)
def test_the_boost_is_never_more_than_the_strength(days: list[float], scores: list[float]) -> None:
    count = min(len(days), len(scores))
    dates = days_ago(*days[:count])
    recency = recency_wanted(dates, np.array(scores[:count]), ARCHIVE, NOW)
    boosts = recency.boosts(dates, NOW)
    assert 0 <= recency.strength <= 1
    assert ((boosts >= 0) & (boosts <= recency.strength)).all()

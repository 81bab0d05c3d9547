from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.timing.rhythm import DAY, HOUR, Rhythm
from tidings.crawl.timing.schedule import (
    IntervalBasis,
    VisitPlan,
    next_visit,
    plan_with_hints,
    retry_delay,
    source_patience,
)
from tidings.model.crawl.visit import NO_FEED_HINTS, FeedHints
from tidings.settings.tree import CrawlSettings

SETTINGS = CrawlSettings()
MONDAY = 20_003 * DAY
patiences = st.floats(1.0, 1e7)
seconds = st.floats(0.0, 400 * DAY)


def rhythm_of(per_day: float, days: float = 10.0) -> Rhythm:
    """A source that has published `per_day` articles, evenly, until Monday at midnight."""
    rhythm = Rhythm()
    rhythm.learn([], MONDAY - days * DAY)
    count = int(per_day * days)
    rhythm.learn([None] * count, MONDAY, count + 1)
    return rhythm


@given(st.floats(0.1, 500.0), patiences, st.integers(0, 200))
def test_a_plan_is_within_its_bounds(rate: float, patience: float, listed: int) -> None:
    plan = next_visit(rhythm_of(rate), MONDAY, patience, listed, SETTINGS)
    assert SETTINGS.min_interval <= plan.interval <= SETTINGS.max_interval


@given(st.floats(0.2, 100.0), st.floats(1.0, 5.0), patiences, st.integers(0, 200))
def test_a_source_with_more_articles_is_never_visited_later(
    rate: float, times: float, patience: float, listed: int
) -> None:
    slow, fast = (
        next_visit(rhythm_of(each), MONDAY, patience, listed, SETTINGS).interval
        for each in (rate, rate * times)
    )
    assert fast <= slow


@given(st.floats(0.2, 300.0), patiences, st.integers(0, 200))
def test_more_patience_never_means_an_earlier_visit(
    rate: float, patience: float, listed: int
) -> None:
    rhythm = rhythm_of(rate)
    less, more = (
        next_visit(rhythm, MONDAY, each, listed, SETTINGS).interval
        for each in (patience, patience * 2)
    )
    assert less <= more


@given(st.floats(1.0, 300.0), patiences)
def test_a_visit_is_due_when_the_expected_wait_reaches_the_patience(
    rate: float, patience: float
) -> None:
    rhythm = rhythm_of(rate)
    plan = next_visit(rhythm, MONDAY, patience, 0, SETTINGS)
    if plan.basis is not IntervalBasis.WAITING:
        return
    steps = 100
    middles = [MONDAY + plan.interval * (step + 0.5) / steps for step in range(steps)]
    waited = sum(rhythm.expected(MONDAY, middle) for middle in middles) * plan.interval / steps
    own = source_patience(patience, rhythm.rate(MONDAY) / DAY)
    assert own >= patience
    assert abs(waited - own) < 0.02 * own


@given(st.floats(20.0, 400.0), st.integers(5, 100))
def test_a_list_overflows_only_if_the_shortest_interval_is_too_long(
    rate: float, listed: int
) -> None:
    rhythm = rhythm_of(rate)
    plan = next_visit(rhythm, MONDAY, 1e7, listed, SETTINGS)
    expected = rhythm.expected(MONDAY, MONDAY + plan.interval)
    assert plan.basis is IntervalBasis.SHORTEST or expected <= listed / 2


@given(st.floats(300.0, 43_200.0), seconds, seconds)
def test_a_ttl_or_max_age_delays_a_visit_up_to_the_longest_interval(
    interval: float, ttl: float, fresh: float
) -> None:
    plan = VisitPlan(interval, IntervalBasis.WAITING)
    delayed = plan_with_hints(plan, FeedHints(ttl), fresh, MONDAY, SETTINGS)
    assert delayed.interval == max(interval, min(max(ttl, fresh), SETTINGS.max_interval))
    assert delayed.basis is (
        IntervalBasis.WAITING if delayed.interval == interval else delayed.basis
    )


def test_a_hint_below_our_own_interval_changes_nothing() -> None:
    plan = VisitPlan(600.0, IntervalBasis.WAITING)
    assert plan_with_hints(plan, FeedHints(60.0), 30.0, MONDAY, SETTINGS) == plan
    assert plan_with_hints(plan, NO_FEED_HINTS, 0.0, MONDAY, SETTINGS) == plan


def test_the_hint_that_decided_is_named() -> None:
    plan = VisitPlan(600.0, IntervalBasis.WAITING)
    assert plan_with_hints(plan, FeedHints(3600.0), 0.0, MONDAY, SETTINGS) == VisitPlan(
        3600.0, IntervalBasis.TTL
    )
    assert plan_with_hints(plan, FeedHints(3600.0), 7200.0, MONDAY, SETTINGS) == VisitPlan(
        7200.0, IntervalBasis.CACHE
    )


@given(
    st.floats(300.0, 43_200.0),
    st.frozensets(st.integers(0, 23), max_size=24),
    st.frozensets(st.integers(0, 6), max_size=7),
    st.floats(0.0, 7 * DAY),
)
def test_no_visit_is_planned_in_a_skipped_hour_or_day(
    interval: float, hours: frozenset[int], days: frozenset[int], later: float
) -> None:
    now, plan = MONDAY + later, VisitPlan(interval, IntervalBasis.WAITING)
    skipping = plan_with_hints(plan, FeedHints(0.0, hours, days), 0.0, now, SETTINGS)
    due = now + skipping.interval
    if len(hours) == 24 or len(days) == 7:
        assert skipping == plan
        return
    assert int(due // HOUR) % 24 not in hours
    assert int((due - MONDAY) // DAY) % 7 not in days
    assert skipping.interval >= plan.interval
    assert (skipping.basis is IntervalBasis.SKIPPED) == (skipping.interval > plan.interval)


@given(st.integers(1, 10_000))
def test_each_retry_waits_longer_up_to_the_limit(attempts: int) -> None:
    first, second = (retry_delay(n, SETTINGS) for n in (attempts, attempts + 1))
    assert first <= second
    assert second.total_seconds() <= SETTINGS.max_interval

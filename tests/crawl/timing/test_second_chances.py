from dataclasses import replace
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.timing.second_chances import second_chance
from tidings.settings.tree import CrawlSettings

SETTINGS = CrawlSettings()
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def attempts_within(span: timedelta) -> int:
    """Return how often a source is tried again within a span of its first failure."""
    after, attempts = timedelta(), 0
    while (after := after + second_chance(attempts + 1, SETTINGS)) <= span:
        attempts += 1
    return attempts


@given(st.integers(1, 10_000), st.floats(0.001, 86_400))
def test_the_wait_never_shrinks_and_is_never_more_than_a_day(failures: int, first: float) -> None:
    settings = replace(SETTINGS, retry_seconds=first)
    wait, next_wait = (second_chance(number, settings) for number in (failures, failures + 1))
    assert timedelta() < wait <= next_wait <= DAY


def test_a_source_is_tried_again_within_minutes_then_hours_then_days() -> None:
    assert second_chance(1, SETTINGS) == timedelta(minutes=1)
    assert attempts_within(HOUR / 2) == 3
    assert attempts_within(DAY / 2) == 6
    assert attempts_within(DAY) == 7
    assert attempts_within(7 * DAY) == 13
    assert attempts_within(timedelta(days=SETTINGS.dead_days)) == 27

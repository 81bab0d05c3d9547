from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.schedule import next_interval, retry_delay
from tidings.settings.tree import CrawlSettings

SETTINGS = CrawlSettings()
intervals = st.none() | st.floats(0, 1e7)


@given(intervals, st.booleans())
def test_an_interval_is_within_its_bounds(previous: float | None, found_new: bool) -> None:
    wanted = next_interval(previous, found_new, SETTINGS)
    assert SETTINGS.min_interval <= wanted <= SETTINGS.max_interval


@given(st.floats(300, 43_200))
def test_news_shortens_and_silence_stretches(previous: float) -> None:
    eager, lazy = (next_interval(previous, new, SETTINGS) for new in (True, False))
    assert eager <= previous <= lazy


@given(st.integers(1, 10_000))
def test_each_retry_waits_longer_up_to_the_bound(attempts: int) -> None:
    first, second = (retry_delay(n, SETTINGS) for n in (attempts, attempts + 1))
    assert first <= second
    assert second.total_seconds() <= SETTINGS.max_interval

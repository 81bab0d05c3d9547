"""The paper's formulas."""

import pytest

from tidings.crawl.agents.lacrawler import latency, probability


def test_a_link_on_a_relevant_page_is_as_likely_as_its_words_say() -> None:
    assert probability(1.0, 0.8, 0.1) == pytest.approx(0.8)


def test_a_link_on_another_page_is_as_likely_as_any_page() -> None:
    assert probability(0.0, 0.8, 0.1) == pytest.approx(0.1)


def test_latency_grows_with_the_share_of_seeds_and_of_the_time_out() -> None:
    assert latency(10, 100, 15.0) == pytest.approx(0.1)
    assert latency(10, 100, 1.5) == pytest.approx(0.01)
    assert latency(10, 0, 1.5) == 0.0

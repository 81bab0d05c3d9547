import pytest
from benchmarks.checkouts.interval import compared


def test_equal_figures_have_the_ratio_one_and_an_interval_of_no_width() -> None:
    found = compared([3.0, 5.0, 4.0], [3.0, 5.0, 4.0])
    assert (found.ratio, found.low, found.high) == (1.0, 1.0, 1.0)
    assert (found.old, found.new) == (4.0, 4.0)


def test_a_slowdown_of_a_whole_round_cancels_out() -> None:
    found = compared([1.0, 10.0, 100.0], [1.1, 11.0, 110.0])
    assert found.low == pytest.approx(1.1)
    assert found.high == pytest.approx(1.1)


def test_the_ratio_is_that_of_the_means() -> None:
    assert compared([1.0, 3.0], [3.0, 3.0]).ratio == pytest.approx(1.5)


def test_the_interval_contains_the_ratio_and_is_deterministic() -> None:
    old, new = [10.0, 11.0, 9.0, 10.5, 9.5, 10.2], [10.4, 10.9, 9.6, 10.1, 10.0, 10.3]
    found = compared(old, new)
    assert found.low < found.ratio < found.high
    assert found == compared(old, new)


def test_less_noise_gives_a_narrower_interval() -> None:
    old = [10.0] * 8
    noisy = compared(old, [8.0, 12.0] * 4)
    quiet = compared(old, [9.9, 10.1] * 4)
    assert quiet.high - quiet.low < noisy.high - noisy.low


def test_rounds_without_a_partner_are_an_error() -> None:
    with pytest.raises(ValueError, match="zip"):
        compared([1.0, 2.0], [1.0])

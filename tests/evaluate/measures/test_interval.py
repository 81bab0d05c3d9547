from tidings.evaluate.measures.interval import Interval, interval_of


def test_a_constant_difference_excludes_zero() -> None:
    found = interval_of([0.5, 0.75, 1.0], [0.25, 0.5, 0.75])
    assert found == Interval(0.25, 0.25, 0.25)
    assert found.excludes_zero


def test_an_alternating_difference_includes_zero() -> None:
    found = interval_of([1, 0, 1, 0], [0, 1, 0, 1])
    assert found.mean == 0
    assert found.low < 0 < found.high
    assert not found.excludes_zero


def test_the_interval_is_that_of_the_mean() -> None:
    one = [float(value) for value in range(200)]
    found = interval_of(one, [0.0] * 200)
    # The mean's standard error is 57.7 / sqrt(200) = 4.08; 1.96 of them on either side.
    assert abs(found.low - (99.5 - 8)) < 0.5
    assert abs(found.high - (99.5 + 8)) < 0.5


def test_no_rows_have_no_difference() -> None:
    assert interval_of([], []) == Interval(0.0, 0.0, 0.0)

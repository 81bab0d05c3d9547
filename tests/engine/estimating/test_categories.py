import math

from hypothesis import given
from hypothesis import strategies as st

from tidings.engine.estimating.categories import category_of, fine_category, folded
from tidings.model.jobs.record_times import RecordTimes

COUNTS = st.integers(1, 1 << 17)
NUMBERS = st.floats(allow_nan=True, allow_infinity=True)


@given(st.text() | NUMBERS, COUNTS)
def test_every_value_has_one_of_so_many_categories(value: str | float, count: int) -> None:
    category = category_of(fine_category(value), count)
    assert -count <= category < count
    assert (category >= 0) == isinstance(value, str)


@given(st.floats(0, 1e18), st.floats(0, 1e18), COUNTS)
def test_ranges_are_in_the_order_of_their_numbers(first: float, second: float, count: int) -> None:
    lower, higher = (category_of(fine_category(each), count) for each in sorted((first, second)))
    assert lower >= higher  # ranges are counted from -1 down


@given(st.floats(1, 1e12))
def test_numbers_of_the_finest_range_differ_by_less_than_a_fifth(size: float) -> None:
    assert fine_category(size) != fine_category((1.0 + size) * 1.19 - 1.0)


def test_what_has_no_order_is_in_the_lowest_range() -> None:
    assert fine_category(math.nan) == fine_category(-3) == fine_category(0) == -1


TIMES = st.builds(RecordTimes, st.integers(1, 9), st.floats(0, 9), st.floats(0, 9))


@given(st.dictionaries(st.integers(-192, 65535), TIMES), COUNTS)
def test_folding_loses_no_record(fine: dict[int, RecordTimes], count: int) -> None:
    coarse = folded(fine, count)
    assert sum(each.records for each in coarse.values()) == sum(
        each.records for each in fine.values()
    )
    assert len(coarse) <= min(len(fine), 2 * count)

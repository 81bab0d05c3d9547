from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from tidings.read.dates.other_calendars import PERSIAN_YEARS, from_persian

_YEARS = st.integers(PERSIAN_YEARS.start, PERSIAN_YEARS.stop - 2)


@given(_YEARS)
def test_the_days_of_a_persian_year_are_consecutive(year: int) -> None:
    days = [
        found
        for month in range(1, 13)
        for day in range(32)
        if (found := from_persian(year, month, day))
    ]
    first = days[0]
    assert days == [first + timedelta(days=n) for n in range(len(days))]
    assert from_persian(year + 1, 1, 1) == days[-1] + timedelta(days=1)
    assert (first.month, first.day) in ((3, 20), (3, 21), (3, 22))


def test_persian_new_year_matches_the_almanac() -> None:
    known = {1375: (1996, 20), 1376: (1997, 21), 1399: (2020, 20), 1400: (2021, 21)}
    for year, (ours, day) in known.items():
        assert from_persian(year, 1, 1) == date(ours, 3, day)

"""Dates of other calendars: East Asian eras and the Persian solar calendar."""

import re
from datetime import date, timedelta
from typing import Final

_ERAS: Final = {
    "令和": 2018,
    "平成": 1988,
    "昭和": 1925,
    "大正": 1911,
    "明治": 1867,
    "民國": 1911,
    "民国": 1911,
}
ERA_DAY = re.compile(rf"({'|'.join(_ERAS)})\s*(元|\d{{1,3}})年\s*(\d{{1,2}})月\s*(\d{{1,2}})日")

# 1961 to 2041. The same years of the Islamic lunar calendar are before 2000.
PERSIAN_YEARS: Final = range(1340, 1421)
_PERSIAN_MONTHS: Final = {
    name: number
    for number, name in enumerate(
        "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند".split(), start=1
    )
}
PERSIAN_DAY = re.compile(
    rf"(?<!\d)(\d{{1,2}})\s({'|'.join(_PERSIAN_MONTHS)})\s(?:ماه\s)?(?:سال\s)?(\d{{4}})(?!\d)"
)
_NEW_YEAR_1340: Final = date(1961, 3, 21)
_LONG_MONTHS: Final = 6  # of 31 days; the others have 30, the last 29 in a common year


def era_day(match: re.Match[str]) -> tuple[int, int, int]:
    """Return year, month and day of an ERA_DAY match; the first year of an era is 元."""
    years = 1 if match[2] == "元" else int(match[2])
    return _ERAS[match[1]] + years, int(match[3]), int(match[4])


def persian_day(match: re.Match[str]) -> date | None:
    """Return the date of a PERSIAN_DAY match."""
    return from_persian(int(match[3]), _PERSIAN_MONTHS[match[2]], int(match[1]))


def from_persian(year: int, month: int, day: int) -> date | None:
    """Return the date of a Persian solar date, or None if there is no such day."""
    if year not in PERSIAN_YEARS or not 1 <= month <= 12:
        return None
    length = 31 if month <= _LONG_MONTHS else 29 + (month < 12 or _is_leap_year(year))
    if not 1 <= day <= length:
        return None
    leaps = sum(map(_is_leap_year, range(PERSIAN_YEARS.start, year)))
    before = 365 * (year - PERSIAN_YEARS.start) + leaps
    within = 30 * (month - 1) + min(month - 1, _LONG_MONTHS) + day - 1
    return _NEW_YEAR_1340 + timedelta(days=before + within)


def _is_leap_year(year: int) -> bool:
    # Eight of 33 years; this matches the astronomical calendar for all of these years.
    return (25 * year + 11) % 33 < 8

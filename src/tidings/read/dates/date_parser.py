"""Dates as feeds, sitemaps and pages write them; not a search for dates in running text."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import lru_cache

from tidings.read.dates.clock_time import clock_time
from tidings.read.dates.named_day import named_days
from tidings.read.dates.other_calendars import (
    ERA_DAY,
    PERSIAN_DAY,
    PERSIAN_YEARS,
    era_day,
    from_persian,
    persian_day,
)
from tidings.read.dates.zones import zone_before

_Reader = Callable[[re.Match[str], str], datetime | None]

# Longer strings are prose; a date in them is not meant as the date of the page.
_MAX_CHARS = 120
_YEARS = range(1500, 2201)  # newspapers began in 1605; later than 2200 is a typing error
# Ten or thirteen digits are seconds or milliseconds since 1970 (2001 to 2286).
_EPOCH = re.compile(r"\d{10}(?:\d{3})?")
_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?)?")

_YMD = re.compile(r"(?<!\d)(\d{4})(?:[-/]|\.\s?)(\d{1,2})(?:[-/]|\.\s?)(\d{1,2})(?!\d)")
_YMD_CJK = re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]?")
_DMY = re.compile(
    r"(?<!\d)(\d{1,2})(?:[-/.]\s?(\d{1,2})[-/.]\s?(\d{4}|\d\d)"
    r"|\s?([-/.])\s?(\d{1,2})\s?\4\s?(\d{4})"  # 4 / 3 / 2024
    r"|\s(\d\d)\s(\d{4})(?=\s\d\d:\d\d)"  # Mon, 04 03 2024 10:00:00
    r")(?![\d:])"
)
_ORDINAL = re.compile(r"(\d{4})-(\d{3})(?:T.*)?")
_YEAR_MONTH = re.compile(r"(\d{4})(?:-(\d\d))?")
_AMERICAN_CLOCK = re.compile(r"\d\s*[AaPp]\.?[Mm]\b")
_WEEKDAY = re.compile(r"\b(mon|tue|wed|thu|fri|sat|sun)(?:[a-z]*day|s|n|rs?|t)?\b", re.IGNORECASE)
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DIGIT = re.compile(r"\d")
# Marks of the writing direction: Arabic and Hebrew pages put them between numbers.
_DIRECTIONS = dict.fromkeys([0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)])


def parse_date(text: str | None, default_tz: tzinfo = UTC) -> datetime | None:
    """Return the moment that `text` gives, always with a time zone, or None.

    The zone is kept as written, because newspapers print the local date.
    """
    if not text or len(text) > _MAX_CHARS:
        return None
    text = text.strip()
    found = _from_digits(text) if text.isdigit() else _from_iso(text) or _from_words(text)
    if found is None or found.year not in _YEARS:
        return None
    return found if found.tzinfo else found.replace(tzinfo=default_tz)


def _from_digits(text: str) -> datetime | None:
    if _EPOCH.fullmatch(text):
        return datetime.fromtimestamp(int(text[:10]), UTC)
    if match := _COMPACT.fullmatch(text):
        return _moment(*(int(part or 0) for part in match.groups()))
    return _year_or_month(text)


def _from_iso(text: str) -> datetime | None:
    try:
        return _with_valid_offset(datetime.fromisoformat(text))
    except (ValueError, OverflowError):
        return _year_or_month(text)


def _with_valid_offset(moment: datetime) -> datetime | None:
    # fromisoformat accepts offsets up to a day; real ones end at 14 hours.
    offset = moment.utcoffset()
    return None if offset and abs(offset) > timedelta(hours=14) else moment


def _year_or_month(text: str) -> datetime | None:
    if match := _YEAR_MONTH.fullmatch(text):
        return _moment(int(match[1]), int(match[2] or 1), 1)
    return None


@lru_cache(maxsize=2_048)  # a page has its date in several places, each read twice
def _from_words(text: str) -> datetime | None:
    if not _DIGIT.search(text):
        return None
    if match := _ORDINAL.fullmatch(text):
        return _ordinal_day(int(match[1]), int(match[2]), text)
    if not text.isascii():
        text = text.translate(_DIRECTIONS)
    return _year_first(text) or _with_name(text) or _with_numbers(text)


def _year_first(text: str) -> datetime | None:
    return _first(text, _YMD, _ymd)


def _with_name(text: str) -> datetime | None:
    for found in named_days(text):
        if day := _moment(found.year, found.month, found.day):
            return _at(day, text, found.start, found.end)
    return None


def _with_numbers(text: str) -> datetime | None:
    if not text.isascii():
        for pattern, read in _FAR_FORMS:
            if found := _first(text, pattern, read):
                return found
    return _first(text, _DMY, _dmy)


def _first(text: str, pattern: re.Pattern[str], read: _Reader) -> datetime | None:
    for match in pattern.finditer(text):
        if day := read(match, text):
            return _at(day, text, match.start(), match.end())
    return None


def _ordinal_day(year: int, day: int, text: str) -> datetime | None:
    first = _moment(year, 1, 1)
    if first is None or not 1 <= day <= 366:
        return None
    return _at(first, text, 0, 8, days=day - 1)


def _ymd(match: re.Match[str], _: str) -> datetime | None:
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    if year in PERSIAN_YEARS:
        return _midnight(from_persian(year, month, day))
    return _moment(year, month, day)


def _era(match: re.Match[str], _: str) -> datetime | None:
    return _moment(*era_day(match))


def _persian(match: re.Match[str], _: str) -> datetime | None:
    return _midnight(persian_day(match))


def _midnight(day: date | None) -> datetime | None:
    return None if day is None else datetime(day.year, day.month, day.day)


def _dmy(match: re.Match[str], text: str) -> datetime | None:
    first, second = int(match[1]), int(match[2] or match[5] or match[7])
    year = _full_year(match[3] or match[6] or match[8])
    day_first, month_first = _moment(year, second, first), _moment(year, first, second)
    if day_first is None or month_first is None:
        return day_first or month_first
    if weekday := _WEEKDAY.search(text):
        number = _WEEKDAYS.index(weekday[1].lower())
        if number in (day_first.weekday(), month_first.weekday()):
            return day_first if number == day_first.weekday() else month_first
    # Day first, as in most of the world; slashes with a 12-hour clock are American.
    return month_first if "/" in match[0] and _AMERICAN_CLOCK.search(text) else day_first


_FAR_FORMS = ((PERSIAN_DAY, _persian), (ERA_DAY, _era), (_YMD_CJK, _ymd))


def _full_year(digits: str) -> int:
    year = int(digits)
    if len(digits) > 2:
        return year
    return year + (2000 if year < 50 else 1900)  # RFC 2822, 4.3


def _at(day: datetime, text: str, start: int, end: int, days: int = 0) -> datetime | None:
    """Return the day with the time found after it, within it (asctime) or before it."""
    # Log files put a colon between the day and the time.
    after = text[end:].removeprefix(":")
    for part in (after, text[start:] if ":" in text[start:end] else "", text[:start]):
        if clock := clock_time(part):
            break
    else:
        return _later(day, days)
    moment = day.replace(
        hour=clock.hour % 24,
        minute=clock.minute,
        second=clock.second,
        microsecond=clock.microsecond,
    )
    zone = zone_before(part[clock.end :], moment)
    return _later(moment.replace(tzinfo=zone), days + (clock.hour == 24))


def _later(moment: datetime, days: int) -> datetime | None:
    try:
        return moment + timedelta(days=days) if days else moment
    except OverflowError:  # after the last day that datetime supports
        return None


def _moment(
    year: int, month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0
) -> datetime | None:
    try:
        return datetime(year, month, day, hour, minute, second)
    except ValueError:
        return None

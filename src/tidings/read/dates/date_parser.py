"""Dates as feeds, sitemaps and pages write them; not a search for dates in running text."""

import re
from datetime import UTC, date, datetime, timedelta, timezone, tzinfo
from functools import lru_cache
from typing import NamedTuple

from tidings.read.dates.calendar_words import FAR_MONTHS, MONTHS, ZONES
from tidings.read.dates.other_calendars import (
    ERA_DAY,
    PERSIAN_DAY,
    PERSIAN_YEARS,
    era_day,
    from_persian,
    persian_day,
)

# Longer strings are prose; a date in them is not meant as the date of the page.
_MAX_CHARS = 120
_YEARS = range(1500, 2201)  # newspapers began in 1605; later than 2200 is a typing error
# Ten or thirteen digits are seconds or milliseconds since 1970 (2001 to 2286).
_EPOCH = re.compile(r"\d{10}(?:\d{3})?")
_COMPACT = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T?(\d\d)(\d\d)(\d\d)?)?")

_YMD = re.compile(r"(?<!\d)(\d{4})(?:[-/]|\.\s?)(\d{1,2})(?:[-/]|\.\s?)(\d{1,2})(?!\d)")
_YMD_CJK = re.compile(r"(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]?")
_DMY = re.compile(r"(?<!\d)(\d{1,2})[-/.]\s?(\d{1,2})[-/.]\s?(\d{4}|\d\d)(?![\d:])")
_DAY_NAMED = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|[ºª°.])?[\s\-/]*(?:de\s|of\s|d['’])?\s*([^\W\d_]{3,12})\.?"
    r"[\s\-/,]*(?:de\s|del\s)?\s*(\d{4}|\d\d)(?![\d:])"
)
_NAMED_DAY = re.compile(
    r"([^\W\d_]{3,12})\.?\s*(\d{1,2})(?:st|nd|rd|th)?\b[,.]?\s*"
    r"(?:\d\d:\d\d(?::\d\d)?\s+(?:[A-Z]{1,5}\s+)?)?(\d{4})"  # asctime, and date(1) with its zone
)
# Hungarian, Lithuanian, Latvian: the year comes first.
_YEAR_NAMED = re.compile(
    r"(?<!\d)(\d{4})(?:\.|\sm\.)?[\s\-](?:gada\s(?=\d))?(?:(\d{1,2})\.?\s)?([^\W\d_]{3,12})"
    r"(?:\.?[\s\-](\d{1,2}))?(?![\d:])"
)
_DAY_FAR = re.compile(
    rf"(?<!\d)(\d{{1,2}})\s({'|'.join(map(re.escape, sorted(FAR_MONTHS, reverse=True)))}),?\s"
    r"(?:พ\.ศ\.\s?|năm\s)?(\d{4}|\d\d)(?![\d:])"
)
_BUDDHIST = range(2400, 2700)  # the Thai calendar, which adds 543 years
_ORDINAL = re.compile(r"(\d{4})-(\d{3})(?:T.*)?")
_YEAR_MONTH = re.compile(r"(\d{4})(?:-(\d\d))?")

_TIME = re.compile(
    r"(?<![\d:])(\d{1,2})(?::|\.|h|H|時|시\s?|点)(\d\d)(?:(?::|\.|分|분\s?)(\d\d))?(?:[.,](\d{1,9}))?"
    r"\s*(?:([AaPp])\.?\s?[Mm]\b\.?)?"
)
_HALF = re.compile(r"(오전|午前|上午)\s*$|(?:오후|午後|下午|晚上)\s*$")  # precede the hour
_OFFSET = re.compile(r"([+\-−])(\d{1,2}):?(\d\d)?(?!\d)")
_ZONE_NAME = re.compile(r"[A-Z]{1,5}\b")


class _Clock(NamedTuple):
    hour: int = 0
    minute: int = 0
    second: int = 0
    microsecond: int = 0
    zone: tzinfo | None = None


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
    if match := _ORDINAL.fullmatch(text):
        return _ordinal_day(int(match[1]), int(match[2]), text)
    for pattern, read in _FORMS:
        for match in pattern.finditer(text):
            if day := read(match, text):
                return _at(day, text[: match.start()], text[match.end() :], match[0])
    return None


def _ordinal_day(year: int, day: int, text: str) -> datetime | None:
    first = _moment(year, 1, 1)
    if first is None or not 1 <= day <= 366:
        return None
    return _at(first, "", text[8:], "", days=day - 1)


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
    day, month, year = int(match[1]), int(match[2]), _full_year(match[3])
    # Day first, as in most of the world; slashes with a 12-hour clock are American.
    american = "/" in match[0] and re.search(r"\d\s*[AaPp]\.?[Mm]\b", text)
    if month > 12 or (american and day <= 12):
        day, month = month, day
    return _moment(year, month, day)


def _day_named(match: re.Match[str], _: str) -> datetime | None:
    # "listopada" is November in Polish, October in Croatian, which has a dot after the day.
    croatian = match[2].lower() == "listopada" and match[0].startswith(f"{match[1]}.")
    return _named(match[1], "october" if croatian else match[2], match[3])


def _year_named(match: re.Match[str], _: str) -> datetime | None:
    day = match[2] or match[4]
    return _named(day, match[3], match[1]) if day else None


def _named_day(match: re.Match[str], _: str) -> datetime | None:
    return _named(match[2], match[1], match[3])


def _named(day: str, month: str, year: str) -> datetime | None:
    number = MONTHS.get(month.lower()) or MONTHS.get(month.lower()[:3])
    return _moment(_full_year(year), number, int(day)) if number else None


def _day_far(match: re.Match[str], _: str) -> datetime | None:
    year = int(match[3])
    if len(match[3]) == 2:
        if match[2] < "ก" or match[2] > "๛":
            return None  # only Thai dates omit the century
        year += 2500
    year -= 543 if year in _BUDDHIST else 0
    return _moment(year, FAR_MONTHS[match[2]], int(match[1]))


# Least ambiguous first: a form with a month's name cannot be confused with another.
_FORMS = (
    (_YMD, _ymd),
    (_DAY_FAR, _day_far),
    (_DAY_NAMED, _day_named),
    (_NAMED_DAY, _named_day),
    (_YEAR_NAMED, _year_named),
    (PERSIAN_DAY, _persian),
    (ERA_DAY, _era),
    (_YMD_CJK, _ymd),
    (_DMY, _dmy),
)


def _full_year(digits: str) -> int:
    year = int(digits)
    if len(digits) > 2:
        return year
    return year + (2000 if year < 50 else 1900)  # RFC 2822, 4.3


def _at(day: datetime, before: str, after: str, within: str, days: int = 0) -> datetime | None:
    """Return the day with the time found after it, within it (asctime) or before it."""
    inside = within + after if ":" in within else ""
    clock = _clock(after) or _clock(inside) or _clock(before) or _Clock()
    later = timedelta(days=days + (clock.hour == 24))
    moment = day.replace(
        hour=clock.hour % 24,
        minute=clock.minute,
        second=clock.second,
        microsecond=clock.microsecond,
        tzinfo=clock.zone,
    )
    try:
        return moment + later
    except OverflowError:  # after the last day that datetime supports
        return None


def _clock(text: str) -> _Clock | None:
    match = _TIME.search(text)
    if match is None:
        return None
    hour, minute, second = int(match[1]), int(match[2]), min(int(match[3] or 0), 59)
    half = _HALF.search(text, 0, match.start())
    if (match[5] or half) and hour <= 12:
        is_morning = half[1] if half else match[5] in "Aa"
        hour = hour % 12 + (0 if is_morning else 12)
    if hour > 24 or minute > 59 or (hour == 24 and minute):
        return None
    micro = int((match[4] or "0").ljust(6, "0")[:6])
    return _Clock(hour, minute, second, micro, _zone(text[match.end() :]))


def _zone(text: str) -> tzinfo | None:
    text = text.strip(" ([")
    offset = _OFFSET.match(text.removeprefix("GMT").removeprefix("UTC").lstrip())
    if offset:
        span = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
        if span > timedelta(hours=14):
            return None
        return timezone(-span if offset[1] in "-−" else span)
    name = _ZONE_NAME.match(text)
    if name is None or name[0] not in ZONES:
        return None
    return timezone(timedelta(minutes=ZONES[name[0]]))


def _moment(
    year: int, month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0
) -> datetime | None:
    try:
        return datetime(year, month, day, hour, minute, second)
    except ValueError:
        return None

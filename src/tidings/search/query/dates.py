"""Dates as people type them, parsed into spans of time in UTC: from a start, before an end."""

import re
import unicodedata
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from tidings.search.query.date_words import (
    ARTICLES,
    DAYS,
    HOMONYMS,
    LAST,
    LAST_IN_CHINESE,
    MONTHS,
    PERIODS,
    UNITS,
    UNITS_IN_CHINESE,
    WEEKDAYS,
)

# From the first moment, before the last; an age such as 7d has no end.
DateSpan = tuple[datetime, datetime | None]
FoundDate = tuple[DateSpan, int]  # the span, and where its text ends

DATE_EXAMPLES: Final = "2024, 2024-05, 2024-05-31, 2024-01..2024-06, today, last 7 days, 7d or 24h"

_AGES = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks", "y": "years"}
_END = r"(?=[\s\])}\"^,;]|\.\.|$)"


def _any(words: Iterable[str]) -> str:
    longest_first = sorted(words, key=len, reverse=True)
    return "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in longest_first)


def _one(pattern: str) -> re.Pattern[str]:
    return re.compile(f"(?:{pattern}){_END}")


_LAST, _UNIT = _any(LAST), _any(UNITS)
_rolling = _one(
    rf"(?:(?:{_any(ARTICLES)})\s+)?(?:(?:{_LAST})\s+(?P<count>\d{{1,4}})|(?P<french>\d{{1,4}})\s+"
    rf"(?:{_LAST}))\s+(?P<unit>{_UNIT})"
)
_past = _one(rf"(?:(?:{_any(ARTICLES)})\s+)?past\s+(?P<unit>{_UNIT})")
_chinese = _one(
    rf"(?:{_any(LAST_IN_CHINESE)})\s*(?P<count>\d{{1,4}})\s*[个個]?(?P<unit>{_any(UNITS_IN_CHINESE)})"
)
_period = _one(_any(PERIODS))
_day = _one(_any(DAYS))
_weekday = _one(rf"(?P<last>last\s+)?(?P<name>{_any(WEEKDAYS)})")
_ago = _one(rf"(?P<count>\d{{1,4}})\s+(?P<unit>{_UNIT})\s+ago")
_age = _one(r"(?:now\s*-\s*|-)?(?P<count>\d{1,6})\s?(?P<unit>[mhdwy])")
_now = _one("now")
_moment = _one(
    r"(?P<day>\d{4}-\d{2}-\d{2})[t ](?P<clock>\d{2}:\d{2}(?::\d{2})?)(?:\.\d+)?"
    r"(?P<zone>z|[+-]\d{2}:?\d{2})?"
)
_numbers = _one(
    r"(?P<year>[12]\d{3})(?:[-/.](?P<month>\d{1,2})(?:[-/.](?P<day>\d{1,2}))?)?"
    r"|(?P<Year>[12]\d{3})年(?:(?P<Month>\d{1,2})月(?:(?P<Day>\d{1,2})[日号號])?)?"
    r"|(?P<y>[12]\d{3})(?P<m>\d{2})(?P<d>\d{2})"
)
_european = _one(r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>[12]\d{3})")
_named = _one(
    rf"(?:(?P<day>\d{{1,2}})(?:\.|st|nd|rd|th)?\s+(?:de\s+)?)?(?P<month>{_any(MONTHS)})\.?"
    rf"(?:\s+(?P<after>\d{{1,2}})(?:st|nd|rd|th)?,)?\s+(?:de\s+)?(?P<year>[12]\d{{3}})"
)
_chinese_end = re.compile(rf"(?:{_any(LAST_IN_CHINESE)})\d")


def value_at(text: str, at: int, now: datetime) -> FoundDate | None:
    """Return the longest date that begins at a position of a folded text, and where it ends."""
    return _longest(_VALUES, text, at, now)


def phrase_at(text: str, at: int, now: datetime) -> FoundDate | None:
    """Return such a date if it also means a date among plain words: last 7 days."""
    return _longest(_PHRASES, text, at, now)


def is_day(text: str) -> bool:
    """Return whether a folded word is today or yesterday in any of the languages."""
    return text in DAYS and text not in HOMONYMS


def is_date_word(text: str) -> bool:
    """Return whether a word could be part of a date phrase."""
    text = folded(text)
    return text in LAST or text in DAYS or text in _PERIOD_WORDS or bool(_chinese_end.match(text))


def folded(text: str) -> str:
    """Return the text in lower case without accents, with the same length."""
    return text.lower() if text.isascii() else "".join(map(_folded, text))


@lru_cache(maxsize=4096)
def _folded(letter: str) -> str:
    small = unicodedata.normalize("NFD", letter)[0].lower()
    return "'" if letter == "’" else small if len(small) == 1 else letter


_PERIOD_WORDS = frozenset(word for phrase in PERIODS for word in phrase.split()) - UNITS.keys()

_Reader = Callable[[re.Match[str], datetime], DateSpan]


def _longest(
    readers: Iterable[tuple[re.Pattern[str], _Reader]], text: str, at: int, now: datetime
) -> FoundDate | None:
    matches = [(match, read) for pattern, read in readers if (match := pattern.match(text, at))]
    for match, read in sorted(matches, key=lambda each: -each[0].end()):
        try:
            return read(match, now.astimezone(UTC).replace(microsecond=0)), match.end()
        except (ValueError, OverflowError):  # the 31st of February, the year 10000
            continue
    return None


def _back(now: datetime, unit: str, count: int) -> datetime:
    """The moment `count` units before now; in a shorter month, its last day."""
    if unit not in ("months", "years"):
        return now - timedelta(**{unit: count})
    months = now.year * 12 + now.month - 1 - count * (12 if unit == "years" else 1)
    first = now.replace(year=months // 12, month=months % 12 + 1, day=1)
    return first.replace(day=min(now.day, (_next(first, "months") - timedelta(days=1)).day))


def _start(moment: datetime, unit: str) -> datetime:
    """The beginning of the day, week, month or year; weeks begin on Monday."""
    day = moment.replace(hour=0, minute=0, second=0)
    if unit == "weeks":
        return day - timedelta(days=day.weekday())
    return day.replace(day=1, month=1 if unit == "years" else day.month) if unit != "days" else day


def _next(start: datetime, unit: str) -> datetime:
    if unit == "months":
        return (start.replace(day=1) + timedelta(days=32)).replace(day=1)
    return start.replace(year=start.year + 1) if unit == "years" else start + timedelta(**{unit: 1})


def _whole(start: datetime, unit: str) -> DateSpan:
    try:
        return start, _next(start, unit)
    except (ValueError, OverflowError):  # the end of 9999
        return start, None


def _read_rolling(match: re.Match[str], now: datetime) -> DateSpan:
    groups = match.groupdict()
    unit = UNITS.get(match["unit"]) or UNITS_IN_CHINESE[match["unit"]]
    return _back(now, unit, int(groups.get("count") or groups.get("french") or 1)), None


def _read_period(match: re.Match[str], now: datetime) -> DateSpan:
    unit, count = PERIODS[" ".join(match[0].split())]
    return _whole(_start(_back(_start(now, unit), unit, -count), unit), unit)


def _read_day(match: re.Match[str], now: datetime) -> DateSpan:
    return _whole(_start(now, "days") + timedelta(days=DAYS[match[0]]), "days")


def _read_weekday(match: re.Match[str], now: datetime) -> DateSpan:
    back = (now.weekday() - WEEKDAYS[match["name"]]) % 7
    if match["last"] and not back:  # on a Monday, last Monday is not today
        back = 7
    return _whole(_start(now, "days") - timedelta(days=back), "days")


def _read_ago(match: re.Match[str], now: datetime) -> DateSpan:
    unit = UNITS[match["unit"]]
    moment = _back(now, unit, int(match["count"]))
    small = unit in ("minutes", "hours")
    return _whole(moment if small else _start(moment, "days"), unit if small else "days")


def _read_age(match: re.Match[str], now: datetime) -> DateSpan:
    return _back(now, _AGES[match["unit"]], int(match["count"])), None


def _read_moment(match: re.Match[str], now: datetime) -> DateSpan:
    text = f"{match['day']}T{match['clock']}{(match['zone'] or '+00:00').upper()}"
    moment = datetime.fromisoformat(text).astimezone(UTC)
    return _whole(moment, "seconds" if match["clock"].count(":") == 2 else "minutes")


def _read_numbers(match: re.Match[str], now: datetime) -> DateSpan:
    year, month, day = (number for number in _triple(match))
    unit = "days" if day else "months" if month else "years"
    return _whole(datetime(int(year or 0), int(month or 1), int(day or 1), tzinfo=UTC), unit)


def _triple(match: re.Match[str]) -> tuple[str | None, str | None, str | None]:
    found = match.groupdict()
    year = found.get("year") or found.get("Year") or found.get("y")
    month = found.get("month") or found.get("Month") or found.get("m")
    day = found.get("day") or found.get("Day") or found.get("d") or found.get("after")
    return year, str(MONTHS.get(month, month)) if month else None, day


_PHRASES: Final = (
    (_rolling, _read_rolling),
    (_past, _read_rolling),
    (_chinese, _read_rolling),
    (_period, _read_period),
)
_VALUES: Final = (
    *_PHRASES,
    (_day, _read_day),
    (_weekday, _read_weekday),
    (_ago, _read_ago),
    (_age, _read_age),
    (_now, lambda match, now: (now, None)),
    (_moment, _read_moment),
    (_numbers, _read_numbers),
    (_european, _read_numbers),
    (_named, _read_numbers),
)

"""Times of day as pages print them: 10:30, 10.30 Uhr, 14h30, 9 a.m., 下午3时."""

import re
from functools import lru_cache
from typing import NamedTuple

from tidings.read.dates.date_names import day_halves
from tidings.read.dates.name_key import name_key

_TIME = re.compile(
    r"(?<![\d:])(\d{1,2})(?:"
    r"(?:[:.時时点點]|\s?[hH]\s?|시\s?)(\d\d)(?:(?:[:.]|[分분]\s?)(\d\d))?(?:[.,](\d{1,9}))?"
    r"\s*[分분]?\s*(?:([AaPp])\.?\s?[Mm]\b\.?)?"
    r"|(?<![A-Za-z]\d)(?<![A-Za-z]\d\d)(?:"
    r"(?! am(?: \d\d?\.| +$))\s?([AaPp])\.?\s?[Mm]\b\.?"  # not German "am 4.3."
    r"|\s?(?:[hH]|Uhr|[時时点點시])(?!\w)))"
)
# Before the hour: morning, then afternoon and evening.
_HALF_BEFORE = re.compile(
    r"(오전|새벽|午前|上午|早上|清晨|凌晨|早|朝)\s*$|(?:오후|저녁|午後|下午|中午|傍晚|晚上|晚|夜|よる)\s*$"
)
_MAX_HALF = 24  # characters of a word for a half of the day


class ClockTime(NamedTuple):
    """A time of day, and where its zone would follow."""

    hour: int
    minute: int
    second: int
    microsecond: int
    end: int


def clock_time(text: str) -> ClockTime | None:
    """Return the first time of day in a text, or None."""
    match = _TIME.search(text)
    if match is None:
        return None
    hour, minute, second = int(match[1]), int(match[2] or 0), min(int(match[3] or 0), 59)
    end = match.end()
    if hour <= 12:
        later, end = _half(text, match)
        hour = hour if later is None else hour % 12 + later
    if minute > 59 or (hour > 23 and (hour, match[2]) != (24, "00")):
        return None
    return ClockTime(hour, minute, second, int((match[4] or "0").ljust(6, "0")[:6]), end)


def _half(text: str, match: re.Match[str]) -> tuple[int | None, int]:
    """The hours to add, and where the time ends; None if no half of the day is named."""
    end = match.end()
    if letter := match[5] or match[6]:
        return 0 if letter in "Aa" else 12, end
    if before := _HALF_BEFORE.search(text, 0, match.start()):
        return 0 if before[1] else 12, end
    rest = text[end : end + _MAX_HALF]
    return (_half_after(rest) if rest[:1].isalpha() else None), end


@lru_cache(maxsize=1_024)
def _half_after(text: str) -> int | None:
    words = name_key(text).split()
    halves = day_halves()
    return halves.get(" ".join(words[:2]), halves.get(words[0])) if words else None

"""Times as people write and read them."""

import re
from datetime import UTC, date, datetime, time, timedelta

EXPECTED = "a date (2024-05-31), a date with a time (2024-05-31T08:00Z) or an age (24h, 7d, 2w)"

_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}
_age = re.compile(r"(\d{1,6})\s*([mhdw])", re.IGNORECASE)
_day = re.compile(r"\d{4}-\d{2}-\d{2}|\d{8}")


def parse_moment(text: str, now: datetime, *, end_of_day: bool = False) -> datetime | None:
    """Return the time that a text names, in UTC; None unless it is as EXPECTED says.

    An age counts back from now. A bare day is its first moment in UTC, or its last with
    `end_of_day`, so that "until 31 May" includes the news of 31 May.
    """
    text = text.strip()
    try:
        if age := _age.fullmatch(text):
            return now - timedelta(**{_UNITS[age[2].lower()]: int(age[1])})
        if _day.fullmatch(text):
            clock = time.max if end_of_day else time.min
            return datetime.combine(date.fromisoformat(text), clock, UTC)
        moment = datetime.fromisoformat(text)
        return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        return None


def from_seconds(seconds: float) -> datetime:
    """Return the time that is so many seconds after 1970."""
    return datetime.fromtimestamp(seconds, UTC)


def day(moment: datetime) -> str:
    """Return the day with its weekday: Friday, 31 May 2024."""
    return f"{moment:%A}, {moment.day} {moment:%B} {moment.year}"


def short_day(moment: datetime) -> str:
    """Return the day: 31 May 2024."""
    return f"{moment.day} {moment:%b} {moment.year}"


def clock(moment: datetime) -> str:
    """Return the time of the day: 08:00:12 UTC."""
    return f"{moment.astimezone(UTC):%H:%M:%S} UTC"


def hour_minute(moment: datetime) -> str:
    """Return the time of the day without seconds: 08:00."""
    return f"{moment.astimezone(UTC):%H:%M}"


def hour_minute_near(moment: datetime, other: datetime) -> str:
    """Return the same, after the day unless it is that of another time: 31 May 2024, 08:00."""
    moment, other = moment.astimezone(UTC), other.astimezone(UTC)
    clock = hour_minute(moment)
    return clock if moment.date() == other.date() else f"{short_day(moment)}, {clock}"


def absolute(moment: datetime) -> str:
    """Return the time in words: 31 May 2024, 08:00 UTC."""
    moment = moment.astimezone(UTC)
    return f"{moment.day} {moment:%B} {moment.year}, {moment:%H:%M} UTC"


def lag(span: timedelta) -> str:
    """Return how much later something was, in its two largest units: 3 hours 10 minutes later."""
    seconds = max(span.total_seconds(), 0)
    if seconds < 60:
        return "within a minute"
    minutes = int(seconds // 60)
    counts = ((minutes // 1440, "day"), (minutes // 60 % 24, "hour"), (minutes % 60, "minute"))
    parts = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in counts if count]
    return f"{' '.join(parts[:2])} later"


def relative(moment: datetime, now: datetime) -> str:
    """Return how long ago a time was or how soon it comes; distant times by their day."""
    seconds = (now - moment).total_seconds()
    if abs(seconds) < 60:
        return "just now"
    for size, limit, unit in ((60, 60, "minute"), (3600, 24, "hour"), (86400, 7, "day")):
        count = int(abs(seconds) // size)
        if count < limit:
            length = f"{count} {unit}{'' if count == 1 else 's'}"
            return f"{length} ago" if seconds > 0 else f"in {length}"
    moment = moment.astimezone(UTC)
    return f"{moment.day} {moment:%B}" + ("" if moment.year == now.year else f" {moment.year}")


def duration(seconds: float) -> str:
    """Return a length of time in its largest units: 45 s, 12 min, 3.5 h, 2 days."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    if seconds < 120:
        return f"{seconds:.0f} s"
    if seconds < 7_200:
        return f"{seconds / 60:.0f} min"
    if seconds < 172_800:
        return f"{seconds / 3_600:.1f}".removesuffix(".0") + " h"
    return f"{seconds / 86_400:.1f}".removesuffix(".0") + " days"

"""Parses Retry-After (RFC 9110, 10.2.3). It does not decide what to do about it."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

_SECONDS = re.compile(r"[0-9]+(?:\.[0-9]*)?")


def requested_wait(value: str | None, now: datetime, cap: timedelta) -> timedelta | None:
    """Return how long the server asks us to wait, at most `cap`; None if it does not say."""
    text = (value or "").strip()
    if _SECONDS.fullmatch(text):
        return _seconds(text, cap)
    date = _http_date(text)
    if date is None:
        return None
    return min(max(date - now, timedelta(0)), cap)


def _seconds(text: str, cap: timedelta) -> timedelta:
    # Compared as numbers first: servers may send more seconds than timedelta can hold.
    seconds = float(text[:32])
    return cap if seconds >= cap.total_seconds() else timedelta(seconds=seconds)


def _http_date(text: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(text)
        # asctime and "-0000" dates come without a zone; RFC 9110 says they are UTC.
        return date.replace(tzinfo=UTC) if date.tzinfo is None else date.astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None

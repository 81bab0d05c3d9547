"""What a server means by Retry-After (RFC 9110, 10.2.3); not what we do about it."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

_SECONDS = re.compile(r"[0-9]+(?:\.[0-9]*)?")


def requested_wait(value: str | None, now: datetime, cap: timedelta) -> timedelta | None:
    """Return how long the server asks us to stay away, at most `cap`; None if it does not say."""
    text = (value or "").strip()
    if _SECONDS.fullmatch(text):
        return _seconds(text, cap)
    moment = _http_date(text)
    if moment is None:
        return None
    return min(max(moment - now, timedelta(0)), cap)


def _seconds(text: str, cap: timedelta) -> timedelta:
    # Compared as numbers first: a server may well send more seconds than timedelta can hold.
    seconds = float(text[:32])
    return cap if seconds >= cap.total_seconds() else timedelta(seconds=seconds)


def _http_date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
        # asctime and "-0000" dates come without a zone; RFC 9110 says they are UTC.
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, TypeError, OverflowError, IndexError):
        return None

"""How long an answer calls itself fresh: Cache-Control, Expires and Age, as RFC 9111 has them."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from tidings.model.web.exchange import Response

_MAX_AGE = re.compile(r"(?:^|[,\s])max-age\s*=\s*\"?(\d{1,12})", re.IGNORECASE)
_NEVER_FRESH = re.compile(r"(?:^|[,\s])no-(?:cache|store)\b", re.IGNORECASE)


def fresh_seconds(response: Response) -> float:
    """Return the seconds for which asking again would bring the same; 0 if nothing says so."""
    control = ",".join(value for name, value in response.headers if name == "cache-control")
    if _NEVER_FRESH.search(control):
        return 0.0
    if found := _MAX_AGE.search(control):
        return max(0.0, float(found[1]) - _age(response))
    expires = _date(response.header("expires"))
    if expires is None:
        return 0.0
    # By the server's own clock, which may be wrong in both headers alike.
    sent = _date(response.header("date")) or response.at
    return max(0.0, (expires - sent).total_seconds())


def _age(response: Response) -> float:
    """Return how long the answer has lain in a cache on its way."""
    age = (response.header("age") or "").strip()[:12]
    return float(age) if age.isascii() and age.isdigit() else 0.0


def _date(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None  # "0" and "-1" are usual, and mean: not fresh
    return date if date.tzinfo else date.replace(tzinfo=UTC)

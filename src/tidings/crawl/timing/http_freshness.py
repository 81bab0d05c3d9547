"""How long HTTP declares a response fresh: Cache-Control, Expires and Age (RFC 9111)."""

import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from tidings.model.web.exchange import Response

_MAX_AGE = re.compile(r"(?:^|[,\s])max-age\s*=\s*\"?(\d{1,12})", re.IGNORECASE)
_NEVER_FRESH = re.compile(r"(?:^|[,\s])no-(?:cache|store)\b", re.IGNORECASE)


def fresh_seconds(response: Response) -> float:
    """Return for how many more seconds the response is fresh; 0 if no header says so."""
    control = ",".join(value for name, value in response.headers if name == "cache-control")
    if _NEVER_FRESH.search(control):
        return 0.0
    if found := _MAX_AGE.search(control):
        return max(0.0, float(found[1]) - _age(response))
    expires = _date(response.header("expires"))
    if expires is None:
        return 0.0
    # By the server's clock: if it is wrong, it is wrong in both headers.
    sent = _date(response.header("date")) or response.at
    return max(0.0, (expires - sent).total_seconds())


def _age(response: Response) -> float:
    """Return for how many seconds a cache had stored the response."""
    age = (response.header("age") or "").strip()[:12]
    return float(age) if age.isascii() and age.isdigit() else 0.0


def _date(text: str | None) -> datetime | None:
    if not text:
        return None
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, OverflowError):
        return None  # "0" and "-1" are common and mean "not fresh"
    return date if date.tzinfo else date.replace(tzinfo=UTC)

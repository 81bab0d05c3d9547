"""The value of a date field, one date or a range, as limits on the publication date."""

import re
from datetime import datetime, timedelta

from tidings.search.query.dates import DateSpan, value_at
from tidings.search.query.tree import Between

_open = re.compile(r"\s*[\[{]\s*")
_to = re.compile(r"\s+to\s+|\s*(?:\.{2,3}|…)\s*|\s*,\s*")
_close = re.compile(r"\s*[\]}]")
_dots = re.compile(r"\s+(?:\.{2,3}|…)\s+|\.{2,3}|…")
_star = re.compile(r"\*")
_sign = re.compile(r"\s*(>=|<=|>|<|=)\s*")
_gap = re.compile(r"\s*\"?\s*")
_closing_quote = re.compile(r"\s*\"")

_SIDES = {"after": ">=", "since": ">=", "before": "<", "until": "<=", "date": "="}

FoundLimits = tuple[Between, int]  # the limits, and where their text ends


def limits_at(text: str, at: int, field: str, now: datetime) -> FoundLimits | None:
    """Return the limits set by the value at a position of a folded text; None if it is not a date.

    `field` is after, since, before, until or date. `after:`, `since:` and `until:` include the
    day they name; `before:` excludes it.
    """
    start = _end_of(_gap, text, at)
    quoted = '"' in text[at:start]
    found = _bracketed(text, start, now) or _dotted(text, start, now)
    if found is None:
        sign = _sign.match(text, start)
        found = _signed(
            text, sign.end() if sign else start, sign[1] if sign else _SIDES[field], now
        )
    if found is None or not quoted:
        return found
    return found[0], _end_of(_closing_quote, text, found[1])


def range_at(text: str, at: int, now: datetime) -> FoundLimits | None:
    """Return the limits set by a range without a field, such as 2024-01..2024-06."""
    found = _bracketed(text, at, now) or _dotted(text, at, now)
    whole = found is not None and None not in (found[0].start, found[0].end)
    return found if whole else None


def _bracketed(text: str, at: int, now: datetime) -> FoundLimits | None:
    """The limits of [a TO b]; a star on either side means no limit."""
    if not (opening := _open.match(text, at)):
        return None
    if not (first := _side(text, opening.end(), now)) or not (to := _to.match(text, first[1])):
        return None
    if not (last := _side(text, to.end(), now)) or not (closing := _close.match(text, last[1])):
        return None
    return _from_to(first[0], last[0]), closing.end()


def _dotted(text: str, at: int, now: datetime) -> FoundLimits | None:
    """The limits of a..b, a.. or ..b."""
    first = _side(text, at, now)
    if not (dots := _dots.match(text, first[1] if first else at)):
        return None
    last = _side(text, dots.end(), now)
    if not first and not last:
        return None
    end = last[1] if last else dots.end()
    return _from_to(first[0] if first else None, last[0] if last else None), end


def _side(text: str, at: int, now: datetime) -> tuple[DateSpan | None, int] | None:
    if _star.match(text, at):
        return None, at + 1
    return value_at(text, at, now)


def _from_to(first: DateSpan | None, last: DateSpan | None) -> Between:
    """From the beginning of one to the end of the other, in either order."""
    if first and last:
        ends = [span[1] for span in (first, last)]
        end = None if None in ends else max(end for end in ends if end)
        if last[1] is None and last[0] > first[0]:  # a moment, such as 7d or now
            end = last[0] + timedelta(seconds=1)
        return Between(min(first[0], last[0]), end)
    return Between(first[0] if first else None, last[1] if last else None)


def _signed(text: str, at: int, sign: str, now: datetime) -> FoundLimits | None:
    if _star.match(text, at):
        return Between(None, None), at + 1
    if (found := value_at(text, at, now)) is None:
        return None
    (start, end), stop = found
    # An age is a moment: until:7d ends seven days ago.
    after = end or start + timedelta(seconds=1)
    limits = {
        ">=": (start, None),
        ">": (after, None),
        "<": (None, start),
        "<=": (None, after),
        "=": (start, end),
    }
    return Between(*limits[sign]), stop


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at

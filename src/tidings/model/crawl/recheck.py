"""Rechecks: fetching a stored article again to see whether it was edited or deleted."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class RecheckCandidate:
    """An article's page that may be rechecked."""

    host: str
    id: int  # of its URL
    site: int
    first_seen: datetime
    visited_at: datetime  # when it was last visited
    is_missing: bool = False  # not found at the last recheck
    is_gone: bool = False  # it has a tombstone


@dataclass(frozen=True, slots=True)
class RecheckCounts:
    """How many rechecks a site had, and how many found a change."""

    rechecks: int = 0
    changes: int = 0


class RecheckResult(StrEnum):
    """The result of a recheck."""

    SAME = "same"  # no change, or only noise
    EDITED = "edited"
    MISSING = "missing"  # not found, or replaced by something else: to be confirmed
    GONE = "gone"  # the server says explicitly that it is gone
    UNANSWERED = "unanswered"  # no usable response


@dataclass(frozen=True, slots=True)
class Recheck:
    """One recheck of an article."""

    result: RecheckResult
    at: datetime
    status: int | None = None
    detail: str = ""
    requests: int = 1  # each redirect counts as one

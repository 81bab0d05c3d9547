"""Looking again at an article that is kept: whom it is worth, and what it found."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class RecheckCandidate:
    """An article's page that might be looked at again."""

    host: str
    id: int  # of its URL
    site: int
    first_seen: datetime
    looked_at: datetime  # when it was last visited
    is_missing: bool = False  # the last look did not find it
    is_gone: bool = False  # it has a tombstone


@dataclass(frozen=True, slots=True)
class RecheckCounts:
    """What looking again has found at a site."""

    looks: int = 0
    changes: int = 0


class RecheckResult(StrEnum):
    """What a second look found."""

    SAME = "same"  # nothing but noise has changed
    EDITED = "edited"
    MISSING = "missing"  # not found, or something else in its place: to be confirmed
    GONE = "gone"  # the server says so outright
    UNANSWERED = "unanswered"  # no answer to judge by


@dataclass(frozen=True, slots=True)
class Recheck:
    """A second look at an article, and how it is told."""

    finding: RecheckResult
    at: datetime
    status: int | None = None
    detail: str = ""
    requests: int = 1  # redirects cost one each

"""What is recorded about a job: for `tidings jobs`, and to continue it."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class JobStatus:
    """A job that ran or runs, in numbers."""

    id: int
    name: str
    key: str  # of the code and the settings; an unfinished job with the same key is continued
    items: int  # in total, as counted when it began
    parts: int  # finished
    done: int  # items of the finished parts
    failed: int  # of these, quarantined
    seconds: float  # of work, all processes together
    began_at: datetime
    ended_at: datetime | None  # None: it runs, or was interrupted
    cancelled_at: datetime | None = None  # somebody asked that it should stop


@dataclass(frozen=True, slots=True)
class PartStatus:
    """One finished part of a job."""

    key: str
    items: int
    failed: int  # quarantined: the detail names them
    detail: str
    seconds: float
    at: datetime
    estimated: float | None = None  # seconds; None if nobody estimated
    place: str = ""  # where it was mapped; empty: on the machine of the driver
    copies: int = 1  # in how many places it was mapped at once

"""The failure of one exchange. Nothing here decides what to do about it."""

from dataclasses import dataclass
from datetime import timedelta

from tidings.model.web.reason import Reason

_DETAIL = 200  # characters; parsers quote their input in errors


@dataclass(frozen=True, slots=True)
class ExchangeFailure:
    """A reason with its detail, not yet tied to a request."""

    reason: Reason
    detail: str = ""
    status: int | None = None
    retry_after: timedelta | None = None
    received: int = 0  # bytes of the body before the failure
    waits_for_robots: bool = False  # nothing was requested but robots.txt, which failed
    address: str = ""  # the IP address we were connected to; empty if none


def detail_of(error: Exception) -> str:
    """Return the message of an exception on one line, shortened."""
    return " ".join(str(error).split())[:_DETAIL] or type(error).__name__

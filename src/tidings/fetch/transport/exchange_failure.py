"""The failure of one exchange. Nothing here decides what to do about it."""

from dataclasses import dataclass
from datetime import timedelta

from tidings.model.web.reason import Reason


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

    @property
    def is_held_back(self) -> bool:
        """Whether nothing was sent, because the host required a pause."""
        return self.status is None and self.retry_after is not None

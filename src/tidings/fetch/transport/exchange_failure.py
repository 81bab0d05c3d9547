"""A trouble on the wire, by its name; nothing here decides what to do about it."""

from dataclasses import dataclass
from datetime import timedelta

from tidings.model.web.reason import Reason

_DETAIL = 200  # characters; parsers quote what they choke on


@dataclass(frozen=True, slots=True)
class ExchangeFailure:
    """A reason with its detail, before it is tied to a request."""

    reason: Reason
    detail: str = ""
    status: int | None = None
    retry_after: timedelta | None = None
    received: int = 0  # bytes of the body that came before it
    unreached: bool = False  # the address was dialled in vain; another one may do


def detail_of(error: Exception) -> str:
    """Return what an exception says, on one line and not too long."""
    return " ".join(str(error).split())[:_DETAIL] or type(error).__name__

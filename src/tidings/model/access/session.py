"""A browser that is signed in."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class UserSession:
    """A session, without its secret."""

    id: str
    user: int
    created_at: datetime
    expires_at: datetime
    used_at: datetime  # to the minute

"""A person who signs in."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.access.identity import Scope

OWNER = "owner"  # the built-in user of whoever may open a one-time link


@dataclass(frozen=True, slots=True)
class User:
    """A user, without the password."""

    id: int
    name: str
    role: Scope
    has_password: bool
    created_at: datetime
    last_visit: datetime | None = None

"""Sites: what the user asked us to follow."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Site:
    """A followed news site. Pages are admitted by its registered domain."""

    id: int
    url: str
    domain: str
    name: str
    added_at: datetime

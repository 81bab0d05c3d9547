"""Sites: what the user asked us to follow."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class About:
    """What a site is followed for: words, which may come from a saved query."""

    words: str  # empty: for everything
    query: str = ""  # the saved query's name


EVERYTHING = About("")


@dataclass(frozen=True, slots=True)
class Site:
    """A followed news site. Pages are admitted by its registered domain."""

    id: int
    url: str
    domain: str
    name: str
    added_at: datetime
    about: About = EVERYTHING

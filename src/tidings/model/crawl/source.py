"""Sites: what the user asked us to follow."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class SourceFocus:
    """What a site is followed for: words, which may come from a saved query."""

    words: str  # empty: for everything
    query: str = ""  # the saved query's name


EVERYTHING = SourceFocus("")


@dataclass(frozen=True, slots=True)
class Source:
    """A followed news site. Pages are admitted by its registered domain."""

    id: int
    url: str
    domain: str
    name: str
    added_at: datetime
    about: SourceFocus = EVERYTHING

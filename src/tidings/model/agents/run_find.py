"""A find of a query run, and an agent as it is listed."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class RunFind:
    """A page that a run found relevant."""

    url: str
    article: str  # its id in the home
    title: str
    source: str  # the name of its site, or its domain
    site: int
    published: datetime | None
    relevance: float
    found_at: datetime
    was_known: bool = False  # the home had the article before the run
    is_owned: bool = False  # the run brought it in, and its retention is not over
    score: float | None = None  # in a ranked list: in the index, if a search finds it
    copy_of: str | None = None  # when listed: the article that it was probably taken from


@dataclass(frozen=True, slots=True)
class RunAgent:
    """One agent of a run, dead or alive."""

    number: int
    parent: int  # 0: it began on a seed
    generation: int
    url: str  # where it stands, or is going
    energy: float
    finds: int
    is_alive: bool
    is_moving: bool = False

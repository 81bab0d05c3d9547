"""Statistics over the articles of a home: how many, in which languages, how long, how soon."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Distribution:
    """A distribution of numbers; all None if there are none."""

    count: int
    mean: float | None = None
    median: float | None = None
    p90: float | None = None
    p99: float | None = None
    steps: tuple[tuple[float | None, int], ...] = ()  # up to a number (None: above), how many


@dataclass(frozen=True, slots=True)
class Delays:
    """Seconds from publication to search, of articles that appeared while we watched."""

    searchable: Distribution  # from publication until a search finds it
    seen: Distribution  # from publication until we saw it
    indexed: Distribution  # from then until a search finds it
    # Left out, by reason:
    found_late: int  # more than a day old when first seen, or older than our following the source
    undated: int
    dated_ahead: int  # published after we saw it
    unknown: int  # not found yet, or so long ago that the logs are pruned


@dataclass(frozen=True, slots=True)
class DayCount:
    """The articles of one day in UTC."""

    day: datetime  # its beginning
    seen: int  # first seen on that day
    published: int


@dataclass(frozen=True, slots=True)
class HomeStatistics:
    """Statistics over the articles of a span."""

    as_of: datetime
    since: datetime | None
    until: datetime | None
    articles: int  # that searches find and that were published within the span
    seen: int  # first seen within it: all that follows but languages and sources is of these
    days: tuple[DayCount, ...]  # from the first on which an article was seen to the last
    languages: tuple[tuple[str, int], ...]  # the most first
    sources: tuple[tuple[str, int], ...]  # the most first
    words: Distribution
    text_bytes: Distribution  # of the newest articles only
    delays: Delays  # of the newest articles only

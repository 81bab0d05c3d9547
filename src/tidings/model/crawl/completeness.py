"""Completeness: how many articles a site was expected to publish, and how many we found."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.crawl.source import Source


@dataclass(frozen=True, slots=True)
class HourCount:
    """One hour of a site."""

    start: datetime
    expected: float  # by the publishing rhythm learned from its articles
    seen: int


@dataclass(frozen=True, slots=True)
class Silence:
    """A site without new articles for too long, although we fetched its lists."""

    since: datetime  # its last new article
    expected: float  # new articles since then at the usual rate
    causes: tuple[str, ...]  # what fetching its feeds and sitemaps returned


@dataclass(frozen=True, slots=True)
class Completeness:
    """Expected and found articles of a site, hour by hour."""

    site: Source
    hours: tuple[HourCount, ...]
    silence: Silence | None

    @property
    def expected(self) -> float:
        """How many articles were expected in these hours."""
        return sum(hour.expected for hour in self.hours)

    @property
    def seen(self) -> int:
        """How many articles were found."""
        return sum(hour.seen for hour in self.hours)

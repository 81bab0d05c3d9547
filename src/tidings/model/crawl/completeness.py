"""Completeness: what a site should have brought, beside what it did."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.crawl.source import Source


@dataclass(frozen=True, slots=True)
class HourCount:
    """One hour of a site."""

    start: datetime
    expected: float  # by the rhythm learned from its articles
    seen: int


@dataclass(frozen=True, slots=True)
class Silence:
    """A site that should have brought articles long ago, though we have looked."""

    since: datetime  # its last new article
    expected: float  # new articles since then, had it gone on as before
    causes: tuple[str, ...]  # what its feeds and sitemaps answer


@dataclass(frozen=True, slots=True)
class Completeness:
    """What a site should have brought over some hours, beside what it did."""

    site: Source
    hours: tuple[HourCount, ...]
    silence: Silence | None

    @property
    def expected(self) -> float:
        """How many articles the hours should have brought."""
        return sum(hour.expected for hour in self.hours)

    @property
    def seen(self) -> int:
        """How many they brought."""
        return sum(hour.seen for hour in self.hours)

"""How fresh our picture of a source and of its live URLs is."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from tidings.model.web.page import UrlRole


@dataclass(frozen=True, slots=True)
class UrlFreshness:
    """What one live URL is expected to bring, and how fresh our visits keep it."""

    url: str
    role: UrlRole
    articles_per_day: float  # new ones that we expect to find here first
    interval: float  # seconds between the last visit and the next
    freshness: float  # the share of that time without unseen articles
    expected_age: float  # seconds that our picture will be out of date by the next visit
    basis: str  # what decided the time of the next visit


@dataclass(frozen=True, slots=True)
class SourceFreshness:
    """How fresh our picture of a whole source is, over its live URLs."""

    articles_per_day: float = 0.0
    freshness: float | None = None  # None: nothing is known yet
    expected_age: float | None = None


def source_freshness(urls: Sequence[UrlFreshness]) -> SourceFreshness:
    """Return the source's rate (the sum) and its mean freshness and age."""
    if not urls:
        return SourceFreshness()
    count = len(urls)
    return SourceFreshness(
        fsum(url.articles_per_day for url in urls),
        fsum(url.freshness for url in urls) / count,
        fsum(url.expected_age for url in urls) / count,
    )

"""How fresh our picture of each live URL is, given its rhythm and its visits."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum

from tidings.crawl.timing.freshness import expected_age, freshness
from tidings.crawl.timing.rhythm import Rhythm
from tidings.model.crawl.visit import UrlRecord
from tidings.model.web.page import UrlRole
from tidings.store.tables.sources.rhythms import RhythmRow


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


def url_freshness(record: UrlRecord, row: RhythmRow) -> UrlFreshness:
    """Return the freshness of a live URL."""
    rhythm = Rhythm.unpacked(row.rhythm)
    state = record.state
    interval = state.interval or 0.0
    if state.due is not None and record.visited_at is not None:
        interval = max(0.0, (state.due - record.visited_at).total_seconds())
    start = rhythm.seen_until
    # By hour and weekday, as visits are planned: nights are quiet.
    rate = rhythm.expected(start, start + interval) / interval if interval > 0 else 0.0
    return UrlFreshness(
        url=record.url,
        role=state.role,
        articles_per_day=rhythm.rate(start),
        interval=interval,
        freshness=freshness(rate, interval),
        expected_age=expected_age(rate, interval),
        basis=row.basis,
    )


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

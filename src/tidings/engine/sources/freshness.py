"""How fresh our picture of each live URL is: what its rhythm and its visits come to."""

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
    """What is expected of one live URL, and what our visits make of it."""

    url: str
    role: UrlRole
    articles_per_day: float  # new ones that we expect to find here first
    interval: float  # seconds between the last visit and the next
    freshness: float  # the share of that time in which nothing unseen stands there
    expected_age: float  # seconds for which it will be out of date by the next visit
    basis: str  # what decided when the next visit is


def url_freshness(record: UrlRecord, beat: RhythmRow) -> UrlFreshness:
    """Return the pulse of a live URL."""
    rhythm = Rhythm.unpacked(beat.rhythm)
    standing = record.state
    interval = standing.interval or 0.0
    if standing.due is not None and record.visited_at is not None:
        interval = max(0.0, (standing.due - record.visited_at).total_seconds())
    start = rhythm.seen_until
    # By the hour and the weekday, as the visit was planned: nights are quiet.
    rate = rhythm.expected(start, start + interval) / interval if interval > 0 else 0.0
    return UrlFreshness(
        url=record.url,
        role=standing.role,
        articles_per_day=rhythm.rate(start),
        interval=interval,
        freshness=freshness(rate, interval),
        expected_age=expected_age(rate, interval),
        basis=beat.basis,
    )


@dataclass(frozen=True, slots=True)
class SourceFreshness:
    """How fresh our picture of a whole site is, over its live URLs."""

    articles_per_day: float = 0.0
    freshness: float | None = None  # none: nothing is known yet
    expected_age: float | None = None


def source_freshness(pulses: Sequence[UrlFreshness]) -> SourceFreshness:
    """Return the site's rate, which is the sum, and the mean freshness and age."""
    if not pulses:
        return SourceFreshness()
    count = len(pulses)
    return SourceFreshness(
        fsum(pulse.articles_per_day for pulse in pulses),
        fsum(pulse.freshness for pulse in pulses) / count,
        fsum(pulse.expected_age for pulse in pulses) / count,
    )

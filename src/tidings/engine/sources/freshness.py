"""How fresh our picture of each live URL is, given its rhythm and its visits."""

from tidings.crawl.timing.freshness import expected_age, freshness
from tidings.crawl.timing.rhythm import Rhythm
from tidings.model.crawl.freshness import UrlFreshness
from tidings.model.crawl.visit import UrlRecord
from tidings.store.tables.sources.rhythms import RhythmRow


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

"""When a source that fails is tried again: within minutes, then hours, then every day."""

from datetime import timedelta

from tidings.settings.tree import CrawlSettings

# Multiples of `crawl.retry_seconds`: 1, 5 and 15 minutes, then 1, 3, 6 and 12 hours. Whoever has
# just added a source mends a setting, a certificate or a name within the hour; a publisher mends a
# server within the day. From then on one request a day is no burden to anybody, and a site that is
# back is missed for a day at most. `crawl.dead_days` of nothing but failures end that.
_WAITS = (1, 5, 15, 60, 180, 360, 720)
_LONGEST = timedelta(days=1)


def second_chance(failures: int, settings: CrawlSettings) -> timedelta:
    """Return how long to wait after the given number of failures in a row, at least one."""
    if failures > len(_WAITS):
        return _LONGEST
    wait = timedelta(seconds=settings.retry_seconds * _WAITS[max(failures, 1) - 1])
    return min(wait, _LONGEST)

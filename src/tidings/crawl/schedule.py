"""When a feed, sitemap or index page is visited again, and when a failed page is tried again."""

from datetime import timedelta

from tidings.settings.tree import CrawlSettings

_EAGER, _LAZY = 0.5, 1.5  # news halves the wait, silence stretches it by half


def next_interval(previous: float | None, found_new: bool, settings: CrawlSettings) -> float:
    """Return the seconds until the next visit, within the settings' bounds."""
    if previous is None:
        wanted = settings.min_interval * 2
    else:
        wanted = previous * (_EAGER if found_new else _LAZY)
    return min(max(wanted, settings.min_interval), settings.max_interval)


def retry_delay(attempts: int, settings: CrawlSettings) -> timedelta:
    """Return how long to wait after the given number of failed tries; doubles each time."""
    seconds = settings.retry_seconds * 2.0 ** min(attempts - 1, 16)
    return timedelta(seconds=min(seconds, settings.max_interval))

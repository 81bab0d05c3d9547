"""Promises: what the odds of a link mean for its place in the queue."""

from tidings.settings.tree import CrawlSettings

_FIRST, _LAST = 2, 9  # priorities of pages; feeds and sitemaps come before, nothing after
_OPEN_MINDED = 10  # links followed before about half of the unpromising ones are refused


def priority_of(odds: float) -> int:
    """Return the place in the queue of a link with these odds; lower is sooner."""
    return _FIRST + round((1.0 - odds) * (_LAST - _FIRST))


def is_explored(url_id: int, followed: int, settings: CrawlSettings) -> bool:
    """Tell whether an unpromising link is followed all the same, to learn.

    While little is known nearly every one is; the same link always meets the same fate.
    """
    share = settings.focus_explore
    if settings.focus_learn:
        share = max(share, _OPEN_MINDED / (_OPEN_MINDED + followed))
    return (url_id & 0xFFFF) / 0x10000 < share

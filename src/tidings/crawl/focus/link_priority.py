"""Promises: what the odds of a link mean for its place in the queue."""

from tidings.settings.tree import CrawlSettings

_FIRST, _LAST = 2, 9  # priorities of pages; feeds and sitemaps come before, nothing after
# Links followed before half of the unpromising ones are refused …
_OPEN_MINDED = 10
_AT_A_LOSS = 60  # … while hardly anything wanted was found: then the links do not name it
_FEW = 5  # wanted articles from which the classifiers have something to say


def priority_of(odds: float) -> int:
    """Return the place in the queue of a link with these odds; lower is sooner."""
    return _FIRST + round((1.0 - odds) * (_LAST - _FIRST))


def is_explored(url_id: int, followed: int, wanted: int, settings: CrawlSettings) -> bool:
    """Tell whether an unpromising link is followed all the same, to learn.

    While little is known nearly every one is, by how many links were followed and how many
    wanted articles found; in one state of knowledge a link always meets the same fate.
    """
    share = settings.focus_explore
    if settings.focus_learn:
        half = _OPEN_MINDED if wanted >= _FEW else _AT_A_LOSS
        share = max(share, half / (half + followed))
    return (url_id & 0xFFFF) / 0x10000 < share

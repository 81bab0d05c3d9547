"""Link priority: what a link's probability of being relevant means for its place in the queue."""

from tidings.settings.tree import CrawlSettings

_FIRST, _LAST = 2, 9  # priorities of pages; feeds and sitemaps come before, nothing after
# Links followed before half of the unpromising ones are refused …
_HALF_WHEN_FOUND = 10
_HALF_WHEN_NOT_FOUND = (
    60  # … while few wanted articles were found: then link texts do not name the topic
)
_MIN_WANTED = 5  # wanted articles from which the classifiers are useful


def priority_of(probability: float) -> int:
    """Return the priority of a link with this probability; lower is sooner."""
    return _FIRST + round((1.0 - probability) * (_LAST - _FIRST))


def is_explored(url_id: int, followed: int, wanted: int, settings: CrawlSettings) -> bool:
    """Return whether an unpromising link is followed anyway, to learn.

    Nearly every one is at first; the share falls with the links followed and the wanted articles
    found. For the same counts a link always gets the same answer.
    """
    share = settings.focus_explore
    if settings.focus_learn:
        half = _HALF_WHEN_FOUND if wanted >= _MIN_WANTED else _HALF_WHEN_NOT_FOUND
        share = max(share, half / (half + followed))
    return (url_id & 0xFFFF) / 0x10000 < share

"""Edits that publishers announce: which are believed, and which page is looked at first.

Pure functions. An announcement is worth a re-check if it is newer than our copy. How often those of
a list were true decides whether the list is believed: some sitemaps give every page the current
time, and some feeds an "updated" at each new comment.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from itertools import zip_longest
from typing import TypeVar

from tidings.model.crawl.announcement import AnnouncedChange, Announcer, HeldCopy
from tidings.read.url import canonical

T = TypeVar("T")

MAX_ANNOUNCED = 200  # of one list at a time, the newest: a list that changes all says nothing
_HEARD_BEFORE = timedelta(days=1)  # what was changed so long before the last reading is known
_FUTURE = timedelta(days=1)  # wrong time zones are common, wrong days are not
# A new list is believed until four looks in a row have found nothing: (0 + 1) / (4 + 2) < 0.2.
# Of sampled articles one in ten has changed, so a list that is right twice as often still pays.
_FIRST_LOOKS = 4
_PRIOR_LOOKS, _PRIOR_CHANGES = 2.0, 1.0
_WORTH = 0.2
_SECOND_CHANCE = timedelta(days=7)  # a list that is not believed gets one look


def announced_changes(
    moments: Mapping[str, datetime | None], base: str, read_before: datetime | None, now: datetime
) -> tuple[AnnouncedChange, ...]:
    """Return what a list announces since it was last read, the newest first.

    `moments` are by the addresses as written.
    """
    if read_before is None:  # there is no copy yet that could be old
        return ()
    start = read_before - _HEARD_BEFORE
    recent = [(at, href) for href, at in moments.items() if at and start <= at <= now + _FUTURE]
    recent.sort(reverse=True)
    urls = ((canonical(href, base), at) for at, href in recent[:MAX_ANNOUNCED])
    return tuple(AnnouncedChange(url, at) for url, at in urls if url is not None)


def is_newer(said: datetime, copy: HeldCopy) -> bool:
    """Return whether an announcement is about a change that our copy cannot have.

    A whole day is taken for the day's beginning: the page may have been changed before our visit.
    """
    if copy.said is not None and said <= copy.said:
        return False  # heard before
    return said > copy.visited_at and (copy.modified is None or said > copy.modified)


def truth_rate(announcer: Announcer) -> float:
    """Return how likely an announcement is true: the mean of a Beta distribution."""
    return (announcer.changes + _PRIOR_CHANGES) / (announcer.looks + _PRIOR_LOOKS)


def is_believed(announcer: Announcer, now: datetime) -> bool:
    """Return whether a list's announcements earn a look: they are often true, or to be tested."""
    if truth_rate(announcer) >= _WORTH:
        return True
    return announcer.looked_at is None or now - announcer.looked_at >= _SECOND_CHANCE


def looks_earned(announcer: Announcer) -> int:
    """Return how many looks a list may have at once: one that is not proven is tested first."""
    if truth_rate(announcer) < _WORTH:
        return 1
    return MAX_ANNOUNCED if announcer.changes else max(1, _FIRST_LOOKS - announcer.looks)


def in_turn(by_list: list[tuple[float, list[T]]]) -> list[T]:
    """Return the pages of several lists in turn, those of the truest list first.

    So one list that announces a change of everything does not keep the others waiting.
    """
    ordered = [pages for _, pages in sorted(by_list, key=lambda each: -each[0])]
    return [page for row in zip_longest(*ordered) for page in row if page is not None]

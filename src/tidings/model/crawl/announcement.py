"""Announcements: a feed, sitemap or index page says that an article has changed."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple


class AnnouncedChange(NamedTuple):
    """What a list says about one address: it was changed at that moment."""

    url: str
    at: datetime


@dataclass(frozen=True, slots=True)
class EditAnnouncement:
    """The newest announcement about an article's page, and what came of it."""

    said: datetime  # when the page was changed, according to the list
    announcer: int  # id of the list's URL
    heard_at: datetime
    looked_at: datetime | None = None  # when the page was fetched because of it, or by chance
    was_true: bool | None = None  # whether its words had changed; None if nobody could tell


@dataclass(frozen=True, slots=True)
class Announcer:
    """How often the announcements of one list were true."""

    looks: int = 0
    changes: int = 0
    looked_at: datetime | None = None  # the last time


@dataclass(frozen=True, slots=True)
class HeldCopy:
    """Our copy of an article, as far as an announcement is compared with it."""

    host: str
    id: int  # of its URL
    visited_at: datetime
    modified: datetime | None  # according to the copy itself
    said: datetime | None  # the last announcement about it …
    waits_for: int | None  # … and the list that made it, if nobody has looked yet

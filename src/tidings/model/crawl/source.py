"""Sources: the sites that the user chose to follow."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.crawl.source_settings import NO_SETTINGS, SourceSettings


@dataclass(frozen=True, slots=True)
class SourceFocus:
    """The topic a site is followed for, as words, which may come from a saved query."""

    words: str  # empty: everything
    query: str = ""  # name of the saved query


EVERYTHING = SourceFocus("")


@dataclass(frozen=True, slots=True)
class Source:
    """A followed news site. Pages are admitted by its registered domain."""

    id: int
    url: str
    domain: str
    name: str
    added_at: datetime
    about: SourceFocus = EVERYTHING
    settings: SourceSettings = NO_SETTINGS
    folder: str = ""  # names separated by '/', for people; empty: none

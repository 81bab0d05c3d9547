"""The frontier's nouns: a URL found, a visit to make, and where the URL stands afterwards."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tidings.model.crawl.link_prospect import LinkProspect
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason


class FoundUrl(NamedTuple):
    """A URL that something led to, canonical, with its place in the queue.

    A tuple, for every page has dozens: made in a quarter of the time, and sent in a third.
    """

    url: str
    host: str
    id: int
    site: int
    role: UrlRole
    priority: int  # lower is sooner
    depth: int
    parent: str | None
    dropped: Reason | None = None  # set: remembered, never fetched
    listed: bool = False  # a feed or news sitemap calls it an article
    published: datetime | None = None  # as the feed or news sitemap says
    continues: bool = False  # a further page of a listing
    prospect: LinkProspect | None = None  # what it promises, on a site that is followed for a topic
    categories: tuple[str, ...] = ()  # what a feed files it under


@dataclass(frozen=True, slots=True)
class Visit:
    """A URL to fetch now, with what the last visit left behind."""

    url: str
    host: str
    id: int
    site: int
    role: UrlRole
    kind: PageKind | None
    listed: bool
    published: datetime | None  # as a feed or news sitemap says
    depth: int
    parent: str | None
    attempts: int  # failed tries since the last success
    interval: float | None  # seconds between the last two visits planned
    visited_at: datetime | None
    etag: str | None
    last_modified: str | None
    body_hash: bytes | None
    continues: bool = False  # a further page of a listing
    article: str | None = None  # that the last visit brought: then this one looks again
    categories: tuple[str, ...] = ()  # what a feed files it under

    @property
    def is_first(self) -> bool:
        """Whether the URL was never read before: tries that failed have shown nothing of it."""
        unread = self.kind is None and self.body_hash is None and self.attempts > 0
        return self.visited_at is None or unread


@dataclass(frozen=True, slots=True)
class UrlState:
    """Where a URL stands after a visit, and when it is due again (None: never)."""

    state: FrontierState
    reason: Reason
    role: UrlRole
    detail: str = ""
    kind: PageKind | None = None
    confidence: float | None = None
    notes: tuple[str, ...] = ()
    due: datetime | None = None
    status: int | None = None
    etag: str | None = None
    last_modified: str | None = None
    body_hash: bytes | None = None
    attempts: int = 0
    interval: float | None = None
    target: str | None = None  # where it redirects to, or its canonical twin
    article: str | None = None


@dataclass(frozen=True, slots=True)
class FeedHints:
    """When a feed asks to be left alone; hours and days are those of UTC, Monday is 0."""

    ttl: float = 0.0  # seconds; 0: nothing is asked
    skip_hours: frozenset[int] = frozenset()
    skip_days: frozenset[int] = frozenset()


NO_FEED_HINTS = FeedHints()


@dataclass(frozen=True, slots=True)
class ArchivePlace:
    """Where in the archive a page's newest copy lies."""

    file: str
    offset: int
    length: int


@dataclass(frozen=True, slots=True)
class PastVisit:
    """A line of the request ledger."""

    at: datetime
    status: int | None
    reason: Reason
    detail: str
    bytes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class UrlRecord:
    """Everything the database knows about a URL."""

    url: str
    host: str
    id: int
    site: int
    priority: int
    depth: int
    parent: str | None
    added_at: datetime
    visited_at: datetime | None
    standing: UrlState
    place: ArchivePlace | None

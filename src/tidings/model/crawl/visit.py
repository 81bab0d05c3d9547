"""The frontier's types: a URL found, a visit to make, and the URL's state afterwards."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tidings.model.crawl.asking import ASKING_BY_ALL, Asking
from tidings.model.crawl.link_prospect import LinkProspect
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason

_LEADS_ON = frozenset({Reason.REDIRECTED, Reason.OFF_SITE})  # nothing to read, but no failure


class FoundUrl(NamedTuple):
    """A canonical URL that was found, with its place in the queue.

    A tuple, because every page has dozens: created in a quarter of the time, pickled in a third.
    """

    url: str
    host: str
    id: int
    site: int
    role: UrlRole
    priority: int  # lower is sooner
    depth: int
    parent: str | None
    dropped: Reason | None = None  # if set: stored, never fetched
    listed: bool = False  # a feed or news sitemap calls it an article
    published: datetime | None = None  # according to the feed or news sitemap
    continues: bool = False  # a further page of a listing
    prospect: LinkProspect | None = None  # only on a site followed for a topic
    categories: tuple[str, ...] = ()  # given by a feed


@dataclass(frozen=True, slots=True)
class Visit:
    """A URL to fetch now, with what is known from the last visit."""

    url: str
    host: str
    id: int
    site: int
    role: UrlRole
    kind: PageKind | None
    listed: bool
    published: datetime | None  # according to a feed or news sitemap
    depth: int
    parent: str | None
    attempts: int  # failed attempts since the last success
    interval: float | None  # seconds between the last two planned visits
    visited_at: datetime | None
    etag: str | None
    last_modified: str | None
    body_hash: bytes | None
    continues: bool = False  # a further page of a listing
    article: str | None = None  # id of the article from the last visit: this one is a recheck
    categories: tuple[str, ...] = ()  # given by a feed
    probe_of: Reason | None = None  # speaks against this visit, which is made to test that
    asking: Asking = ASKING_BY_ALL  # which validators it sends
    last_reason: Reason | None = None  # of the last visit

    @property
    def is_first(self) -> bool:
        """Whether the URL was never read before; failed attempts do not count as reading."""
        if self.visited_at is None:
            return True
        has_led_on = self.attempts == 0 and self.last_reason in _LEADS_ON
        return self.kind is None and self.body_hash is None and not has_led_on

    @property
    def is_start_page(self) -> bool:
        """Whether the user added it, and it has not turned out to be a feed or sitemap."""
        return self.depth == 0 and self.role is UrlRole.PAGE


@dataclass(frozen=True, slots=True)
class UrlState:
    """The state of a URL after a visit, and when it is due again (None: never)."""

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
    target: str | None = None  # its redirect target or canonical URL
    article: str | None = None
    asking: Asking = ASKING_BY_ALL  # which validators the next visit sends


@dataclass(frozen=True, slots=True)
class FeedHints:
    """When a feed asks not to be polled. Hours and days are in UTC; Monday is 0."""

    ttl: float = 0.0  # seconds; 0: not given
    skip_hours: frozenset[int] = frozenset()
    skip_days: frozenset[int] = frozenset()


NO_FEED_HINTS = FeedHints()


@dataclass(frozen=True, slots=True)
class ArchivePlace:
    """Where the archive stores a page's newest copy."""

    file: str
    offset: int
    length: int


@dataclass(frozen=True, slots=True)
class PastVisit:
    """An earlier visit to a URL and its result."""

    at: datetime
    status: int | None
    reason: Reason
    detail: str
    bytes: int
    seconds: float


@dataclass(frozen=True, slots=True)
class UrlRecord:
    """Everything the database stores about a URL."""

    url: str
    host: str
    id: int
    site: int
    priority: int
    depth: int
    parent: str | None
    added_at: datetime
    visited_at: datetime | None
    state: UrlState
    place: ArchivePlace | None

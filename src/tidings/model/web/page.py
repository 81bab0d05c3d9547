"""The kinds, roles and states of pages and URLs."""

from dataclasses import dataclass
from enum import StrEnum


class PageKind(StrEnum):
    """Why a page is kept, which also decides whether it is ever fetched again."""

    ARTICLE = "article"  # kept, never refreshed on a timer
    INDEX = "index"  # refreshed: it is where new articles appear
    VALUELESS = "valueless"  # neither kept nor fetched again


class UrlRole(StrEnum):
    """How a URL is read. Only a page has a kind."""

    PAGE = "page"
    FEED = "feed"
    SITEMAP = "sitemap"


class FrontierState(StrEnum):
    """The state of a URL in the frontier."""

    QUEUED = "queued"  # waiting for its first visit or for another attempt
    DONE = "done"  # visited; index pages, feeds and sitemaps are due again
    REFUSED = "refused"  # we may not or will not fetch or keep it
    FAILED = "failed"  # given up, with the reason
    DROPPED = "dropped"  # never fetched, with the reason
    RESTING = "resting"  # a feed, sitemap or index page without new URLs; rarely fetched
    QUARANTINED = "quarantined"  # reading it keeps failing; no longer tried


@dataclass(frozen=True, slots=True)
class PageVerdict:
    """The kind of a page, the confidence (0..1), and the signals in plain words."""

    kind: PageKind
    confidence: float
    reasons: tuple[str, ...]
    doubtful: bool = False  # follow its links, do not keep it as an article

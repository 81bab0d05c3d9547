"""Counts what a crawl does, for its summary, its progress display and `/healthz`."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus

from tidings.model.crawl.visit import UrlState
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason


@dataclass(frozen=True, slots=True)
class CrawlSummary:
    """What a crawl did; the JSON of `tidings crawl --json`."""

    fetched: int
    not_modified: int  # by a 304, by the same bytes, or a recheck that found only noise
    articles_new: int
    index_pages: int
    valueless: int
    refused: int
    failed: int
    seconds: float
    answered_304: int  # of `not_modified`: the server sent no body
    same_bytes: int  # of `not_modified`: the server sent what we have


@dataclass(frozen=True, slots=True)
class RecheckTally:
    """What rechecks of kept articles found; `CrawlSummary.fetched` includes them."""

    looks: int
    revisions: int
    deletions: int


class CrawlTally:
    """Counts of one crawl. Only the event loop's thread touches it."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._began = clock()
        self.fetched = 0
        self.articles_new = 0
        self.looks = 0
        self.revisions = 0
        self.deletions = 0
        self.same_bytes = 0
        self.answered_304 = 0
        self.kinds: Counter[PageKind] = Counter()
        self.roles: Counter[UrlRole] = Counter()
        self.states: Counter[FrontierState] = Counter()
        self.reasons: Counter[Reason] = Counter()

    def count(self, url_state: UrlState) -> None:
        """Count a URL's state after its visit."""
        self.fetched += url_state.reason is not Reason.ROBOTS_DENIED
        self.states[url_state.state] += 1
        self.reasons[url_state.reason] += 1
        self.roles[url_state.role] += 1
        unchanged = url_state.reason is Reason.NOT_MODIFIED
        self.answered_304 += unchanged and url_state.status == HTTPStatus.NOT_MODIFIED
        if url_state.kind is not None and not unchanged:
            self.kinds[url_state.kind] += 1

    @property
    def seconds(self) -> float:
        """How long the crawl has been running."""
        return self._clock() - self._began

    def summary(self) -> CrawlSummary:
        """Return the current counts."""
        failed = self.states[FrontierState.FAILED] + self.states[FrontierState.QUARANTINED]
        failed += self.reasons[Reason.DEAD]
        return CrawlSummary(
            fetched=self.fetched,
            not_modified=self.reasons[Reason.NOT_MODIFIED],
            articles_new=self.articles_new,
            index_pages=self.kinds[PageKind.INDEX],
            valueless=self.kinds[PageKind.VALUELESS],
            refused=self.states[FrontierState.REFUSED],
            failed=failed + self.states[FrontierState.QUEUED],
            seconds=round(self.seconds, 3),
            answered_304=self.answered_304,
            same_bytes=self.same_bytes,
        )

    def rechecks(self) -> RecheckTally:
        """Return what rechecks have found so far."""
        return RecheckTally(self.looks, self.revisions, self.deletions)

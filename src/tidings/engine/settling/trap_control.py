"""Trap control: learns crawler traps from visits and holds back pages that look like them."""

from dataclasses import dataclass
from datetime import datetime

from tidings.crawl.traps.alias_learning import UrlAliases
from tidings.crawl.traps.shape_account import VisitYield
from tidings.crawl.traps.trap_accounts import Refusal, TrapAccounts, is_trusted
from tidings.crawl.traps.url_shape import WHOLE_SITE, shapes_of
from tidings.model.articles.article import Article
from tidings.model.crawl.visit import FoundUrl, UrlState, Visit
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import host_of, url_id
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.frontier.counts import count_drops
from tidings.store.tables.frontier.url_shapes import (
    drop_url,
    limit_depth,
    postpone_url,
    requeue_dropped,
)
from tidings.store.tables.frontier.urls import url_record

_DUPLICATE_REASONS = {
    Reason.SAME_AS_CANONICAL,
    Reason.SAME_TEXT,
    Reason.REDIRECTED,
    Reason.SAME_PAGE,
}
_LISTING_REASONS = {Reason.INDEX_PAGE, Reason.DOUBTFUL, Reason.META_NOINDEX}
_UNREQUESTED_REASONS = {Reason.ROBOTS_DENIED, Reason.ROBOTS_UNREACHABLE}
_MAX_FREE_DEPTH = 3  # links from the start page; deeper listings must bring news to go on


@dataclass(frozen=True, slots=True)
class Twin:
    """Another address of a page, with the article that was kept from it."""

    url: str
    article: str | None


class TrapControl:
    """Traps and aliases together. The loop calls `refusal`, the writer does the rest.

    A crawl that only archives never learns what pages bring, so it holds no page back.
    """

    def __init__(self, *, archive_only: bool = False) -> None:
        self._archive_only = archive_only
        self._traps = TrapAccounts()
        self._aliases = UrlAliases()

    def must_wait(self, connection: Reader, visit: Visit) -> bool:
        """Return whether similar pages must be settled before this page may be visited."""
        return not self._archive_only and self._traps.must_wait(connection, visit)

    def begin(self, visit: Visit) -> None:
        """Note that a visit has started."""
        if not self._archive_only:
            self._traps.begin(visit)

    def end(self, visit: Visit) -> None:
        """Note that a visit is over, settled or not."""
        if not self._archive_only:
            self._traps.end(visit)

    def refusal(self, connection: Reader, visit: Visit, now: float) -> Refusal | None:
        """Return why a page that is due should not be visited now, or None if it should."""
        if self._archive_only or is_trusted(visit):
            return None
        same = self._aliases.refusal(connection, visit)
        return same or self._traps.refusal(connection, visit, now)

    def hold_back(self, connection: Writer, visit: Visit, refusal: Refusal) -> None:
        """Postpone a page until after all others of its host; drop it the second time."""
        if refusal.reason is Reason.SAME_PAGE or not postpone_url(connection, visit):
            drop_url(connection, visit, refusal.reason, refusal.detail)
            count_drops(connection, visit.site, {refusal.reason: 1})

    def known_twin(
        self,
        connection: Writer,
        visit: Visit,
        fingerprint: bytes,
        is_article: bool,
        now: datetime,
    ) -> Twin | None:
        """Note the fingerprint of a new page; return where the same page was seen before."""
        if not fingerprint or not visit.is_first:
            return None
        url = self._aliases.note(connection, visit, fingerprint, is_article, now)
        if url is None:
            return None
        known = url_record(connection, host_of(url), url_id(url))
        return Twin(url, known.state.article if known else None)

    def note_outcome(
        self,
        connection: Writer,
        visit: Visit,
        state: UrlState,
        now: datetime,
        *,
        kept: Article | None = None,
        twin: Twin | None = None,
    ) -> None:
        """Note the outcome of a first visit to a page."""
        known = self._archive_only or not visit.is_first
        if known or visit.role is not UrlRole.PAGE or visit.depth == 0:
            return
        outcome = _outcome(state, kept, twin)
        if outcome is None:
            return
        healed = self._traps.note(connection, visit, outcome, now.timestamp())
        if healed is not None:
            reason = Reason.TRAP_SITE if healed == WHOLE_SITE else Reason.TRAP_SHAPE
            requeue_dropped(connection, visit.site, reason, f"{healed} ", now)

    def keep_listing_depth(self, connection: Writer, visit: Visit, new: list[FoundUrl]) -> None:
        """Give the next page of a listing the listing's own depth if such pages brought news.

        So a long archive is followed to its end, and an endless one soon becomes too deep.
        """
        if self._archive_only or visit.depth < _MAX_FREE_DEPTH or len(new) <= 1:
            return
        shape = shapes_of(visit.url)[0]
        alike = [found for found in new if shapes_of(found.url)[0] == shape]
        if len(alike) < len(new) and self._traps.yields_articles(connection, visit.site, shape):
            limit_depth(connection, alike, visit.depth)

    def flush(self, connection: Writer) -> None:
        """Store everything that is not stored yet."""
        self._traps.flush(connection)


def _outcome(state: UrlState, kept: Article | None, twin: Twin | None) -> VisitYield | None:
    """Return what a visit brought; None if that is not known yet, or nothing was requested."""
    if state.state is FrontierState.QUEUED or state.reason in _UNREQUESTED_REASONS:
        return None
    if kept is not None and kept.revision == 1:
        return VisitYield.NEWS
    if twin is not None or state.reason in _DUPLICATE_REASONS or state.kind is PageKind.ARTICLE:
        return VisitYield.TWIN
    return VisitYield.LEAD if state.reason in _LISTING_REASONS else VisitYield.NOTHING

"""Trap control: learns crawler traps from visits, and stores which pages are held back."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tidings.crawl.traps.shape_account import VisitYield
from tidings.crawl.traps.trap_accounts import Refusal
from tidings.crawl.traps.url_shape import WHOLE_SITE, shapes_of
from tidings.engine.settling.changes import Change, ChargeShape
from tidings.engine.state.source_state import SourceState
from tidings.model.crawl.visit import FoundUrl, UrlState, Visit
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import host_of, url_id
from tidings.store.database.session import Writer
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
_CERTAIN_REASONS = {Reason.SAME_PAGE, Reason.EXCLUDED}  # which waiting would not change
_LISTING_REASONS = {Reason.INDEX_PAGE, Reason.DOUBTFUL, Reason.META_NOINDEX}
_UNREQUESTED_REASONS = {Reason.ROBOTS_DENIED, Reason.ROBOTS_UNREACHABLE}
_UNWANTED_REASONS = {Reason.OTHER_LANGUAGE, Reason.EXCLUDED}
_MAX_FREE_DEPTH = 3  # links from the start page; deeper listings must bring news to go on


@dataclass(frozen=True, slots=True)
class Twin:
    """Another address of a page, with the article that was kept from it."""

    url: str
    article: str | None
    is_start: bool = False  # it is where the source begins


class TrapControl:
    """Learns about traps and aliases together. Runs in the writer's thread.

    A crawl that only archives never learns what pages bring.
    """

    def __init__(self, state: SourceState, *, archive_only: bool = False) -> None:
        self._state = state
        self._archive_only = archive_only

    def hold_back(self, connection: Writer, visit: Visit, refusal: Refusal) -> None:
        """Postpone a page until after all others of its host; drop it the second time."""
        if refusal.reason in _CERTAIN_REASONS or not postpone_url(connection, visit):
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
        url = self._state.aliases.note(connection, visit, fingerprint, is_article, now)
        if url is None:
            return None
        known = url_record(connection, host_of(url), url_id(url))
        if known is None:
            return Twin(url, None)
        return Twin(url, known.state.article, is_start=known.depth == 0)

    def charge(
        self,
        connection: Writer,
        visit: Visit,
        brought: VisitYield,
        now: datetime,
        sketch: bytes = b"",
    ) -> None:
        """Charge a first visit to the shape of its URL.

        An article whose text is nearly that of another is kept, but is no news of the site.
        """
        is_article = brought is VisitYield.NEWS and not visit.listed
        if is_article and self._state.texts.note(visit.site, sketch):
            brought = VisitYield.TWIN
        healed = self._state.accounts.note(connection, visit, brought, now.timestamp())
        if healed is not None:
            reason = Reason.TRAP_SITE if healed == WHOLE_SITE else Reason.TRAP_SHAPE
            requeue_dropped(connection, visit.site, reason, f"{healed} ", now)

    def keep_listing_depth(self, connection: Writer, visit: Visit, new: Sequence[FoundUrl]) -> None:
        """Give the next page of a listing the listing's own depth if such pages brought news.

        So a long archive is followed to its end, and an endless one soon becomes too deep.
        """
        if self._archive_only or visit.depth < _MAX_FREE_DEPTH or len(new) <= 1:
            return
        shape = shapes_of(visit.url)[0]
        alike = [found for found in new if shapes_of(found.url)[0] == shape]
        accounts = self._state.accounts.of(connection, visit.site)
        if len(alike) < len(new) and accounts.yields_articles(shape):
            limit_depth(connection, alike, visit.depth)


def shape_charge(
    visit: Visit,
    state: UrlState,
    now: datetime,
    *,
    archive_only: bool,
    is_new: bool = False,
    twin: Twin | None = None,
    sketch: bytes = b"",
) -> list[Change]:
    """Return what the outcome of a first visit to a page says about the shape of its URL."""
    known = archive_only or not visit.is_first
    if known or visit.role is not UrlRole.PAGE or visit.depth == 0:
        return []
    brought = _brought(state, is_new, twin)
    return [] if brought is None else [ChargeShape(visit, brought, now, sketch)]


def _brought(state: UrlState, is_new: bool, twin: Twin | None) -> VisitYield | None:
    """Return what a visit brought; None if that is not known yet, or nothing was requested."""
    if state.state is FrontierState.QUEUED or state.reason in _UNREQUESTED_REASONS:
        return None
    if is_new:
        return VisitYield.NEWS
    if state.reason in _UNWANTED_REASONS and twin is None:
        return None  # the site publishes it, and the user may want it later
    if twin is not None or state.reason in _DUPLICATE_REASONS or state.kind is PageKind.ARTICLE:
        return VisitYield.TWIN
    return VisitYield.LEAD if state.reason in _LISTING_REASONS else VisitYield.NOTHING

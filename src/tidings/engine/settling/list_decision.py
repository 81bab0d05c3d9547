"""Deciding about lists: what a visit means for the history of a feed, sitemap or index page."""

from dataclasses import replace
from datetime import datetime

from tidings.crawl.feeds.duplicate_feeds import extended_memory, feed_merit, is_same_feed, is_sure
from tidings.crawl.feeds.feed_health import after_failure, after_merger, after_visit
from tidings.engine.settling.changes import (
    Change,
    KeepListHistory,
    RestList,
    WakeDuplicateFeeds,
    WakeFailingLists,
)
from tidings.engine.settling.known import Known
from tidings.model.crawl.list_history import ListHistory, Listing
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings

ListDecision = tuple[UrlState, list[Change]]


def decide_list_failure(
    visit: Visit, state: UrlState, at: datetime, known: Known, settings: CrawlSettings
) -> ListDecision:
    """Return the state of a list after a failed visit; plain pages keep their state."""
    if visit.role is UrlRole.PAGE and visit.kind is not PageKind.INDEX and visit.depth > 0:
        return state, []
    history = _history_of(visit, known)
    is_unread = history.read_at is None and visit.depth > 0
    works = not is_unread or known.site_works(visit.site)
    history, state = after_failure(history, visit, state, at, settings, site_works=works)
    changes: list[Change] = [KeepListHistory(history)]
    if state.reason is Reason.DEAD:
        changes.append(WakeDuplicateFeeds(history.id, at))
    # A list that recovers is compared with its last good visit.
    state = replace(
        state,
        etag=visit.etag,
        last_modified=visit.last_modified,
        body_hash=visit.body_hash,
        asking=visit.asking,
    )
    return state, changes


def decide_recovery(visit: Visit, state: UrlState, at: datetime) -> list[Change]:
    """Return what follows from a start page that works again: its site's lists may do so, too."""
    was_failing = visit.depth == 0 and visit.attempts > 0
    return [WakeFailingLists(visit.site, at)] if was_failing and state.attempts == 0 else []


def decide_list_visit(
    visit: Visit,
    state: UrlState,
    at: datetime,
    known: Known,
    settings: CrawlSettings,
    listing: Listing | None = None,
    brought: int = 0,
) -> ListDecision:
    """Return the state of a list after it was read, or found unchanged (no listing)."""
    if state.role is UrlRole.PAGE:
        return state, _cleared_failures(visit, state, known)
    before = replace(_history_of(visit, known), role=state.role)
    state = replace(state, target=None)
    history, state = after_visit(before, state, listing, brought, at, settings)
    history = replace(history, memory=extended_memory(before, history.listing.items))
    changes: list[Change] = []
    if history.listing.items and state.state is not FrontierState.RESTING:
        history, state, changes = _compared_with_similar(
            visit, before, history, state, known, settings
        )
    return state, [*changes, KeepListHistory(history)]


def _cleared_failures(visit: Visit, state: UrlState, known: Known) -> list[Change]:
    """Reset the failures of a start page or index page that can be read again."""
    is_list = state.kind is PageKind.INDEX or visit.depth == 0
    history = known.list_history(visit.id) if is_list else None
    if history is None or history.failing_since is None:
        return []
    return [KeepListHistory(replace(history, strikes=0, failing_since=None, rests=0))]


def _compared_with_similar(
    visit: Visit,
    before: ListHistory,
    history: ListHistory,
    state: UrlState,
    known: Known,
    settings: CrawlSettings,
) -> tuple[ListHistory, UrlState, list[Change]]:
    """Compare a feed with similar ones; of two that agree repeatedly the better one stays."""
    for other in known.similar_feeds(history):
        same = is_same_feed(before, history, other)
        if same is False and history.twin == other.id:
            history = replace(history, twin=None, agreed=0)
        if not same:
            continue
        agreed = 1 + max(
            history.agreed if history.twin == other.id else 0,
            other.agreed if other.twin == history.id else 0,
        )
        history = replace(history, twin=other.id, agreed=agreed)
        if is_sure(history, other, agreed):
            return _without_worse_twin(visit, history, other, state, known, settings)
        return history, state, [KeepListHistory(replace(other, twin=history.id, agreed=agreed))]
    return history, state, []


def _without_worse_twin(
    visit: Visit,
    history: ListHistory,
    other: ListHistory,
    state: UrlState,
    known: Known,
    settings: CrawlSettings,
) -> tuple[ListHistory, UrlState, list[Change]]:
    """Rest the worse of two twin feeds."""
    assert history.read_at is not None
    twin = known.url(other.host, other.id)
    if twin is None:
        return history, state, []
    if feed_merit(history, visit.url, visit.depth) < feed_merit(other, twin.url, twin.depth):
        return *after_merger(history, state, twin.url, history.read_at, settings), []
    loser, resting = after_merger(
        replace(other, twin=history.id), twin.state, visit.url, history.read_at, settings
    )
    changes: list[Change] = [
        KeepListHistory(loser),
        RestList(loser, resting.reason, resting.due, resting.target),
    ]
    return replace(history, twin=None, agreed=0), state, changes


def _history_of(visit: Visit, known: Known) -> ListHistory:
    history = known.list_history(visit.id)
    return history or ListHistory(visit.host, visit.id, visit.site, visit.role)

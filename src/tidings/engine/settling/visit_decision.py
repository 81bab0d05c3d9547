"""Deciding about a visit: pure functions from what came of it and what is known to changes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from http.client import NOT_MODIFIED

from tidings.crawl.feeds.feed_health import after_move
from tidings.crawl.links.admission import LIVE
from tidings.crawl.visits.visit_outcome import (
    after_crash,
    after_failure,
    after_no_change,
    after_pause,
    after_redirect,
    after_wall,
    after_worthless_start,
    is_live,
    is_still_worthless,
)
from tidings.engine.reading.reading_task import Crash, Reading
from tidings.engine.reading.visit_outcome import ReadPage
from tidings.engine.rights.withdrawal import may_be_copied
from tidings.engine.settling.changes import (
    AddUrl,
    Change,
    CloseHost,
    CopyToArchive,
    NoteRequests,
    NoteVisit,
    SaveUrlState,
)
from tidings.engine.settling.feed_subscriptions import FeedSubscriptions
from tidings.engine.settling.known import Known
from tidings.engine.settling.list_decision import (
    decide_list_failure,
    decide_list_visit,
    decide_recovery,
)
from tidings.engine.settling.revisit_planning import decide_revisit
from tidings.engine.settling.trap_control import shape_charge
from tidings.model.articles.article import UnreadablePage
from tidings.model.crawl.visit import FoundUrl, PastVisit, UrlState, Visit
from tidings.model.web.exchange import FetchFailure, Response
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import REFUSALS, Reason
from tidings.read.url import domain_of, host_of, url_id
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_record import payload_digest, response_record

_PAUSES = frozenset({Reason.TOO_MANY_REQUESTS, Reason.SERVER_ERROR})


@dataclass(frozen=True, slots=True)
class VisitDecision:
    """What a visit means for its URL, and all that changes."""

    state: UrlState
    changes: tuple[Change, ...]
    woken_hosts: frozenset[str] = frozenset()  # hosts whose links have a new order
    is_recheck: bool = False
    is_deleted: bool = False  # the recheck found that the publisher deleted the article
    has_same_bytes: bool = False  # all bytes were sent again, and none has changed


def visit_changes(
    visit: Visit,
    response: Response,
    state: UrlState,
    copy: CopyToArchive | None = None,
    same_bytes: str | None = None,
) -> list[Change]:
    """Return what every visit that got a response changes."""
    size, seconds = len(response.body), response.seconds
    past = PastVisit(response.at, response.status, state.reason, state.detail, size, seconds)
    return [
        SaveUrlState(visit.host, visit.id, state, response.at, copy),
        NoteVisit(visit, past, is_live(visit)),
        NoteRequests(earn_credit=True, same_bytes=same_bytes),
    ]


def bytes_sent_again(response: Response) -> str | None:
    """Return the URL of a response that brought what is known; None if it is a 304."""
    return None if response.status == NOT_MODIFIED else response.url


def decide_failure(
    visit: Visit, failure: FetchFailure, known: Known, settings: CrawlSettings
) -> VisitDecision:
    """Decide about a visit that failed."""
    if failure.is_held_back:
        return _decide_pause(visit, failure, settings)
    state = after_failure(visit, failure, settings)
    state, changes = decide_list_failure(visit, state, failure.at, known, settings)
    past = PastVisit(failure.at, failure.status, failure.reason, failure.detail, 0, failure.seconds)
    was_requested = not failure.waits_for_robots and failure.reason not in REFUSALS
    changes += [
        SaveUrlState(visit.host, visit.id, state, failure.at),
        NoteVisit(visit, past, is_live(visit)),
        NoteRequests(earn_credit=was_requested),
        *_closed_host(failure),
    ]
    if visit.visited_at is None:  # a host that is down for hours says nothing about its URLs
        changes += shape_charge(visit, state, failure.at, archive_only=settings.archive_only)
    return VisitDecision(state, tuple(changes))


def _closed_host(failure: FetchFailure) -> list[Change]:
    """Return that the host asked us to wait, if it did."""
    if failure.retry_after is None or failure.waits_for_robots or failure.reason not in _PAUSES:
        return []
    until = failure.at + failure.retry_after
    return [CloseHost(host_of(failure.url), until, failure.reason)]


def _decide_pause(visit: Visit, failure: FetchFailure, settings: CrawlSettings) -> VisitDecision:
    """Decide about a URL that was not requested: nothing was learned about it."""
    state = after_pause(visit, failure, settings)
    past = PastVisit(failure.at, None, failure.reason, failure.detail, 0, failure.seconds)
    changes = (
        SaveUrlState(visit.host, visit.id, state, visit.visited_at),
        NoteVisit(visit, past, is_live(visit)),
        NoteRequests(earn_credit=False),
    )
    return VisitDecision(state, changes)


def decide_no_change(
    visit: Visit,
    response: Response,
    known: Known,
    settings: CrawlSettings,
    subscriptions: FeedSubscriptions,
) -> VisitDecision:
    """Decide about a page or list that has not changed."""
    record = known.url(visit.host, visit.id)
    assert record is not None
    wait, changes = decide_revisit(visit, response, known, settings)
    state = after_no_change(visit, response, record.state, wait)
    if is_still_worthless(visit):
        state = after_worthless_start(visit, state, response.at, settings)
    state, _, polled = subscriptions.after_poll(visit, state, False, response.at, known)
    state, listed = decide_list_visit(visit, state, response.at, known, settings)
    same_bytes = bytes_sent_again(response)
    noted = visit_changes(visit, response, state, same_bytes=same_bytes)
    changes += [*polled, *listed, *noted, *decide_recovery(visit, state, response.at)]
    return VisitDecision(state, tuple(changes), has_same_bytes=same_bytes is not None)


def decide_crash(
    visit: Visit, response: Response, crash: Crash, settings: CrawlSettings
) -> VisitDecision:
    """Quarantine a page that crashed the reader; its bytes are kept, to debug the reader."""
    state = after_crash(visit, crash.reason, crash.detail, response.at, settings)
    state = replace(state, status=response.status)
    copy = _unread_copy(visit, response) if may_be_copied(response) else None
    changes = visit_changes(visit, response, state, copy)
    changes += shape_charge(visit, state, response.at, archive_only=settings.archive_only)
    return VisitDecision(state, tuple(changes))


def _unread_copy(visit: Visit, response: Response) -> CopyToArchive:
    digest = payload_digest(response.body)
    record, at, status = response_record(response, digest), response.at, response.status
    return CopyToArchive(record, visit.url, at, status, response.content_type, digest)


def decide_wall(visit: Visit, response: Response, settings: CrawlSettings) -> VisitDecision:
    """Decide about a page that now redirects to a login or consent page."""
    state = after_wall(visit, response, settings)
    return VisitDecision(state, tuple(visit_changes(visit, response, state)))


def decide_taken_down(visit: Visit, response: Response, url: str) -> VisitDecision:
    """Drop the page of an article that was deleted here; it is not archived either."""
    state = UrlState(
        FrontierState.DROPPED,
        Reason.TAKEN_DOWN,
        visit.role,
        status=response.status,
        target=url if url != visit.url else None,
    )
    return VisitDecision(state, tuple(visit_changes(visit, response, state)))


def decide_redirect(
    visit: Visit, page: ReadPage, final: str, known: Known, settings: CrawlSettings
) -> tuple[VisitDecision, bool]:
    """Rest the URL that redirects; also return whether the target has to be settled as well."""
    response = page.response
    off_site = is_off_site(visit, page.reading, final)
    reason = Reason.OFF_SITE if off_site else Reason.REDIRECTED
    state = after_redirect(visit, response, reason)
    leads_nowhere = is_worthless_start(visit, page.reading)
    state = after_move(visit, state, response, settings, is_worthless=leads_nowhere)
    changes = visit_changes(visit, response, state)
    target = None if off_site else known.url(host_of(final), url_id(final))
    if off_site or (target is not None and target.visited_at is not None):
        changes += shape_charge(visit, state, response.at, archive_only=settings.archive_only)
        return VisitDecision(state, tuple(changes)), False
    changes.append(AddUrl(_redirect_target(visit, final), response.at))
    return VisitDecision(state, tuple(changes)), True


def _redirect_target(visit: Visit, final: str) -> FoundUrl:
    host, identity = host_of(final), url_id(final)
    return FoundUrl(final, host, identity, visit.site, visit.role, LIVE, visit.depth, visit.url)


def is_off_site(visit: Visit, reading: Reading, final: str) -> bool:
    """Return whether a page redirects to another site."""
    return visit.role is UrlRole.PAGE and domain_of(final) != reading.domain


def decide_list_after_reading(
    visit: Visit,
    reading: Reading,
    state: UrlState,
    new: Sequence[FoundUrl],
    now: datetime,
    known: Known,
    settings: CrawlSettings,
) -> tuple[UrlState, list[Change]]:
    """Return the state of a list after a reading."""
    if is_lost_list(visit, reading):
        return decide_list_failure(visit, state, now, known, settings)
    brought = sum(found.role is UrlRole.PAGE for found in new)
    return decide_list_visit(visit, state, now, known, settings, reading.listing, brought)


def is_lost_list(visit: Visit, reading: Reading) -> bool:
    """Return whether this visit shows that a feed, sitemap or index page no longer is one.

    A start page that cannot be read has failed, too.
    """
    if visit.role is not UrlRole.PAGE or visit.depth == 0:
        return isinstance(reading.page, UnreadablePage)
    return visit.kind is PageKind.INDEX and _is_worthless(reading)


def is_worthless_start(visit: Visit, reading: Reading) -> bool:
    """Return whether a start page has nothing to read and no links, or says that it is an error."""
    if not visit.is_start_page or reading.page is None or reading.role is not UrlRole.PAGE:
        return False
    if _is_worthless(reading):
        return True
    page = reading.page
    assert not isinstance(page, UnreadablePage)
    if page.kind is not PageKind.INDEX:
        return False
    leads_on = any(
        found.role is UrlRole.PAGE and found.dropped is None and found.id != visit.id
        for found in reading.found
    )
    return not leads_on or Reason.SOFT_404 in page.verdict.reasons


def _is_worthless(reading: Reading) -> bool:
    """Return whether there is nothing to read on a page."""
    page = reading.page
    if page is None:
        return False
    return isinstance(page, UnreadablePage) or page.kind is PageKind.VALUELESS

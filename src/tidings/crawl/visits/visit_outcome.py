"""What a visit's outcome means for the URL: pure functions from what happened to a Standing."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from tidings.crawl.focus.site_focus import FocusJudgement
from tidings.crawl.timing.schedule import retry_delay
from tidings.model.articles.article import Extraction, UnreadablePage
from tidings.model.crawl.refresh_policy import RefreshPolicy
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.exchange import FetchFailure, Response
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import REFUSALS, TRANSIENT, Reason
from tidings.settings.tree import CrawlSettings

_PERMANENT = (301, 308)


def is_live(visit: Visit) -> bool:
    """Tell whether new articles appear at this URL, so that it is visited again and again."""
    return visit.role is not UrlRole.PAGE or visit.kind is PageKind.INDEX


def sets_home(visit: Visit, response: Response) -> bool:
    """Tell whether a site lives where its start page leads: at first, or when it moved for good."""
    return visit.depth == 0 and (visit.is_first or moved_permanently(response))


def moved_permanently(response: Response) -> bool:
    """Tell whether all redirects on the way to a response are meant to last."""
    return bool(response.hops) and all(hop.status in _PERMANENT for hop in response.hops)


def is_revisited(visit: Visit, kind: PageKind | None, settings: CrawlSettings) -> bool:
    """Tell whether a page is visited again on a timer."""
    # A start page is watched whatever it looks like: the user said that news appears there.
    return (
        settings.policy is RefreshPolicy.TRADITIONAL
        or visit.role is not UrlRole.PAGE
        or kind is PageKind.INDEX
        or (kind is not PageKind.ARTICLE and visit.depth == 0)
    )


def after_failure(visit: Visit, failure: FetchFailure, settings: CrawlSettings) -> UrlState:
    """Try again later what may pass; give up what will not, or not any more."""
    attempts = visit.attempts + (not _was_held_back(failure))
    patient = is_live(visit) and visit.visited_at is not None
    hopeful = failure.reason in TRANSIENT and (attempts < settings.max_attempts or patient)
    waits = failure.reason is Reason.ROBOTS_UNREACHABLE
    standing = UrlState(
        state=_state_after(failure.reason, hopeful or waits),
        reason=failure.reason,
        role=visit.role,
        detail=failure.detail,
        kind=visit.kind,
        status=failure.status,
        etag=visit.etag,
        last_modified=visit.last_modified,
        body_hash=visit.body_hash,
        attempts=attempts,
        interval=visit.interval,
    )
    if hopeful or waits:
        wait = max(retry_delay(max(1, attempts), settings), failure.retry_after or timedelta())
        return replace(standing, due=failure.at + wait)
    if patient and failure.reason is Reason.ROBOTS_DENIED:
        # The rules may change back; asking costs one cached look at robots.txt a day.
        return replace(standing, due=failure.at + timedelta(days=1))
    return standing


def _was_held_back(failure: FetchFailure) -> bool:
    """Tell whether the host had asked for a pause before, so that this URL was not even tried."""
    paused = failure.reason in (Reason.TOO_MANY_REQUESTS, Reason.SERVER_ERROR)
    return paused and failure.status is None


def _state_after(reason: Reason, again: bool) -> FrontierState:
    if again:
        return FrontierState.QUEUED
    return FrontierState.REFUSED if reason in REFUSALS else FrontierState.FAILED


def after_no_change(response: Response, standing: UrlState, wait: float | None) -> UrlState:
    """Keep what is known; only the next visit moves, or never comes."""
    return replace(
        standing,
        state=FrontierState.DONE,
        reason=Reason.NOT_MODIFIED,
        detail="",
        status=response.status,
        due=_due(response, wait),
        interval=wait,
        attempts=0,
    )


def _due(response: Response, wait: float | None) -> datetime | None:
    return None if wait is None else response.at + timedelta(seconds=wait)


def after_list(
    response: Response, role: UrlRole, wait: float | None, drops: Mapping[Reason, int]
) -> UrlState:
    """Place a feed or sitemap that was read: it is due again, so many seconds later."""
    reason = Reason.FEED_READ if role is UrlRole.FEED else Reason.SITEMAP_READ
    return UrlState(
        state=FrontierState.DONE,
        reason=reason,
        role=role,
        notes=(*_skipped_items_note(drops), *_truncation_note(response)),
        status=response.status,
        etag=response.header("etag"),
        last_modified=response.header("last-modified"),
        due=_due(response, wait),
        interval=wait,
    )


def _skipped_items_note(drops: Mapping[Reason, int]) -> Iterator[str]:
    if beyond := drops.get(Reason.TOO_MANY_ITEMS):
        yield f"{beyond:,} items were left out: {Reason.TOO_MANY_ITEMS}"


def _truncation_note(response: Response) -> Iterator[str]:
    if response.truncated:
        yield f"cut after {len(response.body):,} bytes, our limit: what follows was not read"


def after_unreadable(visit: Visit, response: Response, unreadable: UnreadablePage) -> UrlState:
    """Give up a body that is not what its URL promised."""
    bad_list = unreadable.reason in (Reason.BAD_FEED, Reason.BAD_SITEMAP)
    return UrlState(
        state=FrontierState.FAILED if bad_list else FrontierState.DONE,
        reason=unreadable.reason,
        role=visit.role,
        detail=unreadable.detail,
        kind=None if bad_list else PageKind.VALUELESS,
        status=response.status,
        attempts=visit.attempts + 1,
    )


def after_archiving(response: Response, kept: bool, wait: float | None) -> UrlState:
    """Place a page that was only archived, if it lets us; due again only if there is a wait."""
    return UrlState(
        state=FrontierState.DONE if kept else FrontierState.REFUSED,
        reason=Reason.ARCHIVED if kept else Reason.META_NOARCHIVE,
        role=UrlRole.PAGE,
        status=response.status,
        etag=response.header("etag"),
        last_modified=response.header("last-modified"),
        due=_due(response, wait),
        interval=wait,
    )


def after_reading(response: Response, page: Extraction, wait: float | None) -> UrlState:
    """Place a page by its kind; due again only if there is a wait, as for an index page."""
    refusal = refusal_to_keep(page, response.at) if page.kind is PageKind.ARTICLE else None
    return UrlState(
        state=FrontierState.DONE if refusal is None else FrontierState.REFUSED,
        reason=refusal or _reason_of(page),
        role=UrlRole.PAGE,
        kind=page.kind,
        confidence=page.verdict.confidence,
        notes=(*_truncation_note(response), *page.verdict.reasons),
        status=response.status,
        etag=response.header("etag"),
        last_modified=response.header("last-modified"),
        due=_due(response, wait) if refusal is None else None,
        interval=wait if refusal is None else None,
    )


def _reason_of(page: Extraction) -> Reason:
    if page.verdict.doubtful:
        return Reason.DOUBTFUL
    return {
        PageKind.ARTICLE: Reason.ARTICLE,
        PageKind.INDEX: Reason.INDEX_PAGE,
        PageKind.VALUELESS: Reason.VALUELESS,
    }[page.kind]


def after_topic_check(
    visit: Visit,
    standing: UrlState,
    judgement: FocusJudgement | None,
    worth: float | None,
    settings: CrawlSettings,
) -> UrlState:
    """Refuse an article that is not about what its site is followed for; visit pages of links
    seldom that lead to nothing of it."""
    if judgement is not None:
        said = f"relevance {judgement.relevance:.2f}"
        standing = replace(standing, notes=(*standing.notes, said, *judgement.notes))
        if judgement.wanted:
            return standing
        why = "; ".join((said, *judgement.notes))
        return replace(standing, state=FrontierState.REFUSED, reason=Reason.OFF_TOPIC, detail=why)
    if worth is None or standing.kind is not PageKind.INDEX:
        return standing
    said = f"its best links are {worth:.2f} likely to be about what is wanted"
    standing = replace(standing, notes=(*standing.notes, said))
    idle = worth < settings.focus_follow and visit.depth > 0 and standing.interval is not None
    if not idle or standing.due is None or standing.interval is None:
        return standing
    extra = max(0.0, settings.max_interval - standing.interval)
    due = standing.due + timedelta(seconds=extra)
    return replace(standing, due=due, interval=standing.interval + extra)


def refusal_to_keep(page: Extraction, now: datetime) -> Reason | None:
    """Return why an article must not be kept, if its publisher asks for that."""
    if page.robots.noindex:
        return Reason.META_NOINDEX
    if page.rights.search is False:
        return Reason.SEARCH_RESERVED
    return Reason.UNAVAILABLE if page.robots.is_over(now) else None


def after_redirect(visit: Visit, response: Response, reason: Reason) -> UrlState:
    """Rest a URL that only leads elsewhere; the other end is followed in its place."""
    refused = reason is not Reason.REDIRECTED
    return UrlState(
        state=FrontierState.DROPPED if refused else FrontierState.DONE,
        reason=reason,
        role=visit.role,
        detail=f"leads to {response.url}",
        status=response.hops[-1].status if response.hops else response.status,
        target=response.url,
        due=None,
    )


def is_walled_off(
    visit: Visit,
    response: Response,
    page: Extraction | UnreadablePage | None,
    settings: CrawlSettings,
) -> bool:
    """Tell whether what a feed lists leads, for now, to a page that holds nothing.

    A notice of repairs or a wall may be gone later; it is tried as often as a server that fails.
    """
    empty = isinstance(page, UnreadablePage) or (page and page.kind is PageKind.VALUELESS)
    for_now = bool(response.hops) and not moved_permanently(response)
    has_tries = visit.attempts + 1 < settings.max_attempts
    return visit.role is UrlRole.PAGE and visit.listed and bool(empty) and for_now and has_tries


def after_wall(visit: Visit, response: Response, settings: CrawlSettings) -> UrlState:
    """Try again later what leads for now to nothing."""
    attempts = visit.attempts + 1
    return UrlState(
        state=FrontierState.QUEUED,
        reason=Reason.REDIRECTED,
        role=visit.role,
        detail=f"leads for now to {response.url}, where nothing is",
        status=response.hops[-1].status,
        attempts=attempts,
        due=response.at + retry_delay(attempts, settings),
    )


def after_crash(visit: Visit, reason: Reason, detail: str) -> UrlState:
    """Set aside a page that our own reading keeps failing on."""
    return UrlState(
        state=FrontierState.QUARANTINED,
        reason=reason,
        role=visit.role,
        detail=detail,
        kind=visit.kind,
        attempts=visit.attempts + 1,
    )

"""What a visit's outcome means for the URL: pure functions that return its new UrlState."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from http.client import NOT_MODIFIED

from tidings.crawl.focus.site_focus import FocusJudgement
from tidings.crawl.timing.schedule import retry_delay
from tidings.crawl.timing.second_chances import second_chance
from tidings.crawl.visits.conditional_request import asking_after, validators_for
from tidings.model.articles.article import Extraction, UnreadablePage
from tidings.model.crawl.refresh_policy import RefreshPolicy
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.exchange import FetchFailure, Response
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import REFUSALS, TRANSIENT, Reason
from tidings.settings.tree import CrawlSettings

_PERMANENT = (301, 308)
_READ = frozenset(
    {
        Reason.INDEX_PAGE,
        Reason.VALUELESS,
        Reason.DOUBTFUL,
        Reason.NOT_MODIFIED,
        Reason.NEEDS_JAVASCRIPT,
    }
)
# What was said of a page's content holds while the content is the same.
_STILL_TRUE = frozenset({Reason.NEEDS_JAVASCRIPT, Reason.CATCH_ALL, Reason.EMPTY, Reason.NOT_HTML})


def is_live(visit: Visit) -> bool:
    """Return whether new articles appear at this URL, so that it is visited repeatedly."""
    return visit.role is not UrlRole.PAGE or visit.kind is PageKind.INDEX


def sets_home(visit: Visit, response: Response) -> bool:
    """Return whether the start page's redirect target is the site's home: first visit or a move."""
    return visit.depth == 0 and (visit.is_first or moved_permanently(response))


def moved_permanently(response: Response) -> bool:
    """Return whether all redirects that led to a response are permanent."""
    return bool(response.hops) and all(hop.status in _PERMANENT for hop in response.hops)


def is_revisited(visit: Visit, kind: PageKind | None, settings: CrawlSettings) -> bool:
    """Return whether a page is visited again on a timer."""
    # A start page is revisited whatever its kind: the user said that news appears there.
    return (
        settings.policy is RefreshPolicy.TRADITIONAL
        or visit.role is not UrlRole.PAGE
        or kind is PageKind.INDEX
        or (kind is not PageKind.ARTICLE and visit.depth == 0)
    )


def after_failure(visit: Visit, failure: FetchFailure, settings: CrawlSettings) -> UrlState:
    """Retry temporary failures later; give up on others and after too many attempts.

    A start page is never given up: it is all that is known of its site.
    """
    attempts = visit.attempts + (not _was_not_asked(failure))
    patient = is_live(visit) and visit.visited_at is not None
    has_tries = patient or (attempts < settings.max_attempts and not visit.is_start_page)
    may_pass = failure.reason in TRANSIENT and has_tries
    url_state = UrlState(
        state=_state_after(failure.reason, may_pass or failure.waits_for_robots),
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
        asking=visit.asking,
    )
    if may_pass or failure.waits_for_robots:
        wait = max(retry_delay(max(1, attempts), settings), failure.retry_after or timedelta())
        return replace(url_state, due=failure.at + wait)
    if visit.is_start_page:
        state = _state_after(failure.reason, failure.reason not in REFUSALS)
        return replace(url_state, state=state, due=_next_chance(attempts, failure, settings))
    if patient and failure.reason is Reason.ROBOTS_DENIED:
        # The rules may change back; checking costs one cached read of robots.txt a day.
        return replace(url_state, due=failure.at + timedelta(days=1))
    return url_state


def _next_chance(attempts: int, failure: FetchFailure, settings: CrawlSettings) -> datetime:
    """Return when a start page that has failed is tried again, as its server may have asked."""
    wait = max(second_chance(attempts, settings), failure.retry_after or timedelta())
    return failure.at + wait


def _was_not_asked(failure: FetchFailure) -> bool:
    """Return whether nobody was asked: the host had required a pause, or our proxy fails."""
    return failure.is_held_back or failure.reason is Reason.PROXY


def after_pause(visit: Visit, failure: FetchFailure, settings: CrawlSettings) -> UrlState:
    """Return the state of a URL that was not requested: it is due when its host opens again."""
    wait = failure.retry_after or retry_delay(1, settings)
    return replace(
        after_failure(visit, failure, settings),
        state=FrontierState.QUEUED,
        due=failure.at + wait,
    )


def _state_after(reason: Reason, is_retried: bool) -> FrontierState:
    if is_retried:
        return FrontierState.QUEUED
    return FrontierState.REFUSED if reason in REFUSALS else FrontierState.FAILED


def after_no_change(
    visit: Visit, response: Response, url_state: UrlState, wait: float | None
) -> UrlState:
    """Keep the known state; only the next visit changes (None: no next visit)."""
    return replace(
        with_validators(visit, response, url_state, is_same=True),
        state=FrontierState.DONE,
        reason=url_state.reason if url_state.reason in _STILL_TRUE else Reason.NOT_MODIFIED,
        detail=what_was_sent_again(visit, response),
        status=response.status,
        due=_due(response, wait),
        interval=wait,
        attempts=0,
    )


def with_validators(
    visit: Visit, response: Response, url_state: UrlState, *, is_same: bool
) -> UrlState:
    """Store the validators that make the next visit cheap, and how to use them.

    A 304 need not repeat them. Those of a redirect's target belong to another address.
    """
    url_state = replace(url_state, asking=asking_after(visit, response, is_same=is_same))
    if response.status == NOT_MODIFIED:
        return url_state
    etag, modified = response.header("etag"), response.header("last-modified")
    if response.hops:
        etag = modified = None
    return replace(url_state, etag=etag, last_modified=modified)


def what_was_sent_again(visit: Visit, response: Response) -> str:
    """Say that the server sent bytes that we have; empty after a 304."""
    if response.status == NOT_MODIFIED:
        return ""
    sent = validators_for(visit)
    names = [name for name, value in zip(("ETag", "date"), sent, strict=True) if value]
    despite = f" although we sent its {' and '.join(names)}" if names else ""
    return f"the same bytes were sent again{despite}"


def _due(response: Response, wait: float | None) -> datetime | None:
    return None if wait is None else response.at + timedelta(seconds=wait)


def after_list(
    response: Response, role: UrlRole, wait: float | None, drop_counts: Mapping[Reason, int]
) -> UrlState:
    """Return the state of a feed or sitemap that was read, due again after `wait` seconds."""
    reason = Reason.FEED_READ if role is UrlRole.FEED else Reason.SITEMAP_READ
    return UrlState(
        state=FrontierState.DONE,
        reason=reason,
        role=role,
        notes=(*_skipped_items_note(drop_counts), *_truncation_note(response)),
        status=response.status,
        etag=response.header("etag"),
        last_modified=response.header("last-modified"),
        due=_due(response, wait),
        interval=wait,
    )


def _skipped_items_note(drop_counts: Mapping[Reason, int]) -> Iterator[str]:
    if skipped := drop_counts.get(Reason.TOO_MANY_ITEMS):
        yield f"{skipped:,} items were skipped: {Reason.TOO_MANY_ITEMS}"


def _truncation_note(response: Response) -> Iterator[str]:
    if response.truncated:
        yield f"truncated after {len(response.body):,} bytes (our limit); the rest was not read"


def after_unreadable(visit: Visit, response: Response, unreadable: UnreadablePage) -> UrlState:
    """Return the state of a URL whose body cannot be read as its expected type."""
    bad_list = visit.role is not UrlRole.PAGE
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
    """Return the state of a page that was only archived, if it allows that; no wait: never due."""
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
    """Return the state of a page that was read; due again only with a wait, as an index page."""
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


def is_still_worthless(visit: Visit) -> bool:
    """Return whether a start page that has not changed led nowhere when it was read."""
    return visit.is_start_page and visit.attempts > 0 and visit.last_reason in _READ


def after_worthless_start(
    visit: Visit, url_state: UrlState, at: datetime, settings: CrawlSettings
) -> UrlState:
    """Read a start page again soon that leads nowhere.

    It may be a maintenance notice, a wall, or an error page served as 200.
    """
    attempts = visit.attempts + 1
    due = at + second_chance(attempts, settings)
    due = due if url_state.due is None else min(due, url_state.due)
    detail = url_state.detail or "nothing on it leads on"
    return replace(url_state, attempts=attempts, due=due, detail=detail)


def _reason_of(page: Extraction) -> Reason:
    if page.needs_script:
        return Reason.NEEDS_JAVASCRIPT
    if page.verdict.doubtful:
        return Reason.DOUBTFUL
    return {
        PageKind.ARTICLE: Reason.ARTICLE,
        PageKind.INDEX: Reason.INDEX_PAGE,
        PageKind.VALUELESS: Reason.VALUELESS,
    }[page.kind]


def after_topic_check(
    visit: Visit,
    url_state: UrlState,
    judgement: FocusJudgement | None,
    best_probability: float | None,
    settings: CrawlSettings,
) -> UrlState:
    """Refuse an article that is off the site's topic; visit index pages without relevant links
    rarely."""
    if judgement is not None:
        note = f"relevance {judgement.relevance:.2f}"
        url_state = replace(url_state, notes=(*url_state.notes, note, *judgement.notes))
        if judgement.wanted:
            return url_state
        detail = "; ".join((note, *judgement.notes))
        return replace(
            url_state, state=FrontierState.REFUSED, reason=Reason.OFF_TOPIC, detail=detail
        )
    if best_probability is None or url_state.kind is not PageKind.INDEX:
        return url_state
    note = f"the probability that its best links are on topic is {best_probability:.2f}"
    url_state = replace(url_state, notes=(*url_state.notes, note))
    is_unpromising = (
        best_probability < settings.focus_follow
        and visit.depth > 0
        and url_state.interval is not None
    )
    if not is_unpromising or url_state.due is None or url_state.interval is None:
        return url_state
    extra = max(0.0, settings.max_interval - url_state.interval)
    due = url_state.due + timedelta(seconds=extra)
    return replace(url_state, due=due, interval=url_state.interval + extra)


def refusal_to_keep(page: Extraction, now: datetime) -> Reason | None:
    """Return why an article must not be kept, if its publisher forbids it."""
    if page.robots.noindex:
        return Reason.META_NOINDEX
    if page.rights.search is False:
        return Reason.SEARCH_RESERVED
    return Reason.UNAVAILABLE if page.robots.is_over(now) else None


def after_redirect(visit: Visit, response: Response, reason: Reason) -> UrlState:
    """Return the state of a URL that only redirects; its target is followed instead."""
    refused = reason is not Reason.REDIRECTED
    return UrlState(
        state=FrontierState.DROPPED if refused else FrontierState.DONE,
        reason=reason,
        role=visit.role,
        detail=f"redirects to {response.url}",
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
    """Return whether a page that a feed lists redirects, for now, to a page without content.

    A maintenance notice or a wall may be gone later; it is retried as often as a failing server.
    """
    empty = isinstance(page, UnreadablePage) or (page and page.kind is PageKind.VALUELESS)
    is_temporary = bool(response.hops) and not moved_permanently(response)
    has_tries = visit.attempts + 1 < settings.max_attempts
    return (
        visit.role is UrlRole.PAGE and visit.listed and bool(empty) and is_temporary and has_tries
    )


def after_wall(visit: Visit, response: Response, settings: CrawlSettings) -> UrlState:
    """Retry later a page that for now redirects to one without content."""
    attempts = visit.attempts + 1
    return UrlState(
        state=FrontierState.QUEUED,
        reason=Reason.REDIRECTED,
        role=visit.role,
        detail=f"redirects for now to {response.url}, which has no content",
        status=response.hops[-1].status,
        attempts=attempts,
        due=response.at + retry_delay(attempts, settings),
    )


def after_crash(
    visit: Visit, reason: Reason, detail: str, at: datetime, settings: CrawlSettings
) -> UrlState:
    """Quarantine a page that our own code repeatedly fails to read.

    Where news appears, there is another page tomorrow, which may be read without failing.
    """
    is_hopeful = is_live(visit) or visit.is_start_page
    attempts = visit.attempts + 1
    return UrlState(
        state=FrontierState.QUARANTINED,
        reason=reason,
        role=visit.role,
        detail=detail,
        kind=visit.kind,
        attempts=attempts,
        due=at + second_chance(attempts, settings) if is_hopeful else None,
    )

"""When a feed, sitemap or index page counts as dead, stale or alive again; pure decisions.

The schedule decides how often a healthy one is visited. Resting ones are visited rarely.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from tidings.crawl.feeds.discovery import is_guess
from tidings.crawl.timing.second_chances import second_chance
from tidings.crawl.visits.visit_outcome import moved_permanently
from tidings.model.crawl.list_history import ListHistory, Listing
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.exchange import Response
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import ABSENT, REFUSALS, TRANSIENT, Reason
from tidings.settings.tree import CrawlSettings

_FIRST_WAIT = timedelta(hours=1)  # after the first strike; three times as long after each …
_LONGEST_WAIT = timedelta(days=1)  # … up to this, so that six strikes take about three days
_GONE_WEIGHT = 2  # 410 is sent on purpose, 404 often by mistake
_FIRST_TRUST = timedelta(days=1)  # how long an unchanged lastmod is trusted; then four times longer
_QUIET_SHARE = 0.25  # of a dead list's rest: a quiet list is readable and may resume
_FRESH = timedelta(days=2)
# A refusal is not a failure; an unreachable robots.txt is one, like a host that is down. That our
# proxy fails says nothing about the list.
_NO_FAILURE = (REFUSALS | {Reason.PROXY}) - {Reason.ROBOTS_UNREACHABLE}


def after_failure(
    history: ListHistory,
    visit: Visit,
    url_state: UrlState,
    at: datetime,
    settings: CrawlSettings,
    *,
    site_works: bool = True,
) -> tuple[ListHistory, UrlState]:
    """Count a failure; a list that was ever readable is retried ever more rarely, without end.

    So is a start page. `url_state` is what the failure means for an ordinary page; it is adjusted
    for a list. `site_works` says whether anything of the site was ever readable.
    """
    has_lived = history.read_at is not None or visit.kind is PageKind.INDEX
    url_state = replace(url_state, kind=visit.kind)
    is_hopeful = has_lived or visit.depth == 0 or may_appear(visit, url_state, site_works, settings)
    if url_state.reason in _NO_FAILURE:
        return history, _tried_again(url_state, at, settings) if is_hopeful else url_state
    counts = has_lived and not visit.is_start_page
    history = replace(
        history,
        strikes=history.strikes + (_weight(url_state.reason) if counts else 0),
        failing_since=history.failing_since or at,
    )
    if _is_dead(history, at, settings):
        return _after_death(history, visit, url_state, at, settings, has_lived)
    if has_lived and url_state.due is not None:
        return history, url_state  # temporary: retried soon, like any page
    if counts:
        due = at + _wait(history.strikes)
        return history, replace(url_state, state=FrontierState.QUEUED, due=due)
    return history, _tried_again(url_state, at, settings) if is_hopeful else url_state


def may_appear(
    visit: Visit, url_state: UrlState, site_works: bool, settings: CrawlSettings
) -> bool:
    """Return whether a feed or sitemap that could never be read is worth further attempts.

    One that the server says is not there is so only if a page or robots.txt names it, and no other
    list of the site works. One at a usual address gets a few attempts if others work.
    """
    is_absent = url_state.reason in ABSENT
    if is_guess(visit.url):
        return not is_absent and (not site_works or url_state.attempts < settings.max_attempts)
    return not is_absent or not site_works


def _tried_again(url_state: UrlState, at: datetime, settings: CrawlSettings) -> UrlState:
    """Return the state of what has failed and gets another chance."""
    due = at + second_chance(url_state.attempts, settings)
    is_refused = url_state.state is FrontierState.REFUSED
    return replace(
        url_state,
        state=FrontierState.REFUSED if is_refused else FrontierState.QUEUED,
        due=due if url_state.due is None else max(due, url_state.due),
    )


def _after_death(
    history: ListHistory,
    visit: Visit,
    url_state: UrlState,
    at: datetime,
    settings: CrawlSettings,
    has_lived: bool,
) -> tuple[ListHistory, UrlState]:
    """Give up on a list that was never readable; any other one rests."""
    if not has_lived and visit.depth > 0:
        return history, replace(url_state, state=FrontierState.FAILED, due=None)
    detail = _failure_history(history, url_state)
    return _put_to_rest(history, url_state, Reason.DEAD, at + _rest(settings), detail)


def _weight(reason: Reason) -> int:
    if reason in TRANSIENT:
        return 0
    return _GONE_WEIGHT if reason is Reason.GONE else 1


def _is_dead(history: ListHistory, at: datetime, settings: CrawlSettings) -> bool:
    since = history.failing_since or at
    failing_long = at - since >= timedelta(days=settings.dead_days)
    return history.strikes >= settings.dead_strikes or failing_long


def _failure_history(history: ListHistory, url_state: UrlState) -> str:
    detail = f", {url_state.detail}" if url_state.detail else ""
    return f"{url_state.reason}{detail}; failing since {history.failing_since:%Y-%m-%d %H:%M} UTC"


def _wait(strikes: int) -> timedelta:
    return min(_FIRST_WAIT * 3.0 ** min(max(strikes, 1) - 1, 8), _LONGEST_WAIT)


def _rest(settings: CrawlSettings) -> timedelta:
    return timedelta(days=settings.rest_days)


def _put_to_rest(
    history: ListHistory,
    url_state: UrlState,
    reason: Reason,
    due: datetime | None,
    detail: str = "",
) -> tuple[ListHistory, UrlState]:
    history = replace(history, rests=history.rests + 1)
    return history, replace(
        url_state, state=FrontierState.RESTING, reason=reason, detail=detail, due=due
    )


def after_visit(
    history: ListHistory,
    url_state: UrlState,
    listing: Listing | None,
    brought: int,
    at: datetime,
    settings: CrawlSettings,
) -> tuple[ListHistory, UrlState]:
    """Record that a list was read; put it to rest if it has listed nothing new for long.

    `listing` is None if it has not changed; `brought` counts the new URLs.
    """
    history = _after_read(history, listing, brought, at)
    if _is_unmoved(history, at):
        trust = min(_FIRST_TRUST * 4.0 ** min(history.rests, 4), _rest(settings))
        return _put_to_rest(history, url_state, Reason.UNMOVED, at + trust)
    if _is_stale(history, at, settings):
        newest = history.listing.newest
        detail = f"its newest entry is from {newest:%Y-%m-%d}" if newest else ""
        due = at + _rest(settings) * _QUIET_SHARE
        return _put_to_rest(history, url_state, Reason.STALE, due, detail)
    return replace(history, rests=0), url_state


def _after_read(
    history: ListHistory, listing: Listing | None, brought: int, at: datetime
) -> ListHistory:
    lastmod_unchanged = history.lastmod is not None and history.lastmod == history.lastmod_read
    return replace(
        history,
        reads=history.reads + 1,
        read_at=at,
        strikes=0,
        failing_since=None,
        brought=history.brought + brought,
        brought_at=at if brought or history.brought_at is None else history.brought_at,
        listing=history.listing if listing is None else listing,
        lastmod_read=history.lastmod,
        lies=history.lies or (bool(brought) and lastmod_unchanged),
    )


def _is_unmoved(history: ListHistory, at: datetime) -> bool:
    """Return whether the sitemap index's lastmod is reliable enough to wait for a change."""
    if history.lastmod is None or history.lies:
        return False
    # A date without a time stays the same while the sitemap grows all day.
    whole_day = history.lastmod.timestamp() % 3600 == 0
    return not (whole_day and at - history.lastmod < _FRESH)


def _is_stale(history: ListHistory, at: datetime, settings: CrawlSettings) -> bool:
    quiet = at - (history.brought_at or at) >= timedelta(days=settings.quiet_days)
    newest, is_feed = history.listing.newest, history.role is UrlRole.FEED
    # An archive's sitemap is complete one day; a feed's author may only be on holiday.
    days = settings.stale_days if is_feed else settings.quiet_days
    return quiet and (newest is None or at - newest >= timedelta(days=days))


def after_merger(
    history: ListHistory,
    url_state: UrlState,
    duplicate_of: str,
    at: datetime,
    settings: CrawlSettings,
) -> tuple[ListHistory, UrlState]:
    """Put a duplicate feed to rest; the two may diverge, so it is visited rarely."""
    history, url_state = _put_to_rest(history, url_state, Reason.SAME_FEED, at + _rest(settings))
    return history, replace(url_state, target=duplicate_of)


def after_move(
    visit: Visit,
    url_state: UrlState,
    response: Response,
    settings: CrawlSettings,
    *,
    is_worthless: bool = False,
) -> UrlState:
    """Visit a redirecting list or start page rarely: its target may change.

    A start page with a temporary redirect keeps its interval: the site may be back within the
    hour. One that leads to nothing worth reading has failed, whatever its redirect says.
    """
    rests_until = response.at + _rest(settings)
    if visit.role is not UrlRole.PAGE:
        return replace(url_state, state=FrontierState.RESTING, due=rests_until)
    if visit.depth > 0:
        return url_state
    if is_worthless:
        url_state = replace(url_state, state=FrontierState.QUEUED, attempts=visit.attempts + 1)
        return _tried_again(url_state, response.at, settings)
    wait = timedelta(seconds=visit.interval or settings.max_interval)
    return replace(
        url_state, due=rests_until if moved_permanently(response) else response.at + wait
    )

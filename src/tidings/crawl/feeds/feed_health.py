"""When a feed, sitemap or index page counts as dead, stale or alive again; pure decisions.

How often a living one is visited is the schedule's business. Resting ones are asked rarely.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from tidings.crawl.visits.visit_outcome import moved_permanently
from tidings.model.crawl.list_history import ListHistory, Listing
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.exchange import Response
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import REFUSALS, TRANSIENT, Reason
from tidings.settings.tree import CrawlSettings

_FIRST_WAIT = timedelta(hours=1)  # after the first strike; three times as long after each …
_LONGEST_WAIT = timedelta(days=1)  # … up to this, so that six strikes take some three days
_GONE_WEIGHT = 2  # 410 is said on purpose, 404 often by mistake
_FIRST_TRUST = timedelta(days=1)  # an unmoved lastmod is believed so long, then four times longer
_QUIET_SHARE = 0.25  # of a dead list's rest: a quiet one can still be read, and may wake up
_FRESH = timedelta(days=2)
# A refusal is no sickness; a robots.txt that cannot be had is one like a host that is down.
_NO_FAILURE = REFUSALS - {Reason.ROBOTS_UNREACHABLE}


def after_failure(
    life: ListHistory, visit: Visit, standing: UrlState, at: datetime, settings: CrawlSettings
) -> tuple[ListHistory, UrlState]:
    """Count a failure against a list; once it lived, it is tried ever more rarely, never no more.

    `standing` is where a URL stands that nobody cares for; for a list it is corrected.
    """
    if standing.reason in _NO_FAILURE:
        return life, standing
    has_lived = life.read_at is not None or visit.kind is PageKind.INDEX
    standing = replace(standing, kind=visit.kind) if has_lived else standing
    life = replace(
        life,
        strikes=life.strikes + _weight(standing.reason),
        failing_since=life.failing_since or at,
    )
    if _is_dead(life, at, settings) and (has_lived or visit.depth == 0):
        return _put_to_rest(
            life, standing, Reason.DEAD, at + _rest(settings), _failure_history(life, standing)
        )
    if not has_lived:
        return life, _never_lived(life, visit, standing, at, settings)
    if standing.due is not None:
        return life, standing  # in passing: tried again soon, as any page would be
    return life, replace(standing, state=FrontierState.QUEUED, due=at + _wait(life.strikes))


def _weight(reason: Reason) -> int:
    if reason in TRANSIENT:
        return 0
    return _GONE_WEIGHT if reason is Reason.GONE else 1


def _is_dead(life: ListHistory, at: datetime, settings: CrawlSettings) -> bool:
    since = life.failing_since or at
    long = at - since >= timedelta(days=settings.dead_days)
    return life.strikes >= settings.dead_strikes or long


def _never_lived(
    life: ListHistory, visit: Visit, standing: UrlState, at: datetime, settings: CrawlSettings
) -> UrlState:
    """Give up an address that was only tried; one that the user named is tried again rarely."""
    if visit.depth == 0 and standing.due is None:
        return replace(standing, due=at + _rest(settings))
    if _is_dead(life, at, settings):
        return replace(standing, state=FrontierState.FAILED, due=None)
    return standing


def _failure_history(life: ListHistory, standing: UrlState) -> str:
    detail = f", {standing.detail}" if standing.detail else ""
    return f"{standing.reason}{detail}; failing since {life.failing_since:%Y-%m-%d %H:%M} UTC"


def _wait(strikes: int) -> timedelta:
    return min(_FIRST_WAIT * 3.0 ** min(max(strikes, 1) - 1, 8), _LONGEST_WAIT)


def _rest(settings: CrawlSettings) -> timedelta:
    return timedelta(days=settings.rest_days)


def _put_to_rest(
    life: ListHistory, standing: UrlState, reason: Reason, due: datetime | None, detail: str = ""
) -> tuple[ListHistory, UrlState]:
    life = replace(life, rests=life.rests + 1)
    return life, replace(
        standing, state=FrontierState.RESTING, reason=reason, detail=detail, due=due
    )


def after_visit(
    life: ListHistory,
    standing: UrlState,
    listing: Listing | None,
    brought: int,
    at: datetime,
    settings: CrawlSettings,
) -> tuple[ListHistory, UrlState]:
    """Take note that a list could be read; let it rest if it has had nothing new for long.

    `listing` is None when it has not changed; `brought` counts the URLs that were new.
    """
    life = _after_read(life, listing, brought, at)
    if _is_unmoved(life, at):
        trust = min(_FIRST_TRUST * 4.0 ** min(life.rests, 4), _rest(settings))
        return _put_to_rest(life, standing, Reason.UNMOVED, at + trust)
    if _is_stale(life, at, settings):
        newest = life.listing.newest
        detail = f"its newest entry is of {newest:%Y-%m-%d}" if newest else ""
        due = at + _rest(settings) * _QUIET_SHARE
        return _put_to_rest(life, standing, Reason.STALE, due, detail)
    return replace(life, rests=0), standing


def _after_read(
    life: ListHistory, listing: Listing | None, brought: int, at: datetime
) -> ListHistory:
    stood_still = life.lastmod is not None and life.lastmod == life.lastmod_read
    return replace(
        life,
        reads=life.reads + 1,
        read_at=at,
        strikes=0,
        failing_since=None,
        brought=life.brought + brought,
        brought_at=at if brought or life.brought_at is None else life.brought_at,
        listing=life.listing if listing is None else listing,
        lastmod_read=life.lastmod,
        lies=life.lies or (bool(brought) and stood_still),
    )


def _is_unmoved(life: ListHistory, at: datetime) -> bool:
    """Tell whether a sitemap's index can be trusted to say when it changes."""
    if life.lastmod is None or life.lies:
        return False
    # A date without a time stands still while the sitemap grows all day.
    whole_day = life.lastmod.timestamp() % 3600 == 0
    return not (whole_day and at - life.lastmod < _FRESH)


def _is_stale(life: ListHistory, at: datetime, settings: CrawlSettings) -> bool:
    quiet = at - (life.brought_at or at) >= timedelta(days=settings.quiet_days)
    newest, is_feed = life.listing.newest, life.role is UrlRole.FEED
    # An archive's sitemap is full some day; a feed's author may only be on holiday.
    days = settings.stale_days if is_feed else settings.quiet_days
    return quiet and (newest is None or at - newest >= timedelta(days=days))


def after_merger(
    life: ListHistory, standing: UrlState, twin: str, at: datetime, settings: CrawlSettings
) -> tuple[ListHistory, UrlState]:
    """Let a feed rest that lists the same as another; they may part, so it is asked rarely."""
    life, standing = _put_to_rest(life, standing, Reason.SAME_FEED, at + _rest(settings))
    return life, replace(standing, target=twin)


def after_move(
    visit: Visit, standing: UrlState, response: Response, settings: CrawlSettings
) -> UrlState:
    """Ask rarely for a list that leads elsewhere, and for a start page: they may lead on anew.

    A start page that leads elsewhere only for now is asked as if it did not: behind it the site
    may be back within the hour.
    """
    rests_until = response.at + _rest(settings)
    if visit.role is not UrlRole.PAGE:
        return replace(standing, state=FrontierState.RESTING, due=rests_until)
    if visit.depth > 0:
        return standing
    wait = timedelta(seconds=visit.interval or settings.max_interval)
    return replace(standing, due=rests_until if moved_permanently(response) else response.at + wait)

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from tests.factories import make_response

from tidings.crawl.feeds.feed_health import after_failure, after_merger, after_move, after_visit
from tidings.model.crawl.list_history import ListHistory, Listing
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.exchange import Hop, Response
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import ABSENT, Reason
from tidings.settings.tree import CrawlSettings

SETTINGS = CrawlSettings()
NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
DAY = timedelta(days=1)
VISIT = Visit(
    "https://paper.example/feed",
    "paper.example",
    1,
    1,
    UrlRole.FEED,
    None,
    False,
    None,
    1,
    None,
    0,
    600.0,
    NOON,
    None,
    None,
    None,
)


def redirected(*statuses: int) -> Response:
    """A response after redirects with these statuses."""
    hops = tuple(
        Hop(f"https://paper.example/{number}", each) for number, each in enumerate(statuses)
    )
    url = "https://paper.example/new"
    return make_response(url, requested=VISIT.url, hops=hops, at=NOON)


NEW = ListHistory("paper.example", 1, 1, UrlRole.FEED)
ALIVE = replace(NEW, reads=3, read_at=NOON, brought=9, brought_at=NOON)
READ = UrlState(FrontierState.DONE, Reason.FEED_READ, UrlRole.FEED, due=NOON + DAY)


def failed(reason: Reason, due: datetime | None = None) -> UrlState:
    return UrlState(FrontierState.FAILED, reason, UrlRole.FEED, due=due)


def after_failures(
    history: ListHistory, reason: Reason, times: int, interval: timedelta
) -> tuple[ListHistory, UrlState]:
    url_state = READ
    for number in range(times):
        moment = NOON + interval * number
        history, url_state = after_failure(history, VISIT, failed(reason), moment, SETTINGS)
    return history, url_state


@pytest.mark.parametrize("reason", [Reason.NOT_FOUND, Reason.BAD_FEED, Reason.CLIENT_ERROR])
def test_a_failing_feed_is_retried_ever_more_rarely_and_then_rests(reason: Reason) -> None:
    history, waits = ALIVE, []
    for _ in range(SETTINGS.dead_strikes - 1):
        history, url_state = after_failure(history, VISIT, failed(reason), NOON, SETTINGS)
        assert (url_state.state, url_state.reason) == (FrontierState.QUEUED, reason)
        assert url_state.due is not None
        waits.append(url_state.due - NOON)
    assert waits == sorted(waits)
    assert timedelta(days=2) < sum(waits, timedelta()) < timedelta(days=4)
    history, url_state = after_failure(history, VISIT, failed(reason), NOON, SETTINGS)
    assert (url_state.state, url_state.reason) == (FrontierState.RESTING, Reason.DEAD)
    assert url_state.due == NOON + timedelta(days=SETTINGS.rest_days)
    assert reason in url_state.detail


def test_gone_counts_more_than_not_found() -> None:
    assert after_failures(ALIVE, Reason.GONE, 3, DAY)[1].state is FrontierState.RESTING
    assert after_failures(ALIVE, Reason.NOT_FOUND, 3, DAY)[1].state is FrontierState.QUEUED


def test_an_outage_of_days_is_tolerated_but_one_of_weeks_is_not() -> None:
    soon = failed(Reason.DNS, NOON + timedelta(hours=1))
    soon = replace(soon, state=FrontierState.QUEUED)
    history, url_state = after_failure(ALIVE, VISIT, soon, NOON, SETTINGS)
    assert url_state == soon
    history, url_state = after_failure(history, VISIT, soon, NOON + 20 * DAY, SETTINGS)
    assert url_state == soon
    history, url_state = after_failure(history, VISIT, soon, NOON + 22 * DAY, SETTINGS)
    assert (url_state.state, url_state.reason) == (FrontierState.RESTING, Reason.DEAD)
    assert url_state.due == NOON + 52 * DAY


def test_a_dead_feed_rests_until_it_can_be_read_again() -> None:
    history, url_state = after_failures(ALIVE, Reason.NOT_FOUND, 7, DAY)
    assert url_state.state is FrontierState.RESTING
    history, url_state = after_visit(history, READ, Listing(size=3), 0, NOON, SETTINGS)
    assert (url_state, history.strikes, history.failing_since) == (READ, 0, None)
    assert after_failures(history, Reason.NOT_FOUND, 1, DAY)[1].state is FrontierState.QUEUED


@pytest.mark.parametrize("path", ["/feed", "/news/feed.xml"])
@pytest.mark.parametrize("reason", sorted(Reason))
def test_a_never_readable_feed_of_a_working_site_is_given_up_only_if_it_is_not_there(
    reason: Reason, path: str
) -> None:
    visit = replace(VISIT, url=f"https://paper.example{path}")
    attempt = replace(failed(reason), attempts=1)
    url_state = after_failure(NEW, visit, attempt, NOON, SETTINGS)[1]
    if reason in ABSENT:
        assert url_state == attempt
    else:
        assert url_state.due == NOON + timedelta(minutes=1)


@pytest.mark.parametrize("reason", [Reason.NOT_FOUND, Reason.BAD_FEED, Reason.CLIENT_ERROR])
def test_a_feed_that_a_site_announces_is_hoped_for_while_nothing_else_of_it_works(
    reason: Reason,
) -> None:
    visit = replace(VISIT, url="https://paper.example/news/feed.xml")
    attempt = replace(failed(reason), attempts=5)
    url_state = after_failure(NEW, visit, attempt, NOON, SETTINGS, site_works=False)[1]
    assert (url_state.state, url_state.due) == (FrontierState.QUEUED, NOON + DAY / 8)


def test_a_usual_address_gets_few_attempts_on_a_site_that_works() -> None:
    attempt = replace(failed(Reason.CLIENT_ERROR), attempts=SETTINGS.max_attempts)
    assert after_failure(NEW, VISIT, attempt, NOON, SETTINGS)[1].due is None
    hoped_for = after_failure(NEW, VISIT, attempt, NOON, SETTINGS, site_works=False)[1]
    assert hoped_for.due == NOON + timedelta(hours=1)
    missing = replace(attempt, reason=Reason.NOT_FOUND)
    assert after_failure(NEW, VISIT, missing, NOON, SETTINGS, site_works=False)[1].due is None


@pytest.mark.parametrize("kind", [None, PageKind.INDEX])
@pytest.mark.parametrize("reason", [Reason.NOT_FOUND, Reason.GONE, Reason.CLIENT_ERROR])
def test_a_start_page_is_not_dead_after_strikes_but_after_weeks(
    reason: Reason, kind: PageKind | None
) -> None:
    start = replace(VISIT, depth=0, role=UrlRole.PAGE, kind=kind)
    history = NEW
    for attempts in range(1, 20):
        moment = NOON + DAY * attempts
        attempt = replace(failed(reason), attempts=attempts)
        history, url_state = after_failure(history, start, attempt, moment, SETTINGS)
        assert url_state.state is FrontierState.QUEUED
        assert url_state.due is not None
        assert timedelta() < url_state.due - moment <= DAY
    later = NOON + 23 * DAY
    history, url_state = after_failure(history, start, attempt, later, SETTINGS)
    assert (url_state.state, url_state.reason) == (FrontierState.RESTING, Reason.DEAD)
    assert url_state.due == later + 30 * DAY


def test_a_never_readable_feed_on_a_host_down_for_weeks_is_given_up() -> None:
    soon = replace(failed(Reason.DNS, NOON + DAY), state=FrontierState.QUEUED)
    history, _ = after_failure(NEW, VISIT, soon, NOON, SETTINGS)
    history, url_state = after_failure(history, VISIT, soon, NOON + 22 * DAY, SETTINGS)
    assert (url_state.state, url_state.due) == (FrontierState.FAILED, None)


def test_a_refusal_is_not_a_strike() -> None:
    refused = UrlState(FrontierState.REFUSED, Reason.PRIVATE_ADDRESS, UrlRole.FEED, attempts=1)
    again = replace(refused, due=NOON + timedelta(minutes=1))
    assert after_failure(ALIVE, VISIT, refused, NOON, SETTINGS) == (ALIVE, again)


def test_a_proxy_that_fails_is_not_held_against_the_list() -> None:
    history, url_state = after_failure(ALIVE, VISIT, failed(Reason.PROXY), NOON, SETTINGS)
    assert (history, url_state.state) == (ALIVE, FrontierState.QUEUED)
    assert url_state.due == NOON + timedelta(minutes=1)


def test_an_index_page_keeps_its_kind_through_its_failures() -> None:
    page = replace(VISIT, role=UrlRole.PAGE, kind=PageKind.INDEX)
    lost = replace(failed(Reason.SOFT_404), role=UrlRole.PAGE, kind=PageKind.VALUELESS)
    history, url_state = NEW, lost
    for _ in range(SETTINGS.dead_strikes):
        history, url_state = after_failure(history, page, lost, NOON, SETTINGS)
        assert url_state.kind is PageKind.INDEX
    assert url_state.state is FrontierState.RESTING


def test_a_feed_without_recent_items_rests() -> None:
    old = Listing(size=3, dated=3, newest=NOON - 200 * DAY)
    history, url_state = after_visit(NEW, READ, old, 3, NOON, SETTINGS)
    assert url_state.state is FrontierState.DONE
    history, url_state = after_visit(history, READ, None, 0, NOON + 29 * DAY, SETTINGS)
    assert url_state.state is FrontierState.DONE
    history, url_state = after_visit(history, READ, None, 0, NOON + 31 * DAY, SETTINGS)
    assert (url_state.state, url_state.reason) == (FrontierState.RESTING, Reason.STALE)
    assert "2025-06-16" in url_state.detail
    history, url_state = after_visit(history, READ, old, 1, NOON + 61 * DAY, SETTINGS)
    assert url_state.state is FrontierState.DONE


def test_a_quiet_feed_with_recent_items_does_not_rest() -> None:
    recent = Listing(size=3, dated=3, newest=NOON - 60 * DAY)
    quiet = replace(ALIVE, listing=recent)
    assert (
        after_visit(quiet, READ, None, 0, NOON + 90 * DAY, SETTINGS)[1].state is FrontierState.DONE
    )
    archive = replace(quiet, role=UrlRole.SITEMAP)
    assert (
        after_visit(archive, READ, None, 0, NOON + 90 * DAY, SETTINGS)[1].state
        is FrontierState.RESTING
    )


def test_an_unchanged_sitemap_is_visited_ever_more_rarely() -> None:
    history = replace(NEW, role=UrlRole.SITEMAP, lastmod=NOON - 9 * DAY + timedelta(minutes=7))
    moment, rests = NOON, []
    for _ in range(4):
        history, url_state = after_visit(history, READ, Listing(size=3), 0, moment, SETTINGS)
        assert url_state.reason is Reason.UNMOVED
        assert url_state.due is not None
        rests.append(url_state.due - moment)
        moment = url_state.due
    assert rests == [DAY, 4 * DAY, 16 * DAY, 30 * DAY]


def test_a_lastmod_that_misses_a_change_is_no_longer_trusted() -> None:
    history = replace(NEW, role=UrlRole.SITEMAP, lastmod=NOON - 9 * DAY + timedelta(minutes=7))
    history, url_state = after_visit(history, READ, Listing(size=3), 3, NOON, SETTINGS)
    assert url_state.reason is Reason.UNMOVED
    history, url_state = after_visit(history, READ, Listing(size=4), 1, NOON + DAY, SETTINGS)
    assert (history.lies, url_state.state) == (True, FrontierState.DONE)


def test_a_lastmod_without_a_time_is_not_trusted_on_its_day() -> None:
    today = replace(NEW, role=UrlRole.SITEMAP, lastmod=NOON.replace(hour=0))
    assert (
        after_visit(today, READ, Listing(size=3), 3, NOON, SETTINGS)[1].state is FrontierState.DONE
    )
    later = after_visit(today, READ, Listing(size=3), 3, NOON + 3 * DAY, SETTINGS)[1]
    assert later.reason is Reason.UNMOVED


def test_a_duplicate_feed_rests_and_names_the_other() -> None:
    _, url_state = after_merger(ALIVE, READ, "https://paper.example/rss", NOON, SETTINGS)
    assert (url_state.state, url_state.target) == (
        FrontierState.RESTING,
        "https://paper.example/rss",
    )
    assert url_state.due == NOON + 30 * DAY


def test_only_redirecting_lists_and_start_pages_are_visited_again() -> None:
    moved = UrlState(FrontierState.DONE, Reason.REDIRECTED, UrlRole.FEED)
    assert after_move(VISIT, moved, redirected(301), SETTINGS).due == NOON + 30 * DAY
    page = replace(VISIT, role=UrlRole.PAGE)
    assert after_move(page, moved, redirected(301), SETTINGS).due is None
    start = replace(page, depth=0)
    assert after_move(start, moved, redirected(301, 308), SETTINGS).due == NOON + 30 * DAY


def test_a_start_page_that_leads_to_nothing_has_failed() -> None:
    moved = UrlState(FrontierState.DONE, Reason.REDIRECTED, UrlRole.PAGE)
    start = replace(VISIT, role=UrlRole.PAGE, depth=0, attempts=1)
    url_state = after_move(start, moved, redirected(301), SETTINGS, is_worthless=True)
    assert (url_state.attempts, url_state.due) == (2, NOON + timedelta(minutes=5))


def test_a_start_page_with_a_temporary_redirect_is_visited_again_soon() -> None:
    moved = UrlState(FrontierState.DONE, Reason.REDIRECTED, UrlRole.PAGE)
    start = replace(VISIT, role=UrlRole.PAGE, depth=0)
    assert after_move(start, moved, redirected(301, 302), SETTINGS).due == NOON + DAY / 144
    start = replace(start, interval=None)
    assert after_move(start, moved, redirected(307), SETTINGS).due == NOON + DAY / 2

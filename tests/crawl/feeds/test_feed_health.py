from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tidings.crawl.feeds.feed_health import after_failure, after_merger, after_move, after_visit
from tidings.model.crawl.list_history import ListHistory, Listing
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.exchange import Hop, Response
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
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


def led(*statuses: int) -> Response:
    """An answer at the end of such redirects."""
    hops = tuple(
        Hop(f"https://paper.example/{number}", each) for number, each in enumerate(statuses)
    )
    url = "https://paper.example/new"
    return Response(VISIT.url, url, 200, (), b"", False, hops, "192.0.2.1", NOON, 0.1)


NEW = ListHistory("paper.example", 1, 1, UrlRole.FEED)
ALIVE = replace(NEW, reads=3, read_at=NOON, brought=9, brought_at=NOON)
READ = UrlState(FrontierState.DONE, Reason.FEED_READ, UrlRole.FEED, due=NOON + DAY)


def failed(reason: Reason, due: datetime | None = None) -> UrlState:
    return UrlState(FrontierState.FAILED, reason, UrlRole.FEED, due=due)


def struck(
    life: ListHistory, reason: Reason, times: int, apart: timedelta
) -> tuple[ListHistory, UrlState]:
    standing = READ
    for number in range(times):
        moment = NOON + apart * number
        life, standing = after_failure(life, VISIT, failed(reason), moment, SETTINGS)
    return life, standing


@pytest.mark.parametrize("reason", [Reason.NOT_FOUND, Reason.BAD_FEED, Reason.CLIENT_ERROR])
def test_a_feed_that_lived_is_tried_again_ever_more_rarely_then_rests(reason: Reason) -> None:
    life, waits = ALIVE, []
    for _ in range(SETTINGS.dead_strikes - 1):
        life, standing = after_failure(life, VISIT, failed(reason), NOON, SETTINGS)
        assert (standing.state, standing.reason) == (FrontierState.QUEUED, reason)
        assert standing.due is not None
        waits.append(standing.due - NOON)
    assert waits == sorted(waits)
    assert timedelta(days=2) < sum(waits, timedelta()) < timedelta(days=4)
    life, standing = after_failure(life, VISIT, failed(reason), NOON, SETTINGS)
    assert (standing.state, standing.reason) == (FrontierState.RESTING, Reason.DEAD)
    assert standing.due == NOON + timedelta(days=SETTINGS.rest_days)
    assert reason in standing.detail


def test_gone_counts_more_than_not_found() -> None:
    assert struck(ALIVE, Reason.GONE, 3, DAY)[1].state is FrontierState.RESTING
    assert struck(ALIVE, Reason.NOT_FOUND, 3, DAY)[1].state is FrontierState.QUEUED


def test_an_outage_of_days_is_waited_out_and_one_of_weeks_is_death() -> None:
    soon = failed(Reason.DNS, NOON + timedelta(hours=1))
    soon = replace(soon, state=FrontierState.QUEUED)
    life, standing = after_failure(ALIVE, VISIT, soon, NOON, SETTINGS)
    assert standing == soon
    life, standing = after_failure(life, VISIT, soon, NOON + 20 * DAY, SETTINGS)
    assert standing == soon
    life, standing = after_failure(life, VISIT, soon, NOON + 22 * DAY, SETTINGS)
    assert (standing.state, standing.reason) == (FrontierState.RESTING, Reason.DEAD)
    assert standing.due == NOON + 52 * DAY


def test_the_dead_stay_at_rest_on_every_vain_look_and_live_again_when_read() -> None:
    life, standing = struck(ALIVE, Reason.NOT_FOUND, 7, DAY)
    assert standing.state is FrontierState.RESTING
    life, standing = after_visit(life, READ, Listing(size=3), 0, NOON, SETTINGS)
    assert (standing, life.strikes, life.failing_since) == (READ, 0, None)
    assert struck(life, Reason.NOT_FOUND, 1, DAY)[1].state is FrontierState.QUEUED


def test_what_never_lived_is_given_up_but_what_the_user_named_is_tried_again_rarely() -> None:
    given_up = failed(Reason.NOT_FOUND)
    assert after_failure(NEW, VISIT, given_up, NOON, SETTINGS)[1] == given_up
    start = replace(VISIT, depth=0, role=UrlRole.PAGE)
    standing = after_failure(NEW, start, given_up, NOON, SETTINGS)[1]
    assert (standing.state, standing.due) == (FrontierState.FAILED, NOON + 30 * DAY)


def test_what_never_lived_on_a_host_that_is_down_for_weeks_is_given_up() -> None:
    soon = replace(failed(Reason.DNS, NOON + DAY), state=FrontierState.QUEUED)
    life, _ = after_failure(NEW, VISIT, soon, NOON, SETTINGS)
    life, standing = after_failure(life, VISIT, soon, NOON + 22 * DAY, SETTINGS)
    assert (standing.state, standing.due) == (FrontierState.FAILED, None)


def test_a_refusal_is_no_strike() -> None:
    refused = UrlState(FrontierState.REFUSED, Reason.ROBOTS_DENIED, UrlRole.FEED)
    assert after_failure(ALIVE, VISIT, refused, NOON, SETTINGS) == (ALIVE, refused)


def test_an_index_page_keeps_its_kind_through_its_failures() -> None:
    page = replace(VISIT, role=UrlRole.PAGE, kind=PageKind.INDEX)
    lost = replace(failed(Reason.SOFT_404), role=UrlRole.PAGE, kind=PageKind.VALUELESS)
    life, standing = NEW, lost
    for _ in range(SETTINGS.dead_strikes):
        life, standing = after_failure(life, page, lost, NOON, SETTINGS)
        assert standing.kind is PageKind.INDEX
    assert standing.state is FrontierState.RESTING


def test_a_feed_rests_when_its_news_is_old_and_nothing_came_for_long() -> None:
    old = Listing(size=3, dated=3, newest=NOON - 200 * DAY)
    life, standing = after_visit(NEW, READ, old, 3, NOON, SETTINGS)
    assert standing.state is FrontierState.DONE
    life, standing = after_visit(life, READ, None, 0, NOON + 29 * DAY, SETTINGS)
    assert standing.state is FrontierState.DONE
    life, standing = after_visit(life, READ, None, 0, NOON + 31 * DAY, SETTINGS)
    assert (standing.state, standing.reason) == (FrontierState.RESTING, Reason.STALE)
    assert "2025-06-16" in standing.detail
    life, standing = after_visit(life, READ, old, 1, NOON + 61 * DAY, SETTINGS)
    assert standing.state is FrontierState.DONE


def test_a_quiet_feed_with_recent_news_does_not_rest() -> None:
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


def test_an_unmoved_sitemap_is_looked_at_ever_more_rarely() -> None:
    life = replace(NEW, role=UrlRole.SITEMAP, lastmod=NOON - 9 * DAY + timedelta(minutes=7))
    moment, rests = NOON, []
    for _ in range(4):
        life, standing = after_visit(life, READ, Listing(size=3), 0, moment, SETTINGS)
        assert standing.reason is Reason.UNMOVED
        assert standing.due is not None
        rests.append(standing.due - moment)
        moment = standing.due
    assert rests == [DAY, 4 * DAY, 16 * DAY, 30 * DAY]


def test_a_lastmod_that_stands_still_while_news_comes_is_not_believed_any_more() -> None:
    life = replace(NEW, role=UrlRole.SITEMAP, lastmod=NOON - 9 * DAY + timedelta(minutes=7))
    life, standing = after_visit(life, READ, Listing(size=3), 3, NOON, SETTINGS)
    assert standing.reason is Reason.UNMOVED
    life, standing = after_visit(life, READ, Listing(size=4), 1, NOON + DAY, SETTINGS)
    assert (life.lies, standing.state) == (True, FrontierState.DONE)


def test_a_date_without_a_time_is_not_believed_while_the_day_lasts() -> None:
    today = replace(NEW, role=UrlRole.SITEMAP, lastmod=NOON.replace(hour=0))
    assert (
        after_visit(today, READ, Listing(size=3), 3, NOON, SETTINGS)[1].state is FrontierState.DONE
    )
    later = after_visit(today, READ, Listing(size=3), 3, NOON + 3 * DAY, SETTINGS)[1]
    assert later.reason is Reason.UNMOVED


def test_a_twin_rests_and_names_the_other() -> None:
    _, standing = after_merger(ALIVE, READ, "https://paper.example/rss", NOON, SETTINGS)
    assert (standing.state, standing.target) == (FrontierState.RESTING, "https://paper.example/rss")
    assert standing.due == NOON + 30 * DAY


def test_only_lists_and_start_pages_are_asked_again_where_they_lead() -> None:
    moved = UrlState(FrontierState.DONE, Reason.REDIRECTED, UrlRole.FEED)
    assert after_move(VISIT, moved, led(301), SETTINGS).due == NOON + 30 * DAY
    page = replace(VISIT, role=UrlRole.PAGE)
    assert after_move(page, moved, led(301), SETTINGS).due is None
    start = replace(page, depth=0)
    assert after_move(start, moved, led(301, 308), SETTINGS).due == NOON + 30 * DAY


def test_a_start_page_that_leads_elsewhere_for_now_is_soon_asked_again() -> None:
    moved = UrlState(FrontierState.DONE, Reason.REDIRECTED, UrlRole.PAGE)
    start = replace(VISIT, role=UrlRole.PAGE, depth=0)
    assert after_move(start, moved, led(301, 302), SETTINGS).due == NOON + DAY / 144
    start = replace(start, interval=None)
    assert after_move(start, moved, led(307), SETTINGS).due == NOON + DAY / 2

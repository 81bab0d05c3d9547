"""What each outcome of a visit means for its URL, its article and its source."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.engine.settled_paper import (
    EMPTY,
    HOME,
    HTML,
    SettledPaper,
    feed,
    front,
    redirected,
    story,
)
from tests.factories import NOW, make_failure, make_found, make_response

from tidings.crawl.focus.site_focus import FocusJudgement
from tidings.crawl.traps.trap_accounts import Refusal, shape_refusal
from tidings.engine.reading.reading_task import Crash, Reading
from tidings.engine.reading.visit_outcome import ReadPage
from tidings.engine.settling.settler import VisitResult
from tidings.engine.settling.visit_decision import is_lost_list
from tidings.model.articles.article import Article, Extraction, UnreadablePage
from tidings.model.crawl.asking import AskBy, Asking
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import Response
from tidings.model.web.page import FrontierState, PageKind, PageVerdict, UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_files import Archive
from tidings.store.archive.warc_record import payload_sum
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import article_by_id
from tidings.store.tables.frontier.counts import drop_counts
from tidings.store.tables.frontier.rechecks import recheck_counts_by_site, recheck_credit_left
from tidings.store.tables.frontier.urls import add_urls
from tidings.store.tables.frontier.visits import past_visits
from tidings.store.tables.sources.list_histories import list_history_of
from tidings.store.tables.sources.sources import source_by_id

STORY = f"{HOME}news/bridge"
LATER = NOW + timedelta(hours=6)
REDIRECTED = (FrontierState.DONE, Reason.REDIRECTED)


def kept(paper: SettledPaper, result: VisitResult) -> Article:
    assert result.state.article is not None
    article = article_by_id(paper.database.read(), result.state.article)
    assert article is not None
    return article


def no_change(paper: SettledPaper, visit: Visit, at: object = LATER) -> VisitResult:
    response = make_response(visit.url, status=304, at=at)
    return paper.database.write(lambda db: paper.settler.no_change(db, visit, response)).result()


def settled_reading(
    paper: SettledPaper, visit: Visit, response: Response, reading: Reading
) -> VisitResult:
    """Settle a reading that a test has changed."""
    page = ReadPage(response, reading, b"1")
    result = paper.database.write(lambda db: paper.settler.reading(db, visit, page)).result()
    assert result is not None
    return result


def judgement(relevance: float, *, wanted: bool) -> FocusJudgement:
    return FocusJudgement(relevance, wanted, relevance, 0.0, (), (), 100, "en")


# First visits


def test_an_article_is_kept_archived_and_never_due_again(paper: SettledPaper) -> None:
    result = paper.settle(paper.visit(), story())
    assert result.article is not None
    assert (result.article.url, result.article.revision) == (STORY, 1)
    record = paper.record(STORY)
    assert (record.state.state, record.state.reason) == (FrontierState.DONE, Reason.ARTICLE)
    assert (record.state.article, record.state.due) == (result.article.id, None)
    assert record.state.body_hash == payload_sum(story().encode())
    assert record.place is not None
    assert paper.archive.read(record.place).body == story().encode()


def test_an_index_page_is_due_again_and_its_links_are_new(paper: SettledPaper) -> None:
    result = paper.settle(paper.next_visit(HOME), front("/news/1", "/news/2", "/news/3"))
    assert {f"{HOME}news/{n}" for n in (1, 2, 3)} <= {found.url for found in result.new}
    assert result.state.kind is PageKind.INDEX
    assert result.state.due is not None
    assert result.state.due > NOW
    assert paper.record(f"{HOME}news/2").state.state is FrontierState.QUEUED


def test_a_start_page_names_its_source_once(paper: SettledPaper) -> None:
    first = paper.settle(paper.next_visit(HOME), front())
    assert first.source is not None
    assert first.source.name == "The Paper"
    state = paper.settler.state
    state.followed = state.followed.with_source(first.source)
    renamed = front().replace("The Paper", "The Late Paper")
    again = paper.settle(paper.next_visit(HOME), renamed, at=LATER)
    assert again.source is None
    source = source_by_id(paper.database.read(), paper.source.id)
    assert source is not None
    assert source.name == "The Paper"


def test_the_same_article_at_another_address_is_kept_once(paper: SettledPaper) -> None:
    first = paper.settle(paper.visit(), story())
    second = paper.settle(paper.visit("print/1"), story())
    assert second.article is None
    assert (second.state.reason, second.state.target) == (Reason.SAME_TEXT, STORY)
    assert second.state.article == first.state.article


def test_an_article_that_asks_not_to_be_indexed_is_refused(paper: SettledPaper) -> None:
    page = story(head='<meta name="robots" content="noindex">')
    result = paper.settle(paper.visit(listed=True), page)
    assert result.article is None
    assert (result.state.state, result.state.reason) == (
        FrontierState.REFUSED,
        Reason.META_NOINDEX,
    )


def test_an_archive_only_crawl_keeps_the_page_but_no_article(
    database: Database, archive: Archive
) -> None:
    paper = SettledPaper(database, archive, CrawlSettings(archive_only=True))
    result = paper.settle(paper.visit(), story())
    assert (result.article, result.state.reason) == (None, Reason.ARCHIVED)
    assert paper.record(STORY).place is not None


# A page that a feed listed while it was being read


def test_a_page_that_was_listed_meanwhile_is_read_again(paper: SettledPaper) -> None:
    visit = paper.visit()
    listed = make_found(STORY, site=visit.site, listed=True)
    paper.database.write(lambda db: add_urls(db, [listed], NOW)).result()
    before = paper.record(STORY)
    assert paper.try_to_settle(visit, EMPTY) is None
    assert paper.record(STORY) == before
    assert not past_visits(paper.database.read(), visit.id)
    as_listed = paper.settle(replace(visit, listed=True), EMPTY)
    assert as_listed.state.state is FrontierState.DONE


def test_an_article_that_was_listed_meanwhile_need_not_be_read_again(paper: SettledPaper) -> None:
    visit = paper.visit()
    listed = make_found(STORY, site=visit.site, listed=True)
    paper.database.write(lambda db: add_urls(db, [listed], NOW)).result()
    assert paper.settle(visit, story()).article is not None


# Redirects


def test_a_redirect_on_the_site_is_followed_and_its_target_settled(paper: SettledPaper) -> None:
    visit = paper.visit("go/1")
    result = paper.settle(visit, redirected(visit.url, STORY, story()))
    assert result.article is not None
    assert result.article.url == STORY
    record = paper.record(visit.url)
    assert (record.state.state, record.state.reason) == REDIRECTED
    assert (record.state.target, record.state.status, record.place) == (STORY, 302, None)
    assert paper.record(STORY).state.article == result.article.id
    assert paper.record(STORY).parent == visit.url


def test_a_redirect_to_a_known_page_settles_only_the_redirect(paper: SettledPaper) -> None:
    paper.settle(paper.visit(), story())
    known = paper.record(STORY)
    visit = paper.visit("go/1")
    result = paper.settle(visit, redirected(visit.url, STORY, story("tunnel"), at=LATER))
    assert (result.article, result.new) == (None, ())
    assert (result.state.state, result.state.reason) == REDIRECTED
    assert paper.record(STORY) == known


def test_a_redirect_off_the_site_is_dropped(paper: SettledPaper) -> None:
    visit, target = paper.visit("go/1"), "https://elsewhere.example/a"
    result = paper.settle(visit, redirected(visit.url, target, story()))
    assert (result.state.state, result.state.reason) == (FrontierState.DROPPED, Reason.OFF_SITE)
    assert (result.article, result.new) == (None, ())
    assert not paper.knows(target)


def test_a_redirect_to_another_source_joins_that_sources_frontier(paper: SettledPaper) -> None:
    other = paper.follow("https://elsewhere.example/")
    visit, target = paper.visit("go/1"), "https://elsewhere.example/a"
    result = paper.settle(visit, redirected(visit.url, target, story()))
    assert [(found.url, found.site) for found in result.new] == [(target, other.id)]
    assert paper.record(target).state.state is FrontierState.QUEUED
    assert result.article is None


def test_a_start_page_that_moves_takes_its_source_along(paper: SettledPaper) -> None:
    visit, target = paper.next_visit(HOME), "https://www.gazette.example/"
    response = redirected(HOME, target, front(STORY), 301)
    reading = replace(paper.read(visit, response), domain="gazette.example")
    result = settled_reading(paper, visit, response, reading)
    assert result.source is not None
    assert result.source.domain == "gazette.example"
    due = paper.record(HOME).state.due
    assert due == NOW + timedelta(days=CrawlSettings().rest_days)


# Walls


def test_a_listed_page_behind_a_temporary_wall_is_tried_again(paper: SettledPaper) -> None:
    visit, wall = paper.visit(listed=True), f"{HOME}login"
    result = paper.settle(visit, redirected(STORY, wall, EMPTY))
    state = result.state
    assert (state.state, state.reason, state.attempts) == (
        FrontierState.QUEUED,
        Reason.REDIRECTED,
        1,
    )
    assert state.due is not None
    assert state.due > NOW
    assert not paper.knows(wall)


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"listed": False}, 302), ({"listed": True}, 301), ({"listed": True, "attempts": 3}, 302)],
    ids=["not listed", "moved for good", "tried too often"],
)
def test_other_redirects_to_empty_pages_are_not_tried_again(
    paper: SettledPaper, fields: dict[str, Any], status: int
) -> None:
    visit, wall = paper.visit(**fields), f"{HOME}login"
    result = paper.settle(visit, redirected(STORY, wall, EMPTY, status))
    assert paper.record(STORY).state.state is FrontierState.DONE
    assert result.state.reason is Reason.VALUELESS  # of the page behind the redirect
    assert paper.record(wall).state == result.state


# Lists


def read_feed(paper: SettledPaper) -> Visit:
    """A feed that was read once, and the next visit to it."""
    visit = paper.visit("feed.xml", role=UrlRole.FEED)
    result = paper.settle(visit, feed("/news/1", "/news/2"))
    assert result.state.reason is Reason.FEED_READ
    return paper.next_visit(visit.url)


def test_a_feed_brings_its_items_and_is_due_again(paper: SettledPaper) -> None:
    again = read_feed(paper)
    result = paper.settle(again, feed("/news/3", "/news/1"), at=LATER)
    assert [found.url for found in result.new] == [f"{HOME}news/3"]
    assert result.new[0].listed
    assert result.state.due is not None
    assert result.state.due > LATER
    history = list_history_of(paper.database.read(), again.id)
    assert history is not None
    assert (history.reads, history.brought) == (2, 3)


def test_a_feed_that_became_a_page_is_a_strike_and_its_validators_stay(
    paper: SettledPaper,
) -> None:
    again = read_feed(paper)
    result = paper.settle(again, EMPTY, at=LATER)
    assert (result.state.state, result.state.reason) == (FrontierState.QUEUED, Reason.BAD_FEED)
    assert result.state.due == LATER + timedelta(hours=1)
    assert result.state.body_hash == again.body_hash
    history = list_history_of(paper.database.read(), again.id)
    assert history is not None
    assert (history.strikes, history.failing_since) == (1, LATER)


def test_a_feed_that_leads_elsewhere_changes_nothing_but_itself(paper: SettledPaper) -> None:
    again, target = read_feed(paper), f"{HOME}gone"
    result = paper.settle(again, redirected(again.url, target, front("/news/9"), at=LATER))
    assert result.new == ()
    assert result.state.detail.startswith(f"leads to {target}")
    assert result.state.state is FrontierState.QUEUED
    assert not paper.knows(target)
    assert not paper.knows(f"{HOME}news/9")


def test_a_feed_that_moved_rests_and_its_target_is_followed(paper: SettledPaper) -> None:
    again, target = read_feed(paper), f"{HOME}rss"
    result = paper.settle(again, redirected(again.url, target, feed("/news/5"), 301, at=LATER))
    assert [found.url for found in result.new] == [f"{HOME}news/5"]
    old, new = paper.record(again.url), paper.record(target)
    assert (old.state.state, old.state.target) == (FrontierState.RESTING, target)
    assert (new.state.role, new.state.reason) == (UrlRole.FEED, Reason.FEED_READ)


PAGE, FEED = UrlRole.PAGE, UrlRole.FEED
BAD = UnreadablePage(Reason.BAD_FEED)


def page_of(kind: PageKind) -> Extraction:
    return Extraction(PageVerdict(kind, 1.0, ()))


@pytest.mark.parametrize(
    ("role", "kind", "depth", "page", "is_lost"),
    [
        (FEED, None, 1, BAD, True),
        (FEED, None, 0, BAD, True),
        (FEED, None, 1, None, False),
        (PAGE, PageKind.INDEX, 1, page_of(PageKind.VALUELESS), True),
        (PAGE, PageKind.INDEX, 1, BAD, True),
        (PAGE, PageKind.INDEX, 1, page_of(PageKind.ARTICLE), False),
        (PAGE, PageKind.INDEX, 0, page_of(PageKind.VALUELESS), False),
        (PAGE, PageKind.INDEX, 1, None, False),
        (PAGE, None, 1, page_of(PageKind.VALUELESS), False),
    ],
)
def test_which_visits_show_that_a_list_is_lost(
    paper: SettledPaper,
    role: UrlRole,
    kind: PageKind | None,
    depth: int,
    page: Extraction | UnreadablePage | None,
    is_lost: bool,
) -> None:
    visit = paper.visit(role=role, kind=kind, depth=depth)
    assert is_lost_list(visit, Reading(role, "paper.example", page=page)) == is_lost


def test_an_index_page_that_became_worthless_is_a_strike(paper: SettledPaper) -> None:
    visit = paper.visit("politics")
    assert paper.settle(visit, front()).state.kind is PageKind.INDEX
    result = paper.settle(paper.next_visit(visit.url), EMPTY, at=LATER)
    assert (result.state.state, result.state.kind) == (FrontierState.QUEUED, PageKind.INDEX)
    assert result.state.due == LATER + timedelta(hours=1)
    recovered = paper.settle(paper.next_visit(visit.url), front(), at=LATER + timedelta(hours=1))
    assert recovered.state.state is FrontierState.DONE
    history = list_history_of(paper.database.read(), visit.id)
    assert history is not None
    assert (history.strikes, history.failing_since) == (0, None)


# No change


def test_the_same_bytes_bring_new_validators_and_another_way_to_ask(paper: SettledPaper) -> None:
    date = ("last-modified", "Thu, 01 Jan 2026 08:00:00 GMT")
    paper.settle(paper.next_visit(HOME), front(), headers=(*HTML, ("etag", '"1-gzip"'), date))
    visit = paper.next_visit(HOME)
    again = make_response(HOME, front(), headers=(*HTML, ("etag", '"2-gzip"'), date), at=LATER)
    result = paper.database.write(lambda db: paper.settler.no_change(db, visit, again)).result()
    state = paper.record(HOME).state
    assert (state.etag, state.asking) == ('"2-gzip"', Asking(AskBy.DATE, LATER))
    assert (state.reason, state.status) == (Reason.NOT_MODIFIED, 200)
    assert result.has_same_bytes
    assert state.detail == "the same bytes were sent again although we sent its ETag and date"


def test_no_change_keeps_what_is_known_and_plans_the_next_visit(paper: SettledPaper) -> None:
    paper.settle(paper.next_visit(HOME), front(), headers=(*HTML, ("etag", '"1"')))
    known = paper.record(HOME)
    state = no_change(paper, paper.next_visit(HOME)).state
    assert (state.reason, state.status) == (Reason.NOT_MODIFIED, 304)
    assert (state.kind, state.etag, state.body_hash) == (
        PageKind.INDEX,
        '"1"',
        known.state.body_hash,
    )
    assert state.due is not None
    assert state.due > LATER
    assert paper.record(HOME).place == known.place


# Failures


def test_a_server_that_is_down_is_tried_again_and_then_given_up(paper: SettledPaper) -> None:
    visit = paper.visit()
    attempts = CrawlSettings().max_attempts
    for attempt in range(1, attempts + 1):
        failure = make_failure(Reason.CONNECT, STORY, at=NOW + attempt * timedelta(hours=1))
        state = paper.fail(visit, failure).state
        assert state.attempts == attempt
        assert (state.state is FrontierState.QUEUED) == (attempt < attempts)
        visit = paper.next_visit(STORY)
    assert paper.record(STORY).state.state is FrontierState.FAILED


def test_a_page_of_a_host_that_is_down_waits_without_limit(paper: SettledPaper) -> None:
    visit = paper.visit()
    for attempt in range(1, CrawlSettings().max_attempts + 3):
        at = NOW + attempt * timedelta(hours=1)
        state = paper.fail(
            visit, make_failure(Reason.TLS, STORY, at=at, waits_for_robots=True)
        ).state
        assert (state.state, state.reason) == (FrontierState.QUEUED, Reason.TLS)
        visit = paper.next_visit(STORY)


def test_only_failures_that_cost_a_request_earn_credit(paper: SettledPaper) -> None:
    paper.fail(paper.visit(), make_failure(Reason.ROBOTS_DENIED, STORY))
    assert recheck_credit_left(paper.database.read(), 1) == 0
    paper.fail(paper.visit(), make_failure(Reason.DNS, STORY, waits_for_robots=True))
    assert recheck_credit_left(paper.database.read(), 1) == 0
    paper.fail(paper.visit(), make_failure(Reason.NOT_FOUND, STORY, status=404))
    assert recheck_credit_left(paper.database.read(), 1) == pytest.approx(0.05)


def test_a_start_page_that_is_missing_is_not_given_up(paper: SettledPaper) -> None:
    state = paper.fail(paper.next_visit(HOME), make_failure(Reason.NOT_FOUND, HOME)).state
    assert state.due == NOW + timedelta(minutes=1)


# Crashes


def crash(paper: SettledPaper, visit: Visit, response: Response) -> VisitResult:
    lost = Crash(Reason.STAGE_CRASHED, "the worker ended with status -9")
    return paper.database.write(lambda db: paper.settler.crash(db, visit, response, lost)).result()


def test_a_page_that_crashes_the_reader_is_quarantined_with_its_bytes(
    paper: SettledPaper,
) -> None:
    visit = paper.visit()
    state = crash(paper, visit, make_response(STORY, b"\0poison", headers=HTML)).state
    assert (state.state, state.reason, state.due, state.status) == (
        FrontierState.QUARANTINED,
        Reason.STAGE_CRASHED,
        None,
        200,
    )
    place = paper.record(STORY).place
    assert place is not None
    assert paper.archive.read(place).body == b"\0poison"


def test_a_crash_keeps_no_copy_if_the_headers_forbid_it(paper: SettledPaper) -> None:
    headers = (*HTML, ("x-robots-tag", "noarchive"))
    crash(paper, paper.visit(), make_response(STORY, b"\0poison", headers=headers))
    assert paper.record(STORY).place is None
    assert paper.archive.latest(STORY) is None


# The topic of a source


def test_an_article_off_the_topic_is_refused_with_its_relevance(paper: SettledPaper) -> None:
    visit = paper.visit()
    response = make_response(STORY, story(), headers=HTML)
    reading = replace(
        paper.read(visit, response), article=None, judgement=judgement(0.2, wanted=False)
    )
    result = settled_reading(paper, visit, response, reading)
    assert (result.state.state, result.state.reason) == (FrontierState.REFUSED, Reason.OFF_TOPIC)
    assert result.state.detail == "relevance 0.20"
    assert paper.record(STORY).place is not None  # every page that is fetched is archived


def test_an_index_page_without_promising_links_is_visited_rarely(paper: SettledPaper) -> None:
    visit = paper.visit("politics")
    response = make_response(visit.url, front(), headers=HTML)
    plain = paper.read(visit, response)

    def interval(worth: float) -> float:
        reading = replace(plain, worth=worth)
        result = settled_reading(paper, visit, response, reading)
        assert result.state.interval is not None
        return result.state.interval

    assert interval(0.9) < interval(0.01) == CrawlSettings().max_interval


# Rechecks


@pytest.fixture
def rechecked(paper: SettledPaper) -> Visit:
    """The next visit to a kept article, which is a recheck."""
    result = paper.settle(paper.visit(), story())
    visit = paper.next_visit(STORY)
    assert visit.article == result.state.article
    return visit


def test_a_recheck_that_finds_no_change_costs_its_request_and_nothing_else(
    paper: SettledPaper, rechecked: Visit
) -> None:
    before, credit = paper.record(STORY), recheck_credit_left(paper.database.read(), 1)
    result = no_change(paper, rechecked)
    assert (result.is_recheck, result.article, result.is_deleted) == (True, None, False)
    assert paper.record(STORY).state == replace(
        before.state, reason=Reason.NOT_MODIFIED, status=304
    )
    left = recheck_credit_left(paper.database.read(), 1)
    assert left == pytest.approx(credit - 1 + CrawlSettings().recheck_share)
    counts = recheck_counts_by_site(paper.database.read())[paper.source.id]
    assert (counts.rechecks, counts.changes) == (1, 0)


def test_an_edit_becomes_a_revision(paper: SettledPaper, rechecked: Visit) -> None:
    edited = story().replace("on Monday", "on Tuesday evening")
    result = paper.settle(rechecked, edited, at=LATER)
    assert result.is_recheck
    assert result.article is not None
    assert (result.article.revision, result.state.reason) == (2, Reason.REVISED)
    assert "Tuesday evening" in kept(paper, result).text
    place = paper.record(STORY).place
    assert place is not None
    assert paper.archive.read(place).body == edited.encode()


def test_a_recheck_with_a_crash_leaves_the_article_alone(
    paper: SettledPaper, rechecked: Visit
) -> None:
    before = paper.record(STORY)
    result = crash(paper, rechecked, make_response(STORY, b"\0poison", headers=HTML, at=LATER))
    after = paper.record(STORY)
    assert result.is_recheck
    assert (after.state, after.place) == (before.state, before.place)
    assert after.visited_at == LATER


def test_a_lost_article_must_be_missing_twice_unless_the_server_is_sure(
    paper: SettledPaper, rechecked: Visit
) -> None:
    missing = make_failure(Reason.NOT_FOUND, STORY, status=404, at=LATER)
    first = paper.fail(rechecked, missing)
    assert (first.is_deleted, first.state.reason) == (False, Reason.MISSING)
    later = replace(missing, at=LATER + timedelta(days=1))
    second = paper.fail(paper.next_visit(STORY), later)
    assert (second.is_deleted, second.state.reason) == (True, Reason.WITHDRAWN)
    assert kept(paper, second).gone_status == 404


def test_a_410_is_a_deletion_at_once(paper: SettledPaper, rechecked: Visit) -> None:
    result = paper.fail(rechecked, make_failure(Reason.GONE, STORY, status=410, at=LATER))
    assert result.is_deleted
    assert kept(paper, result).gone_at == LATER


def test_a_recheck_can_withdraw_an_article(paper: SettledPaper, rechecked: Visit) -> None:
    hidden = story(head='<meta name="robots" content="noindex, noarchive">')
    result = paper.settle(rechecked, hidden, at=LATER)
    assert paper.record(STORY).place is None
    assert kept(paper, result).hidden_from == LATER


def test_a_page_that_redirects_at_a_recheck_to_the_front_page_is_missing(
    paper: SettledPaper, rechecked: Visit
) -> None:
    result = paper.settle(rechecked, redirected(STORY, HOME, front(), at=LATER))
    assert result.is_recheck
    assert result.state.reason is Reason.MISSING
    assert result.state.detail == f"leads to {HOME}"


# Trap control


def test_a_first_failure_is_charged_to_its_shape_and_a_later_one_is_not(
    paper: SettledPaper,
) -> None:
    def refusal() -> Refusal | None:
        accounts = paper.open().traps.accounts
        return shape_refusal(accounts, f"{HOME}calendar/2031/900")

    for number in range(60):
        visit = paper.visit(f"calendar/2031/{number}")
        tried = replace(visit, visited_at=NOW, attempts=1)  # the host was down before
        paper.fail(tried, make_failure(Reason.NOT_FOUND, visit.url))
    assert refusal() is None
    for number in range(60):
        visit = paper.visit(f"calendar/2031/{number}")
        paper.fail(
            replace(visit, visited_at=None, attempts=0), make_failure(Reason.NOT_FOUND, visit.url)
        )
    assert refusal() is not None


def test_links_beyond_a_sites_limit_are_counted(database: Database, archive: Archive) -> None:
    paper = SettledPaper(database, archive, CrawlSettings(max_urls_per_site=3))
    result = paper.settle(paper.next_visit(HOME), front("/news/1", "/news/2", "/news/3"))
    assert len(result.new) == 2
    assert drop_counts(database.read())[Reason.SITE_FULL] == 1


def test_after_a_rollback_known_links_are_looked_up_again(paper: SettledPaper) -> None:
    visit = paper.next_visit(HOME)
    response = make_response(HOME, front("/news/1"), headers=HTML)
    reading = paper.read(visit, response)

    def lost() -> None:
        raise OSError(28, "No space left on device")

    sync = paper.database.before_commit
    paper.database.before_commit = lost
    paper.database.after_rollback = paper.settler.state.forget
    with pytest.raises(OSError, match="No space"):
        paper.settle(visit, response)
    paper.database.before_commit = sync
    assert not paper.knows(f"{HOME}news/1")
    settled_reading(paper, visit, response, reading)
    assert paper.knows(f"{HOME}news/1")

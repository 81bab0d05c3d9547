"""Decisions about visits need no database: values in, changes out."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

import pytest
from tests.engine.nothing_known import NothingKnown
from tests.engine.settled_paper import HOME, HTML, feed, front, redirected, story
from tests.factories import NOW, make_failure, make_response, make_visit

from tidings.crawl.traps.shape_account import VisitYield
from tidings.engine.reading.annotator import Annotator
from tidings.engine.reading.reading_task import Crash, ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.engine.reading.visit_outcome import ReadPage
from tidings.engine.settling.changes import (
    AddTombstone,
    AddUrl,
    Change,
    ChargeShape,
    ForgetCopy,
    GiveArticle,
    KeepArticle,
    KeepListHistory,
    KeepRhythm,
    KeepSubscription,
    LearnSite,
    LiftTombstone,
    NameSource,
    NoteRecheck,
    NoteRequests,
    NoteVisit,
    PlanRecheck,
    RenameArticle,
    SaveUrlState,
    SetRights,
)
from tidings.engine.settling.feed_subscriptions import FeedSubscriptions
from tidings.engine.settling.page_decision import PageDecider, PageIntake
from tidings.engine.settling.recheck_settling import decide_recheck, decide_recheck_failure
from tidings.engine.settling.trap_control import Twin
from tidings.engine.settling.visit_decision import (
    VisitDecision,
    decide_crash,
    decide_failure,
    decide_no_change,
    decide_redirect,
    decide_taken_down,
)
from tidings.model.crawl.source import Source
from tidings.model.crawl.subscription import HubLink
from tidings.model.crawl.visit import UrlRecord, UrlState, Visit
from tidings.model.web.exchange import Response
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings

T = TypeVar("T")
SETTINGS = CrawlSettings()
STORY = f"{HOME}news/bridge"
VISIT = make_visit(STORY, depth=1)
FEED = make_visit(f"{HOME}feed.xml", role=UrlRole.FEED, depth=1)
PAGES = PageDecider(SETTINGS, FeedSubscriptions(SETTINGS, "https://me.example", lambda: "token"))


def read(visit: Visit, response: Response | str) -> ReadPage:
    if isinstance(response, str):
        kind = HTML if visit.role is UrlRole.PAGE else ()
        response = make_response(visit.url, response, headers=kind)
    task = ReadingTask(visit, response, "paper.example", "The Paper")
    return ReadPage(response, read_response(task, SETTINGS, Annotator()), b"hash")


def decide(
    visit: Visit, page: ReadPage, known: NothingKnown | None = None, **intake: object
) -> VisitDecision:
    taken_in = PageIntake(**intake)  # type: ignore[arg-type]
    return PAGES.decide(visit, visit, page, taken_in, known or NothingKnown())


def kinds(decision: VisitDecision) -> list[type[Change]]:
    return [type(change) for change in decision.changes]


def one(decision: VisitDecision, kind: type[T]) -> T:
    (found,) = (change for change in decision.changes if isinstance(change, kind))
    return found


def record(visit: Visit, state: UrlState, **fields: Any) -> UrlRecord:
    place = (visit.url, visit.host, visit.id, visit.site, 1, visit.depth, None)
    return replace(UrlRecord(*place, NOW, NOW, state, None), **fields)


DONE = UrlState(FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, kind=PageKind.ARTICLE)


# Visits without a reading


def test_a_failure_changes_the_url_and_charges_its_shape() -> None:
    decision = decide_failure(
        VISIT, make_failure(Reason.NOT_FOUND, STORY), NothingKnown(), SETTINGS
    )
    assert kinds(decision) == [SaveUrlState, NoteVisit, NoteRequests, ChargeShape]
    assert one(decision, SaveUrlState).state == decision.state
    assert one(decision, ChargeShape).brought is VisitYield.NOTHING


def test_a_failing_list_is_remembered() -> None:
    decision = decide_failure(
        FEED, make_failure(Reason.NOT_FOUND, FEED.url), NothingKnown(), SETTINGS
    )
    history = one(decision, KeepListHistory).history
    assert (history.id, history.failing_since) == (FEED.id, NOW)
    assert ChargeShape not in kinds(decision)


@pytest.mark.parametrize("reason", [Reason.ROBOTS_DENIED, Reason.SERVER_ERROR])
def test_only_requests_that_were_made_earn_credit(reason: Reason) -> None:
    decision = decide_failure(VISIT, make_failure(reason, STORY), NothingKnown(), SETTINGS)
    assert one(decision, NoteRequests).earn_credit == (reason is Reason.SERVER_ERROR)


def test_an_unchanged_feed_is_planned_again() -> None:
    state = UrlState(FrontierState.DONE, Reason.FEED_READ, UrlRole.FEED)
    known = NothingKnown(urls={FEED.id: record(FEED, state)})
    response = make_response(FEED.url, status=304)
    decision = decide_no_change(FEED, response, known, SETTINGS, PAGES.subscriptions)
    assert kinds(decision) == [KeepRhythm, KeepListHistory, SaveUrlState, NoteVisit, NoteRequests]
    assert decision.state.due is not None
    assert decision.state.due.timestamp() == pytest.approx(
        NOW.timestamp() + one(decision, KeepRhythm).interval
    )


def test_the_bytes_of_a_page_that_crashed_the_reader_are_kept() -> None:
    crash = Crash(Reason.STAGE_CRASHED, "status 7")
    decision = decide_crash(VISIT, make_response(STORY, story(), headers=HTML), crash, SETTINGS)
    assert decision.state.state is FrontierState.QUARANTINED
    assert one(decision, SaveUrlState).copy is not None


def test_a_page_that_may_not_be_copied_is_not_kept_even_if_it_crashed_the_reader() -> None:
    headers = (*HTML, ("x-robots-tag", "noarchive"))
    crash = Crash(Reason.STAGE_CRASHED, "status 7")
    decision = decide_crash(VISIT, make_response(STORY, story(), headers=headers), crash, SETTINGS)
    assert one(decision, SaveUrlState).copy is None


# Pages


def test_a_new_article_is_kept_with_its_annotations_lesson_and_copy() -> None:
    page = read(VISIT, story())
    decision = decide(VISIT, page)
    keeping = one(decision, KeepArticle)
    assert page.reading.annotation is not None
    assert keeping.article == page.reading.article
    assert keeping.annotations == page.reading.annotation.packed
    assert keeping.lesson == page.reading.annotation.lesson
    assert one(decision, SaveUrlState).copy is not None
    assert one(decision, ChargeShape).brought is VisitYield.NEWS
    assert one(decision, LearnSite).update == page.reading.memory_update


def test_the_same_decision_comes_of_the_same_values() -> None:
    page = read(VISIT, story())
    assert decide(VISIT, page) == decide(VISIT, page)


def test_an_article_that_is_kept_is_not_kept_again() -> None:
    page = read(VISIT, story())
    article = page.reading.article
    assert article is not None
    decision = decide(VISIT, page, NothingKnown(articles={article.id: article}))
    assert KeepArticle not in kinds(decision)
    assert decision.state.article == article.id
    assert one(decision, ChargeShape).brought is VisitYield.TWIN


def test_a_twin_is_not_kept_but_refers_to_the_first() -> None:
    decision = decide(VISIT, read(VISIT, story()), twin=Twin(f"{HOME}a", "first"))
    assert KeepArticle not in kinds(decision)
    assert (decision.state.reason, decision.state.article, decision.state.target) == (
        Reason.SAME_TEXT,
        "first",
        f"{HOME}a",
    )


def twin_of(
    url: str, hidden: datetime | None = None, gone: datetime | None = None
) -> tuple[NothingKnown, Twin]:
    """Return what is known if the story was first read at another URL."""
    article = read(VISIT, story()).reading.article
    assert article is not None
    kept = replace(article, id="first", url=url, first_seen=NOW - timedelta(days=1))
    kept = replace(kept, hidden_from=hidden, gone_at=gone)
    return NothingKnown({}, {"first": kept}), Twin(url, "first")


def test_a_page_that_a_feed_lists_gets_its_article_from_one_that_repeats_it() -> None:
    known, twin = twin_of(f"{HOME}a")
    known = replace(known, listed=frozenset({VISIT.url}))
    decision = decide(VISIT, read(VISIT, story()), known, twin=twin)
    giving = one(decision, GiveArticle)
    assert (giving.article.id, giving.owned.url) == ("first", VISIT.url)
    assert giving.owned.first_seen == giving.article.first_seen < NOW
    assert (decision.state.reason, decision.state.target) == (Reason.ARTICLE, None)
    assert decision.state.article == giving.owned.id
    assert KeepArticle not in kinds(decision)


@pytest.mark.parametrize("listed", [set(), {"a"}, {"a", VISIT.url}])
def test_a_page_does_not_get_the_article_of_a_page_with_the_same_rights(listed: set[str]) -> None:
    known, twin = twin_of(f"{HOME}a")
    urls = frozenset(f"{HOME}a" if url == "a" else url for url in listed)
    decision = decide(VISIT, read(VISIT, story()), replace(known, listed=urls), twin=twin)
    assert GiveArticle not in kinds(decision)
    assert (decision.state.reason, decision.state.target) == (Reason.SAME_TEXT, twin.url)


def test_an_article_that_is_hidden_or_deleted_is_not_given_away() -> None:
    for known, twin in (twin_of(f"{HOME}a", hidden=NOW), twin_of(f"{HOME}a", gone=NOW)):
        listed = replace(known, listed=frozenset({VISIT.url}))
        assert GiveArticle not in kinds(decide(VISIT, read(VISIT, story()), listed, twin=twin))


def test_another_article_under_the_id_of_a_page_is_renamed_first() -> None:
    page = read(VISIT, story())
    article = page.reading.article
    assert article is not None
    other = replace(article, title="Something else", text="Quite another text. " * 50)
    known = NothingKnown({}, {article.id: other}, {article.id: f"{HOME}other"})
    decision = decide(VISIT, page, known)
    renaming = one(decision, RenameArticle)
    assert (renaming.article, renaming.url) == (other, f"{HOME}other")
    assert kinds(decision).index(RenameArticle) < kinds(decision).index(KeepArticle)


def test_a_page_that_asks_not_to_be_shown_hides_the_article_kept_from_it() -> None:
    page = read(VISIT, story(head='<meta name="robots" content="noindex, noarchive">'))
    known = NothingKnown({VISIT.id: record(VISIT, replace(DONE, article="kept"))})
    decision = decide(VISIT, page, known)
    assert one(decision, SetRights).article == "kept"
    assert one(decision, SetRights).hidden_from == NOW
    assert one(decision, ForgetCopy).id == VISIT.id
    assert KeepArticle not in kinds(decision)


def test_a_feed_that_names_a_hub_is_subscribed_to_once() -> None:
    page = read(FEED, feed("/news/1"))
    page = replace(
        page, reading=replace(page.reading, hub=HubLink("https://hub.example/", FEED.url))
    )
    subscription = one(decide(FEED, page), KeepSubscription).subscription
    assert (subscription.url, subscription.id) == (FEED.url, "token")
    again = decide(FEED, page, NothingKnown(subscribed=subscription))
    assert all(change.subscription.id == "token" for change in again.changes
               if isinstance(change, KeepSubscription))  # fmt: skip


def test_a_source_keeps_the_name_that_it_has() -> None:
    home = make_visit(HOME, depth=0)
    page = read(home, front())
    assert one(decide(home, page), NameSource).name == "The Paper"
    source = Source(1, HOME, "paper.example", "Its Name", NOW)
    assert NameSource not in kinds(decide(home, page, source=source))


# Redirects and deleted articles


def test_a_redirect_inside_the_site_leads_to_a_page_that_is_settled_too() -> None:
    page = read(VISIT, redirected(STORY, f"{HOME}news/2", story()))
    decision, continues = decide_redirect(VISIT, page, f"{HOME}news/2", NothingKnown(), SETTINGS)
    assert continues
    assert decision.state.reason is Reason.REDIRECTED
    assert one(decision, AddUrl).found.url == f"{HOME}news/2"


def test_a_redirect_to_another_site_ends_there() -> None:
    page = read(VISIT, redirected(STORY, "https://other.example/a", story()))
    final = "https://other.example/a"
    decision, continues = decide_redirect(VISIT, page, final, NothingKnown(), SETTINGS)
    assert not continues
    assert decision.state.reason is Reason.OFF_SITE
    assert AddUrl not in kinds(decision)


def test_the_page_of_a_deleted_article_is_dropped_without_a_copy() -> None:
    decision = decide_taken_down(VISIT, make_response(STORY, story()), STORY)
    assert (decision.state.state, decision.state.target) == (FrontierState.DROPPED, None)
    assert one(decision, SaveUrlState).copy is None


# Rechecks


def recheck_known(page: ReadPage) -> tuple[Visit, NothingKnown]:
    article = page.reading.article
    assert article is not None
    visit = replace(VISIT, article=article.id, visited_at=NOW)
    state = replace(DONE, article=article.id)
    return visit, NothingKnown({VISIT.id: record(VISIT, state)}, {article.id: article})


def test_an_edited_article_gets_a_revision_and_a_new_copy() -> None:
    first = read(VISIT, story())
    visit, known = recheck_known(first)
    edited = read(visit, story().replace("on Monday", "on Tuesday evening"))
    decision = decide_recheck(
        visit, edited.response, known, SETTINGS, b"2", edited.reading, first.reading
    )
    found = [change for change in decision.changes if isinstance(change, KeepArticle)]
    assert [change.before for change in found] == [first.reading.article]
    assert found[0].lesson is None
    assert {LiftTombstone, NoteRecheck, SetRights} <= {type(each) for each in decision.changes}
    (saved,) = (each for each in decision.changes if isinstance(each, SaveUrlState))
    assert saved.copy is not None
    assert saved.state.body_hash == b"2"


def test_an_article_that_is_gone_gets_a_tombstone_and_a_missing_one_is_checked_again() -> None:
    visit, known = recheck_known(read(VISIT, story()))
    gone = decide_recheck_failure(
        visit, make_failure(Reason.GONE, STORY, status=410), known, SETTINGS
    )
    assert gone.is_deleted
    assert AddTombstone in {type(each) for each in gone.changes}
    missing = make_failure(Reason.NOT_FOUND, STORY, status=404)
    once = decide_recheck_failure(visit, missing, known, SETTINGS)
    assert not once.is_deleted
    assert PlanRecheck in {type(each) for each in once.changes}

"""The rows that changes become."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import get_args

import pytest
from tests.engine.nothing_known import NothingKnown
from tests.engine.settled_paper import HTML, SettledPaper
from tests.factories import NOW, make_failure, make_response

from tidings.engine.knowledge.lesson_log import LessonLog
from tidings.engine.reading.reading_task import Reading
from tidings.engine.settling import changes as change_kinds
from tidings.engine.settling.change_writer import ChangeWriter
from tidings.engine.settling.changes import Change, NoteRequests, copy_of
from tidings.engine.settling.visit_decision import decide_failure, visit_changes
from tidings.model.crawl.visit import PastVisit, UrlState, Visit
from tidings.model.web.exchange import FetchFailure
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest, RequestPurpose
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_record import payload_digest, response_record
from tidings.store.tables.frontier.rechecks import recheck_credit_left
from tidings.store.tables.frontier.request_log import recent_requests
from tidings.store.tables.frontier.visits import past_visits
from tidings.store.tables.sources.article_flow import (
    NO_ARTICLE_FLOW,
    article_flow_of,
    keep_article_flow,
)

DONE = UrlState(FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, "as expected", status=200)
REQUEST = LoggedRequest(
    NOW.timestamp(), "paper.example", "/a", "192.0.2.1", RequestPurpose.PAGE, 1, 200, None, 9, 0.1
)
Write = Callable[[Sequence[Change]], None]


@pytest.fixture
def writer(paper: SettledPaper) -> ChangeWriter:
    settler, settings = paper.settler, CrawlSettings(recheck_share=0.25)
    parts = (settler.state, settler.trap_control, paper.request_log, LessonLog())
    return ChangeWriter(paper.archive, settings, *parts)


@pytest.fixture
def write(paper: SettledPaper, writer: ChangeWriter) -> Write:
    def write(changes: Sequence[Change]) -> None:
        paper.database.write(lambda db: writer.write(db, changes)).result()

    return write


def failure_changes(visit: Visit, failure: FetchFailure) -> Sequence[Change]:
    return decide_failure(visit, failure, NothingKnown(), CrawlSettings()).changes


def test_every_kind_of_change_is_written(writer: ChangeWriter) -> None:
    assert set(writer._writers) == set(get_args(change_kinds.Change))


def requests_of(paper: SettledPaper) -> list[LoggedRequest]:
    return recent_requests(paper.database.read(), datetime(2026, 1, 1, tzinfo=UTC))


def credit_of(paper: SettledPaper) -> float:
    return recheck_credit_left(paper.database.read(), 1)


def test_a_response_becomes_a_state_a_past_visit_and_logged_requests(
    paper: SettledPaper, write: Write
) -> None:
    visit = paper.visit()
    response = make_response(visit.url, b"12345", headers=HTML, seconds=0.5)
    state = replace(DONE, kind=PageKind.ARTICLE, etag='"x"', notes=("long",))
    paper.request_log.note(REQUEST)
    write(visit_changes(visit, response, state))
    record = paper.record(visit.url)
    assert (record.state, record.visited_at, record.place) == (state, NOW, None)
    (past,) = past_visits(paper.database.read(), visit.id)
    assert past == PastVisit(NOW, 200, Reason.ARTICLE, "as expected", 5, 0.5)
    assert requests_of(paper) == [REQUEST]
    assert credit_of(paper) == 0.25


def test_a_failure_keeps_its_own_reason_and_earns_a_share(
    paper: SettledPaper, write: Write
) -> None:
    visit = paper.visit()
    failure = make_failure(Reason.SERVER_ERROR, visit.url, status=503, detail="busy", seconds=2.0)
    paper.request_log.note(REQUEST)
    write(failure_changes(visit, failure))
    assert paper.record(visit.url).state.reason is Reason.SERVER_ERROR
    (past,) = past_visits(paper.database.read(), visit.id)
    assert past == PastVisit(NOW, 503, Reason.SERVER_ERROR, "busy", 0, 2.0)
    assert requests_of(paper) == [REQUEST]
    assert credit_of(paper) == 0.25


def test_a_refusal_earns_nothing(paper: SettledPaper, write: Write) -> None:
    visit = paper.visit()
    write(failure_changes(visit, make_failure(Reason.ROBOTS_DENIED, visit.url)))
    assert credit_of(paper) == 0


def test_requests_are_logged_once_and_each_settled_visit_earns_its_share(
    paper: SettledPaper, write: Write
) -> None:
    paper.request_log.note(REQUEST)
    for _ in range(3):
        write([NoteRequests(earn_credit=True)])
    assert requests_of(paper) == [REQUEST]
    assert credit_of(paper) == 0.75


@pytest.mark.parametrize(
    ("fields", "is_live"),
    [
        ({"role": UrlRole.FEED}, True),
        ({"role": UrlRole.SITEMAP}, True),
        ({"kind": PageKind.INDEX}, True),
        ({"kind": PageKind.ARTICLE}, False),
        ({}, False),
    ],
)
@pytest.mark.parametrize("fails", [False, True])
def test_only_visits_to_live_urls_check_a_source_for_news(
    paper: SettledPaper,
    write: Write,
    fields: dict[str, UrlRole | PageKind],
    is_live: bool,
    fails: bool,
) -> None:
    visit: Visit = paper.visit(**fields)
    paper.database.write(lambda db: keep_article_flow(db, visit.site, NO_ARTICLE_FLOW)).result()
    if fails:
        write(failure_changes(visit, make_failure(Reason.CONNECT, visit.url)))
    else:
        write(visit_changes(visit, make_response(visit.url), DONE))
    checked = article_flow_of(paper.database.read(), visit.site).checked_at
    assert checked == (NOW if is_live else None)


def test_a_copy_is_found_in_the_archive_and_stays_when_later_visits_bring_none(
    paper: SettledPaper, write: Write
) -> None:
    visit = paper.visit()
    response = make_response(visit.url, b"<p>news</p>", headers=HTML)
    digest = payload_digest(response.body)
    record = response_record(response, digest)
    reading = Reading(UrlRole.PAGE, "paper.example", record=record, digest=digest)
    write(visit_changes(visit, response, DONE, copy_of(response, reading, visit.url)))
    place = paper.record(visit.url).place
    assert place is not None
    assert copy_of(response, replace(reading, record=None), visit.url) is None
    write(visit_changes(visit, response, DONE))
    assert paper.record(visit.url).place == place
    assert paper.archive.read(place).body == b"<p>news</p>"
    capture = paper.archive.latest(visit.url)
    assert capture is not None
    assert (capture.status, capture.content_type, capture.digest) == (200, "text/html", digest)

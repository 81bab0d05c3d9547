"""What a settled visit means to an operator."""

import logging

import pytest
from tests.factories import make_visit

from tidings.engine.live.visit_events import emit_visit
from tidings.events.crawl_events import SourceFailing, SourceRecovered, VisitFailed, VisitMade
from tidings.events.logged_event import LoggedEvent
from tidings.model.crawl.visit import UrlState
from tidings.model.web.page import FrontierState, UrlRole
from tidings.model.web.reason import Reason

START = "https://paper.example/"
DONE = UrlState(FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE, status=200)
GONE = UrlState(FrontierState.FAILED, Reason.GONE, UrlRole.PAGE, "status 410", status=410)
RETRIED = UrlState(FrontierState.QUEUED, Reason.DNS, UrlRole.PAGE, attempts=1)
DENIED = UrlState(FrontierState.REFUSED, Reason.ROBOTS_DENIED, UrlRole.PAGE)


def emitted(
    caplog: pytest.LogCaptureFixture, url: str, state: UrlState, attempts: int = 0
) -> list[LoggedEvent]:
    caplog.clear()
    with caplog.at_level(logging.DEBUG, "tidings"):
        emit_visit(make_visit(url, attempts=attempts, depth=int(url != START)), state)
    return [record.msg for record in caplog.records if isinstance(record.msg, LoggedEvent)]


def test_a_visit_is_made_or_fails(caplog: pytest.LogCaptureFixture) -> None:
    page = f"{START}a"
    assert emitted(caplog, page, DONE) == [VisitMade(page, Reason.ARTICLE, 200)]
    assert emitted(caplog, page, DENIED) == [VisitMade(page, Reason.ROBOTS_DENIED, None)]
    assert emitted(caplog, page, GONE) == [VisitFailed(page, Reason.GONE, "status 410", 1)]
    assert emitted(caplog, page, RETRIED) == [VisitFailed(page, Reason.DNS, None, 1)]


def test_a_source_fails_once_and_recovers(caplog: pytest.LogCaptureFixture) -> None:
    assert SourceFailing(START, Reason.DNS, None) in emitted(caplog, START, RETRIED)
    again = UrlState(FrontierState.QUEUED, Reason.DNS, UrlRole.PAGE, attempts=2)
    assert emitted(caplog, START, again, 1) == [VisitFailed(START, Reason.DNS, None, 2)]
    assert SourceRecovered(START) in emitted(caplog, START, DONE, 2)
    assert emitted(caplog, START, DONE) == [VisitMade(START, Reason.ARTICLE, 200)]


def test_nothing_is_made_of_a_visit_that_nobody_wants_to_know_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING, "tidings"):
        emit_visit(make_visit(START, depth=0), GONE)
    assert caplog.records == []

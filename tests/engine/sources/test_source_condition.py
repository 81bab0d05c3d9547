"""The condition of a source, judged from what is known: every kind of silence has its words."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tidings.engine.sources.source_condition import condition_of
from tidings.engine.sources.source_evidence import SourceEvidence
from tidings.model.crawl.source_condition import SourceCause, SourceCondition
from tidings.model.web.page import FrontierState, UrlRole
from tidings.model.web.reason import Reason
from tidings.store.tables.frontier.site_findings import UrlFinding

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
SOON, BEGUN = NOW + timedelta(minutes=5), NOW - timedelta(hours=2)
FRONT = UrlFinding(
    UrlRole.PAGE, FrontierState.DONE, Reason.INDEX_PAGE, 1, 200, due=SOON, visited_at=NOW, example=1
)
FEED = replace(FRONT, role=UrlRole.FEED, reason=Reason.FEED_READ, example=2)
ARTICLES = SourceEvidence(start=FRONT, ways=(FEED,), articles=5, newest_article=NOW)


def judged(known: SourceEvidence) -> SourceCondition:
    return condition_of(known, NOW, lambda url, reason: BEGUN)


def failed(
    reason: Reason, status: int | None = None, detail: str = "", place: UrlFinding = FRONT
) -> UrlFinding:
    return replace(place, state=FrontierState.QUEUED, reason=reason, status=status, detail=detail)


def pages(reason: Reason, number: int, status: int | None = 200) -> UrlFinding:
    state = FrontierState.REFUSED if status == 200 else FrontierState.FAILED
    return UrlFinding(UrlRole.PAGE, state, reason, number, status, visited_at=NOW, example=9)


@pytest.mark.parametrize(
    ("reason", "status", "detail", "sentence"),
    [
        (Reason.CLIENT_ERROR, 401, "status 401", "needs a login (401)"),
        (Reason.CLIENT_ERROR, 403, "status 403", "refuses us (403)"),
        (Reason.CLIENT_ERROR, 402, "status 402", "wants to be paid (402)"),
        (
            Reason.CLIENT_ERROR,
            451,
            "status 451",
            "is not available here for legal reasons (451)",
        ),
        (Reason.CLIENT_ERROR, 418, "status 418", "refuses our request (418)"),
        (Reason.TOO_MANY_REQUESTS, 429, "status 429", "slows us down (429)"),
        (Reason.SERVER_ERROR, 502, "status 502", "its server fails (502)"),
        (Reason.NOT_FOUND, 404, "status 404", "not found (404)"),
        (Reason.ROBOTS_DENIED, None, "", "blocked by robots.txt"),
        (
            Reason.ROBOTS_UNREACHABLE,
            503,
            "robots.txt answers 503",
            "its robots.txt cannot be read (robots.txt answers 503)",
        ),
        (Reason.REDIRECT_LOOP, 302, "", "redirects in a circle"),
        (Reason.DNS, None, "the name does not exist", "no such host"),
        (
            Reason.DNS,
            None,
            "the name server does not answer",
            "name server does not answer",
        ),
        (
            Reason.TLS,
            None,
            "the certificate expired on 2021-03-05",
            "certificate expired on 2021-03-05",
        ),
        (
            Reason.TLS,
            None,
            "the certificate is for another name (a.test)",
            "certificate is for another name (a.test)",
        ),
        (Reason.CONNECT, None, "resets the connection", "resets the connection"),
        (
            Reason.CLIENT_ERROR,
            403,
            "status 403: the credentials paper are refused",
            "refuses us (403): the credentials paper are refused",
        ),
        (Reason.PROTOCOL, None, "only speaks HTTP/2", "only HTTP/2"),
        (Reason.PROXY, None, "the proxy p", "our proxy does not work (the proxy p)"),
        (Reason.PROXY_DENIED, None, "the proxy p", "our proxy refuses it (the proxy p)"),
        (Reason.CONNECT, None, "", "refuses the connection"),
        (Reason.TIMEOUT_TOTAL, None, "", "does not answer in time"),
        (Reason.BOT_CHECK, 403, "Cloudflare", "a bot check stands before it (Cloudflare)"),
        (Reason.CONSENT_WALL, 200, "", "a consent page stands before it"),
    ],
)
def test_a_start_page_that_fails_says_why_with_advice_and_the_next_attempt(
    reason: Reason, status: int | None, detail: str, sentence: str
) -> None:
    found = judged(SourceEvidence(start=failed(reason, status, detail)))
    assert found.sentence == sentence
    assert found.is_alarming
    assert found.advice
    assert (found.since, found.next_attempt) == (BEGUN, SOON)
    assert "since 2026-11-18 10:00 UTC; tried again at 2026-11-18 12:05 UTC. " in found.in_words()


def test_every_reason_has_words() -> None:
    for reason in Reason:
        found = judged(SourceEvidence(start=failed(reason)))
        assert found.sentence, reason


def test_a_source_that_stopped_because_all_its_lists_fail_says_why() -> None:
    start, feed = failed(Reason.CLIENT_ERROR, 403), failed(Reason.CLIENT_ERROR, 403, place=FEED)
    found = judged(replace(ARTICLES, start=start, ways=(feed,)))
    assert (found.cause, found.sentence) == (SourceCause.REFUSED, "refuses us (403)")


def test_a_dead_feed_alone_says_why_it_died() -> None:
    dead = replace(
        FEED,
        state=FrontierState.RESTING,
        reason=Reason.DEAD,
        detail=f"{Reason.NOT_FOUND}, status 404; failing since 2026-10-01 08:00 UTC",
    )
    found = judged(SourceEvidence(start=dead, articles=3))
    assert (found.cause, found.next_attempt) == (SourceCause.NOT_FOUND, SOON)


def test_one_feed_of_many_that_fails_is_named_without_alarm() -> None:
    broken = failed(Reason.SERVER_ERROR, 500, place=FEED)
    found = judged(replace(ARTICLES, ways=(replace(FEED, number=4), broken)))
    assert found.cause is SourceCause.PARTLY_FAILING
    assert found.sentence == "1 feed fails: its server fails (500)"
    assert not found.is_alarming


@pytest.mark.parametrize(
    ("reason", "status", "cause"),
    [
        (Reason.META_NOINDEX, 200, SourceCause.NOINDEX),
        (Reason.SEARCH_RESERVED, 200, SourceCause.SEARCH_RESERVED),
        (Reason.OFF_TOPIC, 200, SourceCause.OFF_TOPIC),
        (Reason.ROBOTS_DENIED, None, SourceCause.ROBOTS),
        (Reason.CLIENT_ERROR, 403, SourceCause.REFUSED),
        (Reason.NEEDS_JAVASCRIPT, 200, SourceCause.NEEDS_JAVASCRIPT),
    ],
)
def test_a_source_whose_pages_are_all_refused_says_why(
    reason: Reason, status: int | None, cause: SourceCause
) -> None:
    known = replace(ARTICLES, articles=0, pages=(pages(reason, 8, status),))
    found = judged(known)
    assert found.cause is cause
    assert found.is_alarming
    assert found.next_attempt == SOON


@pytest.mark.parametrize(
    ("reason", "cause"),
    [
        (Reason.OTHER_LANGUAGE, SourceCause.LANGUAGE),
        (Reason.OFF_TOPIC, SourceCause.OFF_TOPIC),
    ],
)
def test_articles_that_are_not_wanted_say_more_than_many_service_pages(
    reason: Reason, cause: SourceCause
) -> None:
    service = replace(pages(Reason.VALUELESS, 30), state=FrontierState.DONE)
    known = replace(ARTICLES, articles=0, pages=(service, pages(reason, 3)))
    assert judged(known).cause is cause


def test_a_start_page_that_needs_javascript_or_is_everywhere_says_so() -> None:
    shell = replace(FRONT, reason=Reason.NEEDS_JAVASCRIPT)
    assert judged(SourceEvidence(start=shell, same_guesses=8)).sentence == "needs JavaScript"
    parked = replace(FRONT, reason=Reason.VALUELESS)
    found = judged(SourceEvidence(start=parked, same_guesses=8))
    assert found.sentence == "answers every address with the same page"
    assert judged(SourceEvidence(start=parked)).cause is SourceCause.NO_ARTICLES


def test_a_source_that_is_quiet_or_silent_says_for_how_long() -> None:
    newest = NOW - timedelta(weeks=3)
    quiet = judged(replace(ARTICLES, newest_article=newest))
    assert (quiet.sentence, quiet.is_alarming) == ("nothing new for 3 weeks", False)
    silent = judged(replace(ARTICLES, overdue=11.6, silent_since=NOW - timedelta(days=2)))
    assert silent.sentence == "nothing new for 2 days, although about 12 articles were expected"
    assert silent.is_alarming


def test_a_source_that_is_not_crawled_says_so_without_alarm() -> None:
    waiting = replace(FRONT, state=FrontierState.QUEUED, reason=Reason.WAITING, visited_at=None)
    unvisited = judged(SourceEvidence(start=waiting))
    assert (unvisited.sentence, unvisited.next_attempt) == ("not visited yet", SOON)
    assert judged(SourceEvidence(paused_at=BEGUN)).sentence == "paused"
    assert judged(SourceEvidence(node=3)).sentence == "left to node 3"
    queued = replace(waiting, number=7)
    new = judged(replace(ARTICLES, articles=0, pages=(queued,)))
    assert new.sentence == "no articles yet: 7 pages of it still to be visited"
    all_of_them = (SourceEvidence(start=waiting), SourceEvidence(node=3), ARTICLES)
    assert not any(judged(known).is_alarming for known in all_of_them)


def test_a_source_that_brings_articles_has_nothing_to_say() -> None:
    assert judged(ARTICLES).in_words() == ""
    other = replace(FRONT, reason=Reason.SAME_AS_CANONICAL)
    assert judged(replace(ARTICLES, articles=0, pages=(other,))).cause is SourceCause.FINE

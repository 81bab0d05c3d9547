"""How to ask a server that sends everything again, without ever missing a change."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.factories import NOW, make_response, make_visit

from tidings.crawl.visits.conditional_request import asking_after, plain_tag, validators_for, way_of
from tidings.model.crawl.asking import ASKING_BY_ALL, AskBy, Asking
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import Hop, Response

TAG = 'W/"abc"'
DATE = format_datetime(NOW - timedelta(hours=3), usegmt=True)
LATER = format_datetime(NOW - timedelta(hours=1), usegmt=True)
VISIT = make_visit(
    etag=TAG, last_modified=DATE, body_hash=b"x", visited_at=NOW - timedelta(minutes=10)
)


def response(status: int = 200, etag: str | None = TAG, date: str | None = DATE) -> Response:
    headers = [("etag", etag), ("last-modified", date)]
    return make_response(status=status, headers=tuple((k, v) for k, v in headers if v is not None))


def after(visit: Visit, answer: Response, *, is_same: bool) -> Visit:
    """Return the next visit, ten minutes later."""
    asking = asking_after(visit, answer, is_same=is_same)
    return replace(
        visit,
        asking=asking,
        etag=answer.header("etag") or visit.etag,
        last_modified=answer.header("last-modified") or visit.last_modified,
        visited_at=answer.at,
    )


def asked_by(by: AskBy, **fields: Any) -> Visit:
    asking = Asking(by, NOW - timedelta(minutes=30))
    return replace(VISIT, asking=asking, **fields)


def test_the_first_conditional_request_sends_both_validators() -> None:
    assert validators_for(VISIT) == (TAG, DATE)


def test_after_the_same_bytes_a_server_is_asked_by_date_alone() -> None:
    visit = after(VISIT, response(), is_same=True)
    assert visit.asking == Asking(AskBy.DATE, NOW)
    assert validators_for(visit) == (None, DATE)


def test_after_the_same_bytes_by_date_it_is_asked_by_the_plain_tag_then_by_nothing() -> None:
    visit = after(asked_by(AskBy.DATE), response(), is_same=True)
    assert validators_for(visit) == ('"abc"', None)
    visit = after(visit, response(), is_same=True)
    assert visit.asking.by is AskBy.NOTHING
    assert validators_for(visit) == (None, None)


@pytest.mark.parametrize(
    ("etag", "date", "next_way"),
    [
        ('"abc"', None, AskBy.NOTHING),
        (None, DATE, AskBy.NOTHING),
        ('"abc-gzip"', None, AskBy.PLAIN_TAG),
        ('"abc"', DATE, AskBy.DATE),
    ],
)
def test_a_way_that_would_send_the_same_is_skipped(
    etag: str | None, date: str | None, next_way: AskBy
) -> None:
    visit = replace(VISIT, etag=etag, last_modified=date)
    assert asking_after(visit, response(200, etag, date), is_same=True).by is next_way


@pytest.mark.parametrize(
    ("etag", "plain"),
    [
        ('W/"a"', '"a"'),
        ('"a-gzip"', '"a"'),
        ('W/"a-gzip"', '"a"'),
        ('"a;gzip"', '"a"'),
        ('"a-br"', '"a"'),
        ('"a"', '"a"'),
        ("a-gzip", "a-gzip"),
        (None, None),
    ],
)
def test_a_plain_tag_is_the_one_before_compression(etag: str | None, plain: str | None) -> None:
    assert plain_tag(etag) == plain


def test_a_304_keeps_the_way() -> None:
    visit = asked_by(AskBy.DATE)
    assert asking_after(visit, response(304), is_same=True) == visit.asking
    assert asking_after(VISIT, response(304), is_same=True) is ASKING_BY_ALL


@pytest.mark.parametrize("by", [AskBy.PROVEN_DATE, AskBy.PLAIN_TAG, AskBy.NOTHING])
def test_a_changed_page_keeps_the_way(by: AskBy) -> None:
    visit, changed = asked_by(by), response(200, 'W/"new"', LATER)
    assert asking_after(visit, changed, is_same=False) == visit.asking
    assert asking_after(VISIT, changed, is_same=False) is ASKING_BY_ALL


def test_a_date_that_moves_with_its_page_is_proven() -> None:
    asking = asking_after(asked_by(AskBy.DATE), response(date=LATER), is_same=False)
    assert asking == Asking(AskBy.PROVEN_DATE, NOW)


@pytest.mark.parametrize("by", [AskBy.DATE, AskBy.PROVEN_DATE])
def test_a_page_that_changed_under_the_same_date_is_not_asked_by_date(by: AskBy) -> None:
    changed = response(etag='W/"new"')
    assert asking_after(asked_by(by), changed, is_same=False).by is AskBy.PLAIN_TAG


@pytest.mark.parametrize("by", [AskBy.DATE, AskBy.PROVEN_DATE, AskBy.PLAIN_TAG])
def test_a_page_that_changed_under_the_same_validators_is_asked_by_nothing(by: AskBy) -> None:
    assert asking_after(asked_by(by), response(), is_same=False).by is AskBy.NOTHING


def test_a_date_that_was_just_set_is_no_proof() -> None:
    young = format_datetime(VISIT.visited_at or NOW, usegmt=True)
    visit = asked_by(AskBy.DATE, last_modified=young)
    assert validators_for(visit) == (TAG, young)
    # The same bytes confirm the copy ten minutes later, and say nothing about asking by date.
    visit = after(visit, response(date=young), is_same=True)
    assert validators_for(visit) == (None, young)


def test_after_a_failure_the_copy_counts_as_unconfirmed() -> None:
    assert validators_for(asked_by(AskBy.DATE, attempts=1)) == (TAG, DATE)


@pytest.mark.parametrize(("etag", "date"), [('"abc"', DATE), (None, DATE), (TAG, None)])
def test_a_server_that_gives_other_validators_is_asked_by_all(
    etag: str | None, date: str | None
) -> None:
    for is_same in (True, False):
        answer = response(200, etag, date)
        assert asking_after(asked_by(AskBy.NOTHING), answer, is_same=is_same) is ASKING_BY_ALL


def test_a_redirect_teaches_nothing() -> None:
    answer = replace(response(), hops=(Hop("https://paper.example/", 302),))
    assert asking_after(VISIT, answer, is_same=True) is ASKING_BY_ALL


@pytest.mark.parametrize(
    ("by", "hours"),
    [
        (AskBy.DATE, list(range(1, 96))),
        (AskBy.PROVEN_DATE, [1, 2, 4, 8, 16, 24, 48, 72]),
    ],
)
def test_all_is_sent_again_once_an_hour_and_more_and_more_rarely_if_the_date_is_proven(
    by: AskBy, hours: list[int]
) -> None:
    visit = asked_by(by)
    since = visit.asking.since
    assert since is not None
    tests = []
    for minutes in range(40, 60 * 24 * 4, 10):
        at = since + timedelta(minutes=minutes)
        if visit.asking.again:
            assert validators_for(visit) == (TAG, DATE)
            tests.append(round((at - since) / timedelta(hours=1)))
        answer = replace(response(200 if visit.asking.again else 304), at=at)
        visit = after(visit, answer, is_same=True)
    assert tests == hours
    assert visit.asking.by is by


def test_a_mended_server_is_noticed_when_all_is_sent_again() -> None:
    visit = asked_by(AskBy.NOTHING)
    visit = replace(visit, asking=replace(visit.asking, again=True))
    assert validators_for(visit) == (TAG, DATE)
    assert asking_after(visit, response(304), is_same=True) is ASKING_BY_ALL


@pytest.mark.parametrize("text", ["", "yesterday", "Mon, 99 Foo 2026 99:99:99 GMT", "0"])
def test_a_date_that_cannot_be_read_is_not_asked_by(text: str) -> None:
    visit = asked_by(AskBy.DATE, last_modified=text)
    assert validators_for(visit) == (TAG, text)


@given(st.text(max_size=40), st.text(max_size=40) | st.sampled_from([DATE, LATER]))
def test_whatever_a_server_gives_it_gets_back_unchanged_or_not_at_all(etag: str, date: str) -> None:
    visit = asked_by(AskBy.DATE, etag=etag, last_modified=date)
    assert validators_for(visit) in [(etag, date), (None, date)]
    asking = asking_after(visit, response(200, etag, date), is_same=True)
    was_asked_by_date = way_of(visit) is AskBy.DATE
    assert asking.by in ((AskBy.PLAIN_TAG, AskBy.NOTHING) if was_asked_by_date else (AskBy.DATE,))


@given(
    st.lists(st.tuples(st.integers(1, 20_000), st.booleans(), st.booleans()), max_size=40),
    st.sampled_from([True, False]),
)
def test_a_server_whose_dates_are_honest_never_hides_a_change(
    steps: list[tuple[int, bool, bool]], compares_tags: bool
) -> None:
    """A server with dates of whole seconds; its page changes twice a second at times."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    version, changed_at, held = 0, now, -1
    visit = make_visit()
    for minutes, changes, twice in steps:
        now += timedelta(seconds=minutes)
        if changes:
            version, changed_at = version + 1, now
        etag, date = f'W/"{version}"', format_datetime(changed_at, usegmt=True)
        sent_tag, sent_date = validators_for(visit)
        knows_tag = compares_tags and sent_tag == etag
        is_same = knows_tag if sent_tag is not None else sent_date == date
        answer = replace(response(304 if is_same else 200, etag, date), at=now)
        if is_same:
            assert held == version
        same = held == version
        visit = replace(after(visit, answer, is_same=same), body_hash=b"x")
        held = version
        if twice:  # in the second of our visit, after it
            version, changed_at = version + 1, now

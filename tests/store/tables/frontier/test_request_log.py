"""The table of the request log."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest, RequestFilter, RequestPurpose
from tidings.store.database.database import Database
from tidings.store.tables.frontier import request_log
from tidings.store.tables.frontier.request_log import (
    add_logged_requests,
    limited_hosts,
    logged_requests_since,
    prune_requests,
    recent_requests,
    request_page,
)

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def request(at: float, site: int = 1, sent: bool = True) -> LoggedRequest:
    return LoggedRequest(
        at, "a.test", "/x", "10.0.0.1", RequestPurpose.FEED, site, 304, Reason.NOT_MODIFIED, 7, 0.5,
        1.0, 0.5, 0.1, sent, "http://proxy.example:3128",
    )  # fmt: skip


def test_requests_are_read_back_unchanged_by_start_time(database: Database) -> None:
    requests = [request(3.0), request(1.0), request(2.0, site=2, sent=False)]
    database.write(lambda db: add_logged_requests(db, requests)).result()
    assert list(logged_requests_since(database.read())) == sorted(
        requests, key=lambda each: each.at
    )
    assert list(logged_requests_since(database.read(), site=1)) == [request(1.0), request(3.0)]
    since = datetime.fromtimestamp(2.0, UTC)
    assert [each.at for each in logged_requests_since(database.read(), since)] == [2.0, 3.0]


def test_recent_requests_are_those_that_were_sent(database: Database) -> None:
    database.write(
        lambda db: add_logged_requests(db, [request(1.0), request(9.0), request(9.5, sent=False)])
    ).result()
    recent = recent_requests(database.read(), datetime.fromtimestamp(5.0, UTC))
    assert [each.at for each in recent] == [9.0]


def test_the_newest_request_of_each_limited_host_has_its_pace(database: Database) -> None:
    fine = replace(request(5.0), status=200, reason=None)
    limited = replace(fine, host="slow.test", status=429, reason=Reason.TOO_MANY_REQUESTS)
    slower = replace(fine, host="slow.test", at=6.0, host_delay=4.0)
    old = replace(limited, host="old.test", at=1.0)
    database.write(lambda db: add_logged_requests(db, [old, fine, limited, slower])).result()
    since = datetime.fromtimestamp(2.0, UTC)
    assert limited_hosts(database.read(), since) == [slower]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(st.integers(0, 12), st.integers(0, 12), st.integers(0, 12))
def test_old_and_excess_rows_are_pruned(
    database: Database, count: int, days: int, rows: int
) -> None:
    database.write(lambda db: db.execute("DELETE FROM requests")).result()
    ages = [timedelta(days=count - number) for number in range(count)]
    requests = [request((NOW - age).timestamp()) for age in ages]
    database.write(lambda db: add_logged_requests(db, requests)).result()
    before = NOW - timedelta(days=days, hours=1)
    while database.write(lambda db: prune_requests(db, before, rows)).result():
        pass
    kept = [each.at for each in logged_requests_since(database.read())]
    assert kept == [each.at for each in requests if each.at >= before.timestamp()][max(0, len([
        each for each in requests if each.at >= before.timestamp()]) - rows):]  # fmt: skip


def numbered(database: Database, wanted: RequestFilter, limit: int) -> list[int]:
    """Read the log page by page; return the numbers of the requests."""
    found: list[int] = []
    after = None
    while True:
        page = request_page(database.read(), wanted, after, limit)
        found += [number for number, _ in page.requests]
        after = page.next
        if after is None:
            return found


def test_the_log_is_read_page_by_page_newest_first(database: Database) -> None:
    requests = [request(3.0), request(1.0, site=2), request(2.0, site=2, sent=False), request(4.0)]
    database.write(lambda db: add_logged_requests(db, requests)).result()
    assert numbered(database, RequestFilter(), 2) == [4, 3, 2, 1]
    assert numbered(database, RequestFilter(), 10) == [4, 3, 2, 1]
    assert numbered(database, RequestFilter(site=1), 1) == [4, 1]
    assert numbered(database, RequestFilter(site=2), 1) == [3, 2]


def test_the_log_is_narrowed_to_what_is_wanted(database: Database) -> None:
    fine = replace(request(2.0), host="b.test", status=200, reason=None)
    requests = [request(1.0), fine, request(3.0, sent=False)]
    database.write(lambda db: add_logged_requests(db, requests)).result()
    since = datetime.fromtimestamp(2.0, UTC)
    for wanted, expected in (
        (RequestFilter(host="b.test"), [2]),
        (RequestFilter(status=304), [3, 1]),
        (RequestFilter(outcome="ok"), [2]),
        (RequestFilter(outcome="held_back"), [3]),
        (RequestFilter(outcome=Reason.NOT_MODIFIED), [3, 1]),
        (RequestFilter(since=since), [3, 2]),
        (RequestFilter(until=since), [2, 1]),
    ):
        assert numbered(database, wanted, 1) == expected


def test_a_page_of_rare_requests_looks_at_some_rows_only(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_log, "_MAX_SCANNED", 2)
    requests = [replace(request(0.0), host="rare.test"), *(request(float(n)) for n in range(1, 6))]
    database.write(lambda db: add_logged_requests(db, requests)).result()
    wanted = RequestFilter(host="rare.test")
    first = request_page(database.read(), wanted, None, 10)
    assert (first.requests, first.next is None) == ((), False)
    assert numbered(database, wanted, 10) == [1]
    recent = replace(wanted, since=datetime.fromtimestamp(4.0, UTC))
    assert request_page(database.read(), recent, None, 10).next is None

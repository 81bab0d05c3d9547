"""The politeness report on invented log lines."""

from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tidings.engine.library.politeness_report import politeness_report
from tidings.model.crawl.source import Source
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest, RequestPurpose
from tidings.store.database.database import Database
from tidings.store.tables.frontier.request_log import add_logged_requests

SOURCE = Source(1, "http://a.test/", "a.test", "", datetime(2026, 1, 1, tzinfo=UTC))


def line(
    at: float, host: str = "a.test", address: str = "10.0.0.1", **more: object
) -> LoggedRequest:
    values: dict[str, object] = {
        "site": 1, "status": 200, "reason": None, "bytes": 10, "host_delay": 1.0,
        "domain_delay": 0.5, "address_delay": 0.1, "sent": True,
    } | more  # fmt: skip
    return LoggedRequest(
        at=at,
        host=host,
        path="/",
        address=address,
        purpose=RequestPurpose.PAGE,
        seconds=0.2,
        **values,  # type: ignore[arg-type]
    )


def write(database: Database, *lines: LoggedRequest) -> None:
    database.write(lambda db: add_logged_requests(db, lines)).result()


def test_kept_delays_are_reported_as_kept(database: Database) -> None:
    write(database, line(10.0), line(11.0), line(12.5), line(3700.0))
    report = politeness_report(database.read())
    assert report.delays_held
    assert [gap.seconds for gap in report.smallest] == [1.0, 1.0, 1.0]
    assert [count for _, count in report.by_hour] == [3, 1]
    assert (report.requests, report.bytes) == (4, 40)


@pytest.mark.parametrize(
    ("second", "gate"),
    [
        (line(10.9), "host"),
        (line(10.4, host="b.a.test"), "domain"),
        (line(10.05, host="x.other", site=2), "address"),
    ],
)
def test_a_request_that_is_too_early_is_found_at_its_gate(
    database: Database, second: LoggedRequest, gate: str
) -> None:
    write(database, line(10.0), second)
    report = politeness_report(database.read(), SOURCE)
    assert not report.delays_held
    assert report.worst is not None
    assert report.worst.gate == gate


def test_a_request_that_was_not_sent_is_not_counted(database: Database) -> None:
    refused = line(10.1, status=None, reason=Reason.ROBOTS_DENIED, sent=False, address="")
    write(database, line(10.0), refused, line(11.0, status=304, reason=Reason.NOT_MODIFIED))
    report = politeness_report(database.read())
    assert report.requests == 2
    assert report.robots_refusals == 1
    assert report.not_modified == 0.5
    assert report.delays_held


def test_bytes_that_were_sent_again_count_apart_from_304s(database: Database) -> None:
    answered = line(11.0, status=304, reason=Reason.NOT_MODIFIED)
    repeated = line(12.0, reason=Reason.SAME_BYTES)
    write(database, line(10.0), answered, repeated, line(13.0, reason=Reason.SAME_BYTES))
    report = politeness_report(database.read())
    assert (report.not_modified, report.same_bytes) == (0.25, 0.5)


def test_other_sources_at_other_gates_do_not_count(database: Database) -> None:
    write(database, line(10.0), line(20.0, host="z.test", address="10.9.9.9", site=2),
          line(20.1, host="z.test", address="10.9.9.9", site=2))  # fmt: skip
    assert politeness_report(database.read(), SOURCE).delays_held
    assert not politeness_report(database.read()).delays_held


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(st.lists(st.floats(0, 30, allow_nan=False), max_size=12))
def test_it_counts_every_gap_that_is_too_small(database: Database, moments: list[float]) -> None:
    database.write(lambda db: db.execute("DELETE FROM requests")).result()
    write(database, *(line(at, domain_delay=0.0, address_delay=0.0) for at in moments))
    report = politeness_report(database.read())
    small = [b - a for a, b in pairwise(sorted(moments)) if b - a < 0.999]
    assert report.violations == len(small)


def test_an_address_that_only_a_proxy_knows_has_no_gap(database: Database) -> None:
    write(database, line(10.0, address="", address_delay=0.0), line(11.0, address=""))
    assert "address" not in {gap.gate for gap in politeness_report(database.read()).smallest}

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import count

import pytest
from tests.factories import make_article

from tidings.engine.followers import follower as module
from tidings.engine.followers.change_feed import ChangeBatch
from tidings.engine.followers.follower import Follower, Pause, following
from tidings.events.crawl_events import FollowerCaughtUp, FollowerFailing, FollowerRecovered
from tidings.store.database.database import Database
from tidings.store.database.errors import StoreLost
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.changes.cursors import FollowerRecord, follower_records

NOW = datetime(2026, 1, 2, tzinfo=UTC)
NAMES = (f"n{number}" for number in count())


class Seen:
    """An act that remembers the changes, and fails when it is told to."""

    limit = 2

    def __init__(self) -> None:
        self.seqs: list[int] = []
        self.begun = 0
        self.errors: list[BaseException] = []

    def begin(self) -> int:
        self.begun += 1
        return self.seqs[-1] if self.seqs else 0

    def take(self, batch: ChangeBatch) -> None:
        if self.errors:
            raise self.errors.pop()
        self.seqs += [change.seq for change in batch.changes]

    def rest(self, *, caught_up: bool, closing: bool) -> Pause:
        assert caught_up or not closing
        return Pause(3_600.0)


def keep(database: Database) -> None:
    name = next(NAMES)
    article = make_article(f"http://a.example/{name}", "A title", "Text.", id=name)
    database.write(lambda db: keep_article(db, article, NOW)).result()


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert condition()


def record(database: Database) -> FollowerRecord | None:
    return {one.name: one for one in follower_records(database.read())}.get("seen")


def follower_of(database: Database, act: Seen, lost: list[Exception] | None = None) -> Follower:
    on_lost = (lost if lost is not None else []).append
    return Follower("seen", act, database, on_lost, NOW.timestamp)


def test_every_commit_wakes_it(database: Database) -> None:
    act = Seen()
    with following(database, follower_of(database, act)):
        for number in range(1, 6):
            keep(database)
            wait_until(lambda number=number: act.seqs[-1:] == [number])  # type: ignore[misc]
    assert act.seqs == [1, 2, 3, 4, 5]


def test_when_it_is_closed_it_has_taken_in_everything(database: Database) -> None:
    act = Seen()
    with following(database, follower_of(database, act)):
        for _ in range(5):
            keep(database)
    assert act.seqs == [1, 2, 3, 4, 5]
    assert record(database) is None


def test_a_failing_one_waits_and_tries_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_FIRST_WAIT", 0.05)
    act = Seen()
    act.errors = [ValueError("second"), KeyError("first")]
    with following(database, follower_of(database, act)):
        keep(database)
        wait_until(lambda: act.seqs == [1])
        wait_until(lambda: record(database) == FollowerRecord("seen", None))
    assert act.begun == 3


def test_a_failing_one_is_recorded_and_ends_with_the_crawl(database: Database) -> None:
    act = Seen()
    act.errors = [ValueError(f"error {number}") for number in range(9)]
    with following(database, follower_of(database, act)):
        keep(database)
        wait_until(lambda: record(database) is not None)
    found = record(database)
    assert found == FollowerRecord("seen", None, NOW, 1, "ValueError: error 8")
    act.errors = []
    with following(database, follower_of(database, act)):  # the next process finds it failing
        wait_until(lambda: record(database) == FollowerRecord("seen", None))
    assert act.seqs == [1]


def test_the_wait_is_doubled_up_to_five_minutes(database: Database) -> None:
    follower = follower_of(database, Seen())
    waits = []
    for failures in range(1, 12):
        follower._failures = failures
        waits.append(follower._patience())
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]


@pytest.mark.parametrize("error", [StoreLost("disk I/O error"), OSError(28, "No space left")])
def test_a_lost_store_is_reported_at_once(database: Database, error: Exception) -> None:
    act, lost = Seen(), list[Exception]()
    act.errors = [error]
    with following(database, follower_of(database, act, lost)):
        keep(database)
        wait_until(lambda: lost == [error])
    assert record(database) is None


def test_it_continues_elsewhere_if_its_act_wants_that(database: Database) -> None:
    class Restarting(Seen):
        def rest(self, *, caught_up: bool, closing: bool) -> Pause:
            if self.seqs[-1:] == [3] and self.seqs.count(3) == 1:
                return Pause(0.0, restart=1)
            return Pause(3_600.0)

    act = Restarting()
    for _ in range(3):
        keep(database)
    with following(database, follower_of(database, act)):
        pass
    assert act.seqs == [1, 2, 3, 2, 3]


def test_operators_learn_that_it_fails_recovers_and_has_caught_up(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "_FIRST_WAIT", 0.01)
    act = Seen()
    act.errors = [ValueError("full")]
    for _ in range(5):
        keep(database)
    watched = caplog.at_level(logging.INFO, "tidings")
    with watched, following(database, follower_of(database, act)):
        wait_until(lambda: act.seqs == [1, 2, 3, 4, 5])
    assert [each.msg for each in caplog.records] == [
        FollowerFailing("seen", "ValueError: full", 1),
        FollowerRecovered("seen"),
        FollowerCaughtUp("seen"),
    ]

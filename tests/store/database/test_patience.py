"""Waiting for a server, with a clock of the test's own."""

import pytest

from tidings.events.store_events import StoreResumed, StoreStalled
from tidings.settings.tree import DatabaseSettings, StoreSettings
from tidings.store.database.errors import StoreAway
from tidings.store.database.patience import ServerPatience


class Time:
    """A clock that runs only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 1_000.0
        self.sleeps: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.sleeps.append(seconds)
        self.now += seconds

    def patience(self, database: float = 60.0, store: float = 60.0) -> ServerPatience:
        return ServerPatience(
            DatabaseSettings(patience_seconds=database),
            StoreSettings(patience_seconds=store),
            self.sleep,
            lambda: self.now,
        )


def test_it_waits_longer_each_time_and_then_gives_up() -> None:
    time = Time()
    patience = time.patience(database=10.0)
    while patience.wait(StoreAway("no answer")):
        pass
    assert time.now - 1_000.0 == pytest.approx(10.0)
    assert 0.05 <= time.sleeps[0] <= 0.1
    assert 0.4 <= time.sleeps[3] <= 0.8
    assert max(time.sleeps) <= 2.0


def test_each_server_has_its_own_patience() -> None:
    patience = Time().patience(database=0.0, store=1.0)
    assert not patience.wait(StoreAway("no answer"))
    assert patience.wait(StoreAway("no answer", what="store"))


def test_a_long_stall_is_logged_when_it_begins_and_when_it_ends(
    caplog: pytest.LogCaptureFixture,
) -> None:
    time = Time()
    patience = time.patience()
    while time.now < 1_010.0:
        patience.wait(StoreAway("no answer"))
    patience.end()
    stalled, resumed = (record.msg for record in caplog.records)
    assert isinstance(stalled, StoreStalled)
    assert 5.0 <= stalled.seconds <= 7.0
    assert (stalled.what, stalled.error) == ("database", "no answer")
    assert isinstance(resumed, StoreResumed)
    assert resumed.seconds == pytest.approx(time.now - 1_000.0, abs=0.1)


def test_a_short_stall_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    time = Time()
    patience = time.patience()
    patience.wait(StoreAway("no answer"))
    patience.end()
    assert caplog.records == []

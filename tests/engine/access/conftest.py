from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from tidings.engine.access.access import Access
from tidings.store.database.database import Database


@dataclass
class Clock:
    """A clock that a test moves."""

    now: datetime = datetime(2026, 11, 18, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def wait(self, time: timedelta) -> None:
        self.now += time


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def access(database: Database, clock: Clock) -> Access:
    return Access(database, clock)

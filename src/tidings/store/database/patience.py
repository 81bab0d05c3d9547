"""Waiting for a server that does not answer: longer each time, and not for ever."""

import random
import time
from collections.abc import Callable

from tidings.events.logged_event import emit
from tidings.events.store_events import StoreResumed, StoreStalled
from tidings.settings.tree import DatabaseSettings, StoreSettings
from tidings.store.database.errors import DATABASE, StoreAway

_FIRST_SECONDS = 0.1
_MOST_SECONDS = 2.0
_LOGGED_SECONDS = 5.0  # a restart of PostgreSQL takes less, and nobody needs to know


class ServerPatience:
    """Waits between the attempts at one thing: a transaction, or a statement of a reader."""

    def __init__(
        self,
        database: DatabaseSettings,
        store: StoreSettings,
        sleep: Callable[[float], object] = time.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database_seconds = database.patience_seconds
        self._store_seconds = store.patience_seconds
        self._sleep = sleep
        self._clock = clock
        self._since: float | None = None  # the first failure
        self._pause = _FIRST_SECONDS
        self._logged = ""  # what stalled, if that was logged

    def wait(self, error: StoreAway) -> bool:
        """Wait a moment before another attempt; return False if there should be none."""
        if self._since is None:
            self._since = self._clock()
        waited = self._waited()
        is_database = error.what == DATABASE
        left = (self._database_seconds if is_database else self._store_seconds) - waited
        if left <= 0:
            return False
        if waited >= _LOGGED_SECONDS and not self._logged:
            self._logged = error.what
            emit(StoreStalled(error.what, round(waited, 1), str(error)))
        # Half of it is chance: the writers of all nodes do not come back at once.
        self._sleep(min(left, self._pause * random.uniform(0.5, 1.0)))
        self._pause = min(2 * self._pause, _MOST_SECONDS)
        return True

    def end(self) -> None:
        """Note that an attempt succeeded."""
        if self._logged:
            emit(StoreResumed(self._logged, round(self._waited(), 1)))

    def _waited(self) -> float:
        return 0.0 if self._since is None else self._clock() - self._since

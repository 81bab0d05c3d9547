"""World time: a start time plus scaled wall time; it does not know what happens when."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta


class Clock:
    """Maps wall time to world time; with speed 0 only `skip` moves it."""

    def __init__(
        self, start: datetime, speed: float = 1.0, wall: Callable[[], float] = time.monotonic
    ) -> None:
        self._start = start
        self._speed = speed
        self._wall = wall
        self._zero = wall()
        self._skipped = 0.0

    def now(self) -> datetime:
        """Return the current world time."""
        elapsed = (self._wall() - self._zero) * self._speed
        return self._start + timedelta(seconds=elapsed + self._skipped)

    def skip(self, seconds: float) -> None:
        """Move world time forward."""
        if seconds < 0:
            raise ValueError("world time cannot run backwards: seconds must not be negative")
        self._skipped += seconds

"""World time: a start moved by the wall clock; it decides nothing about what happens when."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta


class Clock:
    """Maps wall time to world time; speed 0 is a world that moves only when told to."""

    def __init__(
        self, start: datetime, speed: float = 1.0, wall: Callable[[], float] = time.monotonic
    ) -> None:
        self._start = start
        self._speed = speed
        self._wall = wall
        self._zero = wall()
        self._skipped = 0.0

    def now(self) -> datetime:
        """Return the world's present moment."""
        run = (self._wall() - self._zero) * self._speed
        return self._start + timedelta(seconds=run + self._skipped)

    def skip(self, seconds: float) -> None:
        """Move the world forward at once."""
        if seconds < 0:
            raise ValueError("a world's time never runs backwards")
        self._skipped += seconds

"""The fetch budget: adjusts the patience so that the number of visits stays on target.

The patience K, in article-seconds, is the only controlled number: a source is visited when the
articles expected there have together waited K. The schedule turns it into a source's interval.
"""

import math
from dataclasses import dataclass

_DAY = 86400.0
_TYPICAL_RATE = 3.0 / _DAY  # articles per second of the source that sets the first patience
_MIN_PATIENCE, _MAX_PATIENCE = (
    1e-3,
    1e7,
)  # article-seconds; the maximum is a hundred articles for a day
_HALF_LIFE = _DAY  # of the visits counted; long enough to average over day and night
_SETTLING_TIME = 2.0 * _DAY / math.log(2.0)  # twice the measurement's lag: negligible overshoot
_STEP = 60.0  # seconds between two adjustments; more often gains nothing
_MAX_STEP = 3600.0  # after a pause there is nothing to catch up on


def first_patience(per_day: float) -> float:
    """Return the patience with which a typical source is visited `per_day` times."""
    wanted = _TYPICAL_RATE * (_DAY / max(per_day, 1e-3)) ** 2 / 2.0
    return min(max(wanted, _MIN_PATIENCE), _MAX_PATIENCE)


@dataclass(slots=True)
class Budget:
    """The number of recent visits, and the patience that follows from it."""

    patience: float
    visits: float = 0.0  # planned recently, with exponential decay
    source_days: float = 0.0  # that they cover
    at: float = 0.0  # the last adjustment

    def note(self, interval: float, now: float, per_day: float) -> bool:
        """Count a visit planned `interval` seconds ahead; return whether the patience changed."""
        self.visits += 1.0
        self.source_days += interval / _DAY
        elapsed = now - self.at
        if elapsed < _STEP:
            return False
        self.at = now
        self._adjust(min(elapsed, _MAX_STEP), per_day)
        return True

    def _adjust(self, seconds: float, per_day: float) -> None:
        error = math.log(self.visits / max(self.source_days * per_day, 1e-9))
        error = min(max(error, -1.0), 1.0)
        wanted = self.patience * math.exp(2.0 * error * seconds / _SETTLING_TIME)
        self.patience = min(max(wanted, _MIN_PATIENCE), _MAX_PATIENCE)
        fading = 2.0 ** (-seconds / _HALF_LIFE)
        self.visits *= fading
        self.source_days *= fading

    @property
    def spent(self) -> float:
        """Recent visits per source and day; 0 if there were none."""
        return self.visits / self.source_days if self.source_days else 0.0

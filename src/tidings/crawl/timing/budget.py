"""The fetch budget: how long unseen articles may wait, moved so that visits cost what they may.

The one number steered is the patience K, in article-seconds: a source is visited when the articles
expected there have together waited so long. What each source makes of it is up to the schedule.
"""

import math
from dataclasses import dataclass

_DAY = 86400.0
_USUAL_RATE = 3.0 / _DAY  # articles: where the patience starts from, a source is usual
_LEAST, _MOST = 1e-3, 1e7  # article-seconds; the most is a hundred articles for a day
_HALF_LIFE = _DAY  # of what was spent: bounds the error by night and by day, whose spending differs
_SETTLING = 2.0 * _DAY / math.log(2.0)  # twice the measurement's lag: no overshoot worth naming
_STEP = 60.0  # seconds between two moves; a quicker hand gains nothing
_LONGEST_STEP = 3600.0  # after a pause there is nothing to make good


def first_patience(per_day: float) -> float:
    """Return the patience by which a usual source is visited so often."""
    wanted = _USUAL_RATE * (_DAY / max(per_day, 1e-3)) ** 2 / 2.0
    return min(max(wanted, _LEAST), _MOST)


@dataclass(slots=True)
class Budget:
    """What visits cost of late, and the patience that follows from it."""

    patience: float
    visits: float = 0.0  # planned of late, fading
    source_days: float = 0.0  # that they serve
    at: float = 0.0  # the last move

    def note(self, interval: float, now: float, per_day: float) -> bool:
        """Count a visit planned `interval` seconds ahead; tell whether the patience has moved."""
        self.visits += 1.0
        self.source_days += interval / _DAY
        elapsed = now - self.at
        if elapsed < _STEP:
            return False
        self.at = now
        self._move(min(elapsed, _LONGEST_STEP), per_day)
        return True

    def _move(self, seconds: float, per_day: float) -> None:
        error = math.log(self.visits / max(self.source_days * per_day, 1e-9))
        error = min(max(error, -1.0), 1.0)
        wanted = self.patience * math.exp(2.0 * error * seconds / _SETTLING)
        self.patience = min(max(wanted, _LEAST), _MOST)
        fading = 2.0 ** (-seconds / _HALF_LIFE)
        self.visits *= fading
        self.source_days *= fading

    @property
    def spent(self) -> float:
        """Visits per source and day of late; 0 when there were none."""
        return self.visits / self.source_days if self.source_days else 0.0

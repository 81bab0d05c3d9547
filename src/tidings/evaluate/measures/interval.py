"""The confidence interval of a mean difference, by resampling the rows (paired bootstrap)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_ROUNDS = 10_000


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean difference and its 95% confidence interval."""

    mean: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        """Whether the difference is significant."""
        return self.low > 0 or self.high < 0


def interval_of(one: Sequence[float], other: Sequence[float], seed: int = 1) -> Interval:
    """Return the interval of the difference `one - other`, row by row."""
    differences = np.asarray(one, dtype=np.float64) - np.asarray(other, dtype=np.float64)
    count = len(differences)
    if not count:
        return Interval(0.0, 0.0, 0.0)
    picks = np.random.default_rng(seed).integers(0, count, (_ROUNDS, count))
    low, high = np.percentile(differences[picks].mean(axis=1), [2.5, 97.5])
    return Interval(float(differences.mean()), float(low), float(high))

"""Means and ratios of means over pairs of query and web, with 95% bootstrap intervals."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_DRAWS = 4_000
_SURE = 0.95


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure, and between which values it probably is."""

    value: float
    low: float
    high: float

    def percent(self) -> str:
        """Return it as percentages."""
        return f"{100 * self.value:.0f} ({100 * self.low:.0f}–{100 * self.high:.0f})"

    def ratio(self) -> str:
        """Return it as a ratio."""
        return f"{self.value:.2f} ({self.low:.2f}–{self.high:.2f})"


def mean_of(values: Sequence[float]) -> Interval:
    """Return the mean."""
    array = np.array(values)
    drawn = array[_chosen(len(array))].mean(axis=1)
    return _interval(float(array.mean()), drawn)


def ratio_of(new: Sequence[float], old: Sequence[float]) -> Interval:
    """Return the ratio of the means of paired figures."""
    above, below = np.array(new), np.array(old)
    chosen = _chosen(len(above))
    drawn = above[chosen].mean(axis=1) / np.maximum(1e-9, below[chosen].mean(axis=1))
    return _interval(float(above.mean() / max(1e-9, below.mean())), drawn)


def _chosen(count: int) -> np.ndarray:
    return np.random.default_rng(1).integers(0, count, (_DRAWS, count))


def _interval(value: float, drawn: np.ndarray) -> Interval:
    tail = (1 - _SURE) / 2
    low, high = np.quantile(drawn, (tail, 1 - tail))
    return Interval(value, float(low), float(high))

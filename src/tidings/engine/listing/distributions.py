"""Distributions: mean, median, percentiles and how many there are up to each step."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike

from tidings.model.articles.statistics import Distribution

WORD_STEPS: Final = (50, 100, 200, 400, 600, 800, 1_200, 2_000, 5_000)
BYTE_STEPS: Final = (250, 500, 1_000, 1_750, 2_400, 5_000, 10_000, 20_000, 50_000)
# Seconds: from what a push brings to a day.
DELAY_STEPS: Final = (
    10, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400,
)  # fmt: skip


def distribution(numbers: ArrayLike, steps: Sequence[float]) -> Distribution:
    """Return the distribution of numbers; above the last step there is one more."""
    values = np.asarray(numbers, np.float64)
    if not len(values):
        return Distribution(0)
    median, p90, p99 = np.percentile(values, (50, 90, 99))
    counts = np.bincount(np.searchsorted(steps, values), minlength=len(steps) + 1)
    bounds: list[float | None] = [*steps, None]
    return Distribution(
        len(values), _rounded(values.mean()), _rounded(median), _rounded(p90), _rounded(p99),
        tuple(zip(bounds, map(int, counts), strict=True)),
    )  # fmt: skip


def _rounded(number: float) -> float:
    return round(float(number), 3)

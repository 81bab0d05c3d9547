"""A ratio over paired rounds, with its confidence interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import median

_DRAWS = 10_000  # bootstrap samples; enough for three stable digits
_SURE = 0.95


@dataclass(frozen=True, slots=True)
class Ratio:
    """The costs of two trees in the same rounds.

    The ratio is that of the means, new to old. The interval is a percentile bootstrap over whole
    rounds: whatever slows a whole round affects both of its turns, and cancels out.
    """

    old: float  # medians, for display only
    new: float
    ratio: float
    low: float
    high: float


def compared(
    old: Sequence[float], new: Sequence[float], seed: int = 1, sure: float = _SURE
) -> Ratio:
    """Return the ratio of paired figures with its interval, by default that of 95%."""
    pairs = list(zip(old, new, strict=True))
    rng = Random(seed)
    drawn = sorted(_of_means(rng.choices(pairs, k=len(pairs))) for _ in range(_DRAWS))
    tail = round(_DRAWS * (1 - sure) / 2)
    return Ratio(median(old), median(new), _of_means(pairs), drawn[tail], drawn[-tail - 1])


def _of_means(pairs: Sequence[tuple[float, float]]) -> float:
    return sum(new for _, new in pairs) / sum(old for old, _ in pairs)

"""Simulated sources: the publication times of each over a year, drawn once.

Every number below was fixed before a policy was measured.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

DAY = 86400.0
BEFORE = 14  # days of history, so that lists are full when the year begins
START = (4 + 7 * 100) * DAY  # a Monday
_ZONES = (-8, -5, -3, 0, 1, 3, 5, 8, 9)
_ZONE_SHARES = (0.10, 0.25, 0.05, 0.12, 0.25, 0.08, 0.05, 0.06, 0.04)
_WINDOWS = (10, 15, 20, 25, 30, 50, 100)
_WINDOW_SHARES = (0.30, 0.10, 0.20, 0.10, 0.10, 0.15, 0.05)
_MEDIAN_RATE, _SPREAD = 3.0, 1.7  # articles a day, log-normal: the mean is 12, one in 100 has 150
_LEAST, _MOST = 0.05, 500.0
_UNDATED = 0.2  # of the sources: index pages, and feeds without dates
_CLUMPED = 0.15  # of the sources publish several at a time
_CLUMP = 3.0  # articles at a time there, on average
_DEATHS = 0.15  # of the sources stop during the year …
_REVIVALS = 0.5  # … and this share of them resumes after one to twelve weeks
_DRIFT_DAYS, _DRIFT = 45.0, 0.35  # interval and size of the log-normal steps of the rate
_BURST_DAYS, _BURST_HOURS, _BURST_FACTOR = 20.0, (1.0, 8.0), (2.0, 8.0)

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SimulatedSource:
    """A source's list: its articles' moments in order, and how many of the newest it shows."""

    moments: list[float]
    window: int
    dated: bool


def simulated_sources(count: int, days: int, seed: int) -> list[SimulatedSource]:
    """Return `count` sources with their articles from two weeks before `START` on."""
    return [
        _simulated_source(days, np.random.default_rng((seed, number))) for number in range(count)
    ]


def _simulated_source(days: int, chance: np.random.Generator) -> SimulatedSource:
    rate = float(np.clip(chance.lognormal(np.log(_MEDIAN_RATE), _SPREAD), _LEAST, _MOST))
    hourly = rate / 24 * _profile(days, chance) * _drift(days, chance) * _bursts(days, chance)
    hourly *= _life(days, chance)
    window = int(chance.choice(_WINDOWS, p=_WINDOW_SHARES))
    # A list covers at least some hours, as real ones do.
    window = max(window, min(100, int(rate / 4)))
    moments = _moments(hourly, chance)
    return SimulatedSource(moments.tolist(), window, dated=chance.random() >= _UNDATED)


def _hours(days: int) -> Floats:
    return np.arange((days + BEFORE) * 24, dtype=np.float64)


def _profile(days: int, chance: np.random.Generator) -> Floats:
    """Day, night and weekend in the source's own time zone."""
    local = _hours(days) + chance.choice(_ZONES, p=_ZONE_SHARES)
    noon, evening = chance.normal(11.0, 1.5), chance.normal(18.0, 1.5)
    night, late = chance.uniform(0.02, 0.4), chance.uniform(0.1, 0.8)
    day = np.arange(24)
    curve = night + _bump(day, noon, 3.0) + late * _bump(day, evening, 2.5)
    week = np.ones(7)
    week[5:] = chance.uniform(0.2, 1.0)
    curve, week = curve / curve.mean(), week / week.mean()
    shape: Floats = curve[local.astype(int) % 24] * week[(local // 24).astype(int) % 7]
    return shape


def _bump(day: NDArray[np.int64], middle: float, width: float) -> Floats:
    away = (day - middle + 12) % 24 - 12
    bump: Floats = np.exp(-((away / width) ** 2) / 2)
    return bump


def _drift(days: int, chance: np.random.Generator) -> Floats:
    steps = chance.random(len(_hours(days))) < 1 / (24 * _DRIFT_DAYS)
    sizes = np.where(steps, chance.normal(0.0, _DRIFT, len(steps)), 0.0)
    drift: Floats = np.exp(np.clip(np.cumsum(sizes), -np.log(4), np.log(4)))
    return drift


def _bursts(days: int, chance: np.random.Generator) -> Floats:
    factors = np.ones(len(_hours(days)))
    for _ in range(chance.poisson(days / _BURST_DAYS)):
        start = int(chance.integers(len(factors)))
        length = max(1, round(chance.uniform(*_BURST_HOURS)))
        factors[start : start + length] *= chance.uniform(*_BURST_FACTOR)
    return factors


def _life(days: int, chance: np.random.Generator) -> Floats:
    alive = np.ones(len(_hours(days)))
    if chance.random() < _DEATHS * days / 365:
        end = int(chance.integers(BEFORE * 24, len(alive)))
        silence = int(chance.uniform(1, 12) * 7 * 24)
        back = end + silence if chance.random() < _REVIVALS else len(alive)
        alive[end:back] = 0.0
    return alive


def _moments(hourly: Floats, chance: np.random.Generator) -> Floats:
    """Draw the articles: Poisson by the hour, one by one or several at a time."""
    clumped = chance.random() < _CLUMPED
    events = chance.poisson(hourly / (_CLUMP if clumped else 1.0))
    starts = np.repeat(np.arange(len(hourly)), events).astype(np.float64)
    at = (starts - BEFORE * 24 + chance.random(len(starts))) * 3600.0
    if clumped:
        at = np.repeat(at, chance.geometric(1 / _CLUMP, len(at)))
        at += chance.uniform(0.0, 120.0, len(at))
    moments: Floats = np.sort(at + START)
    return moments

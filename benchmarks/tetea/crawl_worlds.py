"""Made-up worlds to crawl: hosts with records, how long each host takes today, and a history.

The history is that of an earlier day: other records, other speeds, some hosts not known yet.
Nothing in it was drawn together with what is measured.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tidings.model.jobs.record_times import Attributes

RECORDS, HOSTS = 2_100_000, 2_000  # of the thesis; it does not say how many hosts
_DELAY = 1.0  # seconds between two requests to a host
_LATENCY = 0.3  # seconds of an answer on top, on average
_VARIATION = 0.7  # of the times of one host: their deviation ÷ mean
_KINDS = ("article", "list", "document", "gallery")
_LANGUAGES = 12

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class CrawlShape:
    """What a world is like."""

    name: str
    zipf: float = 0.0  # the exponent of the hosts' sizes; 0: all about alike
    slow: float = 0.0  # share of hosts that take 4 to 12 times as long
    drift: float = 0.15  # deviation of the logarithm of speeds between the two days
    new: float = 0.05  # share of hosts that the history does not know
    seen: float = 50.0  # records of a host in the history, on average


WORLDS = (
    CrawlShape("big hosts (Zipf 0.6)", zipf=0.6),
    CrawlShape("slow hosts (5%), all known", slow=0.05, new=0.0),
    CrawlShape("big and slow hosts", zipf=0.5, slow=0.05),
    CrawlShape("thin, noisy history", zipf=0.5, slow=0.05, drift=0.4, new=0.2, seen=5.0),
)


@dataclass(frozen=True, slots=True)
class CrawlWorld:
    """One world of a shape."""

    hosts: tuple[str, ...]
    records: Integers
    seconds: Floats  # of all records of each host, today
    history: list[tuple[Attributes, float]]


def crawl_world(shape: CrawlShape, seed: int) -> CrawlWorld:
    """Make a world."""
    rng = np.random.default_rng(seed)
    records = _sizes(shape, rng)
    speeds = _DELAY + rng.exponential(_LATENCY, HOSTS)
    is_slow = rng.random(HOSTS) < shape.slow
    speeds[is_slow] *= rng.uniform(4.0, 12.0, int(is_slow.sum()))
    today = speeds * np.exp(rng.normal(0.0, shape.drift, HOSTS))
    hosts = tuple(f"www.paper-{seed}-{number}.example" for number in range(HOSTS))
    return CrawlWorld(
        hosts, records, _sums(today, records, rng), _history(shape, hosts, speeds, rng)
    )


def _sizes(shape: CrawlShape, rng: np.random.Generator) -> Integers:
    """Return how many records each host has; sizes also differ by chance."""
    weights = np.arange(1, HOSTS + 1) ** -shape.zipf * np.exp(rng.normal(0.0, 0.5, HOSTS))
    sizes: Integers = np.maximum(weights / weights.sum() * RECORDS, 1).astype(np.int64)
    return sizes


def _sums(means: Floats, records: Integers, rng: np.random.Generator) -> Floats:
    """Return the time of all records of each host: a sum of gamma variables is one itself."""
    return rng.gamma(records / _VARIATION**2, means * _VARIATION**2)


def _history(
    shape: CrawlShape, hosts: tuple[str, ...], speeds: Floats, rng: np.random.Generator
) -> list[tuple[Attributes, float]]:
    counts = rng.poisson(shape.seen, HOSTS)
    counts[rng.random(HOSTS) < shape.new] = 0
    records: list[tuple[Attributes, float]] = []
    for number, (host, count) in enumerate(zip(hosts, counts, strict=True)):
        times = rng.gamma(1 / _VARIATION**2, speeds[number] * _VARIATION**2, count)
        kinds, depths = rng.integers(0, len(_KINDS), count), rng.integers(1, 8, count)
        for seconds, kind, depth in zip(times, kinds, depths, strict=True):
            attributes: Attributes = {
                "host": host,
                "language": f"language {number % _LANGUAGES}",
                "kind": _KINDS[kind],
                "depth": float(depth),
            }
            records.append((attributes, float(seconds)))
    return records

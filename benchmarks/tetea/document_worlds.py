"""Made-up archives to index: documents of very different sizes, and the history of another day.

As the thesis observed, some sites have far more big files than others. The documents of a site
stand together, as they do in an archive that was crawled host by host.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tidings.model.jobs.record_times import Attributes

RECORDS, HOSTS = 1_500_000, 2_000  # 1.5 million documents of 41 GB: 27 kB each
_LEARNED = 20_000  # documents of the day before
_ARCHIVES = 0.03  # share of sites that have mostly big files
_VARIATION = 0.5  # of the times of documents of one size
_FIXED = 0.02  # seconds for any document
_PER_BYTE = 1.0e-6  # on hardware of then: 41 GB take 20 workers about three hours
_TYPES = ("html", "pdf")

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class DocumentWorld:
    """One archive."""

    attributes: list[Attributes]
    seconds: Floats  # of each document, today
    history: list[tuple[Attributes, float]]


def document_world(seed: int, records: int = RECORDS) -> DocumentWorld:
    """Make an archive, and a history of other documents of the same sites."""
    rng = np.random.default_rng(seed)
    weights = np.arange(1, HOSTS + 1) ** -0.5
    rng.shuffle(weights)
    is_archive = rng.random(HOSTS) < _ARCHIVES
    share = weights / weights.sum()
    attributes, seconds = _documents(rng, share, is_archive, records, 1.0)
    earlier, times = _documents(rng, share, is_archive, _LEARNED, 1.2)
    history = list(zip(earlier, times.tolist(), strict=True))
    return DocumentWorld(attributes, seconds, history)


def _documents(
    rng: np.random.Generator,
    share: Floats,
    is_archive: NDArray[np.bool_],
    count: int,
    pace: float,
) -> tuple[list[Attributes], Floats]:
    hosts = np.sort(rng.choice(HOSTS, count, p=share))
    is_big = rng.random(count) < np.where(is_archive[hosts], 0.5, 0.005)
    sizes = np.where(is_big, rng.lognormal(12.5, 1.0, count), rng.lognormal(9.3, 0.8, count))
    means = (_FIXED + _PER_BYTE * sizes * np.where(is_big, 0.6, 1.0)) * pace
    seconds = rng.gamma(1 / _VARIATION**2, means * _VARIATION**2)
    rows = zip(hosts.tolist(), sizes.tolist(), is_big.tolist(), strict=True)
    attributes: list[Attributes] = [
        {"host": f"site-{host}.example", "size": size, "type": _TYPES[big]}
        for host, size, big in rows
    ]
    return attributes, seconds

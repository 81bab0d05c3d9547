"""Estimates how likely links lead to finds."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tidings.crawl.agents import link_features
from tidings.crawl.agents.link_pool import LinkPool
from tidings.crawl.agents.visit_record import Floats, VisitRecord


class LinkJudge(Protocol):
    """What the population asks of a policy."""

    def estimates(self, rows: NDArray[np.int64], pool: LinkPool, record: VisitRecord) -> Floats:
        """Return the estimate of each row."""

    def threshold(self, pool: LinkPool, pages_left: int) -> float:
        """Return the estimate above which links are worth following now."""


class UnlearnedJudge:
    """Fixed weights, by what is published on the likeness of linked pages."""

    def __init__(self, threshold: float | None) -> None:
        self._threshold = threshold
        weights = np.zeros(link_features.FEATURES, np.float32)
        weights[link_features.ONE] = -3.0
        weights[link_features.TEXT] = 4.0
        weights[link_features.NEAR] = 1.5
        weights[link_features.PATH] = 1.0
        weights[link_features.PAGE] = 1.0
        weights[link_features.PAGES] = 1.0
        weights[link_features.LINEAGE] = 0.5
        weights[link_features.SIBLINGS] = 2.0
        weights[link_features.HOST] = 1.0
        self.weights = weights
        self.word_weights = np.zeros(1 << 12, np.float32)

    def estimates(self, rows: NDArray[np.int64], pool: LinkPool, record: VisitRecord) -> Floats:
        """Return the logistic of the weighted features."""
        features = link_features.features_of(rows, pool, record, self.word_weights)
        found: Floats = 1.0 / (1.0 + np.exp(-(features @ self.weights)))
        return found

    def threshold(self, pool: LinkPool, pages_left: int) -> float:
        """Return the given threshold, or that of as many links as may still be followed."""
        if self._threshold is not None:
            return self._threshold
        rows = pool.live_rows()
        if len(rows) <= pages_left or not pages_left:
            return 0.0
        values = pool.estimates[rows]
        return float(np.partition(values, len(rows) - pages_left)[len(rows) - pages_left])

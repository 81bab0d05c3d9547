"""The formulas of LACrawler, the paper that query runs come from, under its own names.

N.P. Gopalan, J. Akilandeswari: A Distributed, Fault-tolerant Multi-agent Web Mining System for
Scalable Web Search. P(R|C) is read as the similarity (1) of the query and the link's words.
"""

import numpy as np

from tidings.crawl.agents.link_judge import Rows
from tidings.crawl.agents.link_pool import LinkPool, PooledLink
from tidings.crawl.agents.link_signals import PRINTED
from tidings.crawl.agents.visit_record import Floats, VisitRecord

THRESHOLD = 0.72  # found by trial, in the paper
TIMEOUT = 15.0  # seconds: the paper's expiration time of a connection, which it does not give


def probability(current: float, link: float, any_page: float) -> float:
    """Return P = P(C)·P(R|C) + (1 − P(C))·G, the paper's formula (2)."""
    return current * link + (1.0 - current) * any_page


def latency(seeds: int, max_pages: int, seconds: float) -> float:
    """Return the paper's formula (6)."""
    return (seeds / max_pages) * min(1.0, seconds / TIMEOUT) if max_pages else 0.0


class LacrawlerJudge:
    """Estimates links by formula (2); only G is learned."""

    def __init__(self) -> None:
        self._relevant, self._pages = 0.0, 0.0

    @property
    def any_page(self) -> float:
        """G: the probability that any document is relevant, by those seen so far."""
        return self._relevant / (self._pages + 1.0)

    def features(self, rows: Rows, pool: LinkPool, record: VisitRecord) -> Floats:
        """Return P(C) and P(R|C) of each link."""
        parents = pool.parents[rows]
        current = (record.printed[parents] * (parents >= 0)).max(axis=1)
        return np.stack([current, pool.signals[rows, PRINTED]], axis=1).astype(np.float32)

    def estimates(self, features: Floats) -> Floats:
        """Return P of each line."""
        current, link = features.T
        found: Floats = current * link + (1.0 - current) * np.float32(self.any_page)
        return found

    def learn(
        self, link: PooledLink | None, words: list[int], relevance: float, value: float
    ) -> None:
        """Count relevant documents."""
        self._pages += 1.0
        self._relevant += relevance

    def refresh(self, record: VisitRecord) -> None:
        """Leave the record as it is."""

    def reasons(self, features: Floats, *, followed: bool) -> tuple[str, ...]:
        """Say P(C) and P(R|C)."""
        current, link = (float(value) for value in features)
        return (f"P(C) = {current:.2f}, P(R|C) = {link:.2f}, G = {self.any_page:.2f}",)

    def packed(self) -> bytes:
        """Return nothing: the paper's agents begin anew."""
        return b""

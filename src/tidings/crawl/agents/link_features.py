"""The features of links: their own signals, and how the pages and hosts did that they stand on.

All of it comes from what agents saw and what visited pages turned out to be.
"""

import numpy as np
from numpy.typing import NDArray

from tidings.crawl.agents.link_pool import LinkPool
from tidings.crawl.agents.link_signals import (
    ADDRESS,
    ANCHOR,
    AROUND,
    DATED,
    FRESH,
    HAS_TEXT,
    LEADS_TO_MANY,
    SAME_HOST,
)  # fmt: skip
from tidings.crawl.agents.visit_record import Floats, VisitRecord

NAMES = (
    "it begins somewhere",
    "its text names the query",
    "the words around it name the query",
    "its address names the query",
    "its page is relevant",
    "relevant pages link to it",
    "its lineage found pages",
    "its siblings are good",
    "its host did well",
    "it is far from the last find",
    "it has a headline",
    "it leads to many",
    "it is dated",
    "it is fresh",
    "it stays on the host",
    "many pages link to it",
    "its words went with finds",
)
FEATURES = len(NAMES)
(ONE, TEXT, NEAR, PATH, PAGE, PAGES, LINEAGE, SIBLINGS, HOST, GAP, HEADLINE, MANY, HAS_DATE, RECENT,
 STAYS, POPULAR, LEARNED_WORDS) = range(FEATURES)  # fmt: skip

_SIBLINGS_PRIOR, _HOST_PRIOR = 3.0, 6.0  # visits that the run's average counts as


def features_of(
    rows: NDArray[np.int64], pool: LinkPool, record: VisitRecord, word_weights: Floats
) -> Floats:
    """Return the features of rows of the pool, one line each."""
    found = np.empty((len(rows), FEATURES), np.float32)
    signals = pool.signals[rows]
    found[:, ONE] = 1.0
    found[:, (TEXT, NEAR, PATH)] = signals[:, (ANCHOR, AROUND, ADDRESS)]
    found[:, (HEADLINE, MANY)] = signals[:, (HAS_TEXT, LEADS_TO_MANY)]
    found[:, (HAS_DATE, RECENT, STAYS)] = signals[:, (DATED, FRESH, SAME_HOST)]
    found[:, POPULAR] = np.log1p(pool.seen_on[rows])
    _set_page_features(found, pool.parents[rows], record)
    _set_host_features(found, pool.hosts[rows], record)
    words = pool.words[rows]
    count = np.maximum(1.0, (words > 0).sum(axis=1))
    found[:, LEARNED_WORDS] = word_weights[words].sum(axis=1) / np.sqrt(count)
    return found


def _set_page_features(found: Floats, parents: NDArray[np.int32], record: VisitRecord) -> None:
    stands = parents >= 0
    count = np.maximum(1.0, stands.sum(axis=1))
    relevance = record.relevance[parents] * stands
    found[:, PAGE] = relevance.max(axis=1)
    found[:, PAGES] = np.log1p(relevance.sum(axis=1))
    found[:, LINEAGE] = (record.harvest[parents] * stands).max(axis=1)
    tried, gained = record.tried[parents], record.gained[parents]
    share = (gained + _SIBLINGS_PRIOR * record.rate) / (tried + _SIBLINGS_PRIOR)
    found[:, SIBLINGS] = (share * stands).sum(axis=1) / count
    gaps = np.where(stands, record.gap[parents], np.inf).min(axis=1)
    found[:, GAP] = np.where(np.isfinite(gaps), np.minimum(gaps, 8.0), 0.0)


def _set_host_features(found: Floats, hosts: NDArray[np.int32], record: VisitRecord) -> None:
    tried, gained = record.host_tried[hosts], record.host_gained[hosts]
    found[:, HOST] = (gained + _HOST_PRIOR * record.rate) / (tried + _HOST_PRIOR)

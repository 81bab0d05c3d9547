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
    KNOWN,
    LEADS_TO_MANY,
    SAME_HOST,
)  # fmt: skip
from tidings.crawl.agents.visit_record import Floats, VisitRecord
from tidings.crawl.agents.word_model import WordModel

# By feature, in plain words: what speaks for a link, and what speaks against it.
REASONS = (
    ("", ""),
    ("its text names the query", "its text does not name the query"),
    ("the words around it name the query", "the words around it do not name the query"),
    ("its address names the query", "its address does not name the query"),
    ("it stands on a relevant page", "no relevant page links to it"),
    ("several relevant pages link to it", "few relevant pages link to it"),
    ("the pages that link to it are relevant on average", "most pages with it are not relevant"),
    ("the way to it led over relevant pages", "the way to it led over no relevant pages"),
    ("other links beside it were good", "other links beside it were poor"),
    ("its host did well", "its host did not do well"),
    ("its page is about what finds are about", "its page is not about what finds are about"),
    ("its words went with finds", "its words did not go with finds"),
    ("words around it went with finds", "words around it did not go with finds"),
    ("the last find was long ago", "the last find was long ago"),
    ("it has a headline", "it has no headline"),
    ("it leads to many pages", "it leads to many pages"),
    ("it has a date", "it has a date"),
    ("it is fresh", "it is not fresh"),
    ("it stays on its host", "it stays on its host"),
    ("many pages link to it", "many pages link to it"),
    ("the index knows it", "the index knows it"),
    ("a relevant page names the query in its text", "no relevant page names the query in it"),
)
FEATURES = len(REASONS)
(ONE, TEXT, NEAR, PATH, PAGE, PAGES, MEAN, LINEAGE, SIBLINGS, HOST, TOPIC, WORDS, NEAR_WORDS, GAP,
 HEADLINE, MANY, HAS_DATE, RECENT, STAYS, POPULAR, IS_KNOWN, BOTH) = range(FEATURES)  # fmt: skip

_SIGNALS = ANCHOR, AROUND, ADDRESS, HAS_TEXT, LEADS_TO_MANY, DATED, FRESH, SAME_HOST, KNOWN
_PLACES = TEXT, NEAR, PATH, HEADLINE, MANY, HAS_DATE, RECENT, STAYS, IS_KNOWN
_SIBLINGS_PRIOR, _HOST_PRIOR = 3.0, 6.0  # visits that the run's average counts as
_MAX_GAP = 6.0


def features_of(
    rows: NDArray[np.int64], pool: LinkPool, record: VisitRecord, model: WordModel
) -> Floats:
    """Return the features of rows of the pool, one line each."""
    found = np.empty((len(rows), FEATURES), np.float32)
    found[:, ONE] = 1.0
    signals = pool.signals[rows]
    for signal, place in zip(_SIGNALS, _PLACES, strict=True):
        found[:, place] = signals[:, signal]
    found[:, WORDS] = model.scores(pool.words[rows])
    found[:, NEAR_WORDS] = model.scores(pool.near[rows])
    seen_on = pool.seen_on[rows]
    found[:, POPULAR] = np.log1p(seen_on)
    found[:, PAGES] = np.log1p(pool.relevance[rows])
    found[:, MEAN] = pool.relevance[rows] / np.maximum(1.0, seen_on)
    _set_page_features(found, pool.parents[rows], record)
    tried, gained = record.host_tried[pool.hosts[rows]], record.host_gained[pool.hosts[rows]]
    found[:, HOST] = (gained + _HOST_PRIOR * record.rate) / (tried + _HOST_PRIOR)
    found[:, BOTH] = found[:, PAGE] * np.minimum(1.0, found[:, TEXT])
    return found


def _set_page_features(found: Floats, parents: NDArray[np.int32], record: VisitRecord) -> None:
    stands = parents >= 0
    count = np.maximum(1, stands.sum(axis=1))
    found[:, PAGE] = (record.relevance[parents] * stands).max(axis=1)
    found[:, LINEAGE] = (record.harvest[parents] * stands).max(axis=1)
    found[:, TOPIC] = (record.topic[parents] * stands).sum(axis=1) / count
    tried, gained = record.tried[parents], record.gained[parents]
    share = (gained + _SIBLINGS_PRIOR * record.rate) / (tried + _SIBLINGS_PRIOR)
    found[:, SIBLINGS] = (share * stands).sum(axis=1) / count
    found[:, GAP] = np.where(stands, record.gap[parents], _MAX_GAP).min(axis=1)
    np.minimum(found[:, GAP], _MAX_GAP, out=found[:, GAP])

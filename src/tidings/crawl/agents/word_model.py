"""Which words go with relevant pages: naive Bayes on hashed words, learned online.

Counts instead of weights: the first pages must already help, and labels are only probable.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tidings.crawl.agents.link_signals import BUCKETS
from tidings.crawl.agents.visit_record import Floats

_PRIOR = 1.0  # pages that each word begins with, in the classes' own proportion
_MAX_ODDS = 3.0  # log odds of one word
_LEAST = 0.3  # of either class, before words say anything


class WordModel:
    """How often each word was on relevant pages, and on others."""

    def __init__(self) -> None:
        self.counts = np.zeros((2, BUCKETS), np.float32)  # of relevant pages, of others
        self.pages = np.zeros(2, np.float32)
        self._odds = np.zeros(BUCKETS, np.float32)
        self._is_stale = False

    def learn(self, words: Sequence[int], relevance: float, weight: float = 1.0) -> None:
        """Learn the words of a page, or of a link to it."""
        if not words:
            return
        places = np.array(words)
        self.counts[0, places] += relevance * weight
        self.counts[1, places] += (1.0 - relevance) * weight
        self.pages += (relevance * weight, (1.0 - relevance) * weight)
        self._is_stale = True

    def restore(self, counts: Floats, pages: Floats) -> None:
        """Begin with the counts of an earlier run."""
        self.counts = np.maximum(counts, 0.0).astype(np.float32)
        self.pages = np.maximum(pages, 0.0).astype(np.float32)
        self._is_stale = True

    @property
    def odds(self) -> Floats:
        """The log odds of each bucket; 0 for bucket 0, which stands for no word."""
        if self._is_stale:
            self._odds = self._new_odds()
            self._is_stale = False
        return self._odds

    def _new_odds(self) -> Floats:
        yes, no = (float(count) for count in self.pages)
        if yes < _LEAST or no < _LEAST:
            return np.zeros(BUCKETS, np.float32)
        share = _PRIOR / (yes + no)
        found = np.log((self.counts[0] + share * yes) * no / ((self.counts[1] + share * no) * yes))
        odds: Floats = np.clip(found, -_MAX_ODDS, _MAX_ODDS).astype(np.float32)
        odds[0] = 0.0
        return odds

    def scores(self, words: NDArray[np.int32]) -> Floats:
        """Return the score of each line of buckets, which do not depend on how many there are."""
        count = np.maximum(1, np.count_nonzero(words, axis=1))
        found: Floats = self.odds[words].sum(axis=1) / np.sqrt(count, dtype=np.float32)
        return found

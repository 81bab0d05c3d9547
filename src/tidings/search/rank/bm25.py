"""The model `bm25`: rare words count more, and each further occurrence counts less."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from tidings.search.rank.query_words import QueryWords, query_words_of, word_counts
from tidings.search.rank.ranker import (
    RankedIndex,
    RankerQuery,
    ScoredCandidates,
    Seqs,
    WeightedWord,
)
from tidings.search.rank.rounds import Ranker
from tidings.search.rank.statistics import CollectionStatistics, Ints
from tidings.search.rank.vectors import Floats, Tallies
from tidings.settings.tree import ZoneWeights

# The middle of the plateau on five collections, separately and in one index, and usual for
# newswire. b = .75, tuned for abstracts of equal length, loses 4% where lengths differ.
_K1 = 1.2
_B = 0.5


def idf(count: int, article_counts: Ints) -> Floats:
    """Return the weight of terms by the number of articles with them; always above 0."""
    weights: Floats = np.log1p(
        (np.maximum(count - article_counts, 0) + 0.5) / (article_counts + 0.5)
    )
    return weights


def saturated(frequencies: Floats, lengths: Floats, average_length: float) -> Floats:
    """Return the saturated frequencies in articles of these lengths, from 0 to k1 + 1."""
    damping = _K1 * (1.0 - _B) + _K1 * _B / average_length * lengths
    counts: Floats = frequencies * (_K1 + 1.0)
    counts /= frequencies + damping
    return counts


def rated_words(words: Sequence[WeightedWord], statistics: CollectionStatistics) -> QueryWords:
    """Return the words with their weights times their idf.

    A word that is in no article gets 0: it would only give more weight to feedback terms.
    """
    plain = query_words_of(words, statistics)
    known = plain.article_counts > 0
    idfs = idf(statistics.count, plain.article_counts)
    return replace(plain, weights=np.where(known, plain.weights * idfs, 0.0))


def scored(
    seqs: Seqs,
    tallies: Tallies,
    words: QueryWords,
    zones: ZoneWeights,
    average_length: float,
) -> ScoredCandidates:
    """Return the articles with their scores for weighted words, given the counts of the words."""
    weights = words.weights
    found = word_counts(tallies, words, zones)
    counts = saturated(found.frequencies, found.lengths[:, None], average_length)
    return ScoredCandidates(
        seqs,
        counts @ weights,
        words.names,
        weights,
        words.added,
        found.packed,
        lambda row: counts[row] * weights,
    )


def _scored(
    index: RankedIndex, query: RankerQuery, words: QueryWords, before: ScoredCandidates | None
) -> ScoredCandidates:
    tallies = index.forward.tallies(query.candidates, words.keys)
    return scored(query.candidates, tallies, words, query.zones, index.statistics.average_length)


bm25: Final = Ranker(rated_words, _scored)

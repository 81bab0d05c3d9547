"""The model `bm25`: rare words count more, and each further occurrence counts less."""

import numpy as np

from tidings.search.rank.query_words import Ints, QueryWords, query_words_of, word_counts
from tidings.search.rank.ranker import RankerQuery, ScoredCandidates, Seqs
from tidings.search.rank.vectors import Floats, ForwardIndex, Tallies
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


def weights_of(words: QueryWords, forward: ForwardIndex) -> Floats:
    """Return the weights of the words: as given, times their idf.

    A word that is in no article gets 0: it would only give more weight to feedback terms.
    """
    known = words.article_counts > 0
    return np.where(known, words.weights * idf(forward.count, words.article_counts), 0.0)


def scored(
    seqs: Seqs,
    tallies: Tallies,
    words: QueryWords,
    weights: Floats,
    zones: ZoneWeights,
    average_length: float,
) -> ScoredCandidates:
    """Return the articles with their scores for weighted words, given the counts of the words."""
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


def bm25(query: RankerQuery, forward: ForwardIndex) -> ScoredCandidates:
    """Rank by BM25 alone."""
    words = query_words_of(query.words, forward)
    weights = weights_of(words, forward)
    tallies = forward.tallies(query.candidates, words.keys)
    average = forward.average_length
    return scored(query.candidates, tallies, words, weights, query.zones, average)

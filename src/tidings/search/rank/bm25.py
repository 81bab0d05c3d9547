"""BM25: a word counts for more the rarer it is, and for each further occurrence ever less."""

import numpy as np

from tidings.search.rank.query_words import Ints, QueryWords, query_words_of, word_counts
from tidings.search.rank.ranker import RankerQuery, ScoredCandidates, Seqs
from tidings.search.rank.vectors import Floats, ForwardIndex, Tallies
from tidings.settings.tree import ZoneWeights

# The middle of the plateau on five collections and on all of them in one index, and what is usual
# for newswire; b = .75, made for abstracts of one length, loses 4% where lengths differ.
_K1 = 1.2
_B = 0.5


def idf(count: int, rarities: Ints) -> Floats:
    """Return the weight of terms that stand in so many of all articles; always above 0."""
    weights: Floats = np.log1p((np.maximum(count - rarities, 0) + 0.5) / (rarities + 0.5))
    return weights


def saturated(frequencies: Floats, lengths: Floats, average_length: float) -> Floats:
    """Return what frequencies count in articles of these lengths: from 0 to k1 + 1."""
    patience = _K1 * (1.0 - _B) + _K1 * _B / average_length * lengths
    counts: Floats = frequencies * (_K1 + 1.0)
    counts /= frequencies + patience
    return counts


def weights_of(wording: QueryWords, forward: ForwardIndex) -> Floats:
    """Return the weights of the words: as asked, times their idf.

    A word that stands nowhere has none: it would only make what feedback adds weigh more.
    """
    known = wording.rarities > 0
    return np.where(known, wording.weights * idf(forward.count, wording.rarities), 0.0)


def scored(
    seqs: Seqs,
    tallies: Tallies,
    wording: QueryWords,
    weights: Floats,
    zones: ZoneWeights,
    average_length: float,
) -> ScoredCandidates:
    """Return the articles with their scores for weighted words, given how often they stand."""
    found = word_counts(tallies, wording, zones)
    counts = saturated(found.frequencies, found.lengths[:, None], average_length)
    return ScoredCandidates(
        seqs,
        counts @ weights,
        wording.names,
        weights,
        wording.added,
        found.packed,
        lambda row: counts[row] * weights,
    )


def bm25(asked: RankerQuery, forward: ForwardIndex) -> ScoredCandidates:
    """Rank by BM25 alone."""
    wording = query_words_of(asked.words, forward)
    weights = weights_of(wording, forward)
    tallies = forward.tallies(asked.candidates, wording.keys)
    average = forward.average_length
    return scored(asked.candidates, tallies, wording, weights, asked.zones, average)

"""The vector space model of the 2007 thesis, with its query expansion and its term reweighting.

The weight of a term is f * log(D/d), in articles and in the query; relevance is the cosine. The
first ten retrieved articles count as relevant, the last ten as irrelevant. Where the thesis leaves
a choice, this is the reading that reproduces its findings (docs/decisions/009-ranking.md): articles
are vectors of length 1, a hundred terms are added, and each starts with the mean difference of its
weights.
"""

from functools import partial

import numpy as np

from tidings.search.rank.centroid import Centroid, centroid, heaviest
from tidings.search.rank.query_words import (
    Ints,
    QueryWords,
    query_words_of,
    weighted_words,
    widened_candidates,
    word_counts,
)
from tidings.search.rank.ranker import RankerQuery, ScoredCandidates, Seqs, WeightedWord
from tidings.search.rank.vectors import EVEN_ZONES, Floats, ForwardIndex, Vectors, frequencies
from tidings.settings.tree import ZoneWeights

_JUDGED = 10  # articles at each end of the list
_TERMS = 100  # terms added


def idf(count: int, article_counts: Ints) -> Floats:
    """Return log(D/d) of terms that are in d of D articles; 0 if d is 0."""
    known = np.clip(article_counts, 1, max(count, 1))
    return np.where(article_counts > 0, np.log(max(count, 1) / known), 0.0)


def vsm(
    query: RankerQuery, forward: ForwardIndex, *, expand: bool = False, reweight: bool = False
) -> ScoredCandidates:
    """Rank by the cosine, with one round of either kind of feedback, or of both."""
    words = query_words_of(query.words, forward)
    weights = words.weights * idf(forward.count, words.article_counts)
    scored = _scored(query.candidates, words, weights, EVEN_ZONES, forward)
    if expand and len(query.candidates):
        words, weights = _expanded(words, weights, *_difference(scored, query, forward), forward)
        seqs = widened_candidates(query, _boosts(words, weights))
        scored = _scored(seqs, words, weights, EVEN_ZONES, forward)
    if reweight and len(query.candidates):
        weights = _reweighted(words, weights, _difference(scored, query, forward)[0])
        scored = _scored(scored.seqs, words, weights, EVEN_ZONES, forward)
    return scored


vsm_qe = partial(vsm, expand=True)
vsm_tr = partial(vsm, reweight=True)
vsm_qe_tr = partial(vsm, expand=True, reweight=True)


def _scored(
    seqs: Seqs, words: QueryWords, weights: Floats, zones: ZoneWeights, forward: ForwardIndex
) -> ScoredCandidates:
    """The cosine of each article with the query."""
    found = word_counts(forward.tallies(seqs, words.keys), words, zones)
    length = float(np.linalg.norm(weights))
    scale = 1.0 / (np.where(found.norms > 0.0, found.norms, np.inf) * (length or np.inf))
    term_weights = weights * idf(forward.count, words.article_counts)

    def shares(row: int) -> Floats:
        return np.asarray(found.frequencies[row] * term_weights * scale[row])

    return ScoredCandidates(
        seqs,
        (found.frequencies @ term_weights) * scale,
        words.names,
        weights,
        words.added,
        found.packed,
        shares,
    )


def _difference(
    scored: ScoredCandidates, query: RankerQuery, forward: ForwardIndex
) -> tuple[Centroid, int]:
    """The sum of the relevant vectors minus that of the irrelevant, and the number of relevant."""
    order = np.argsort(-scored.scores, kind="stable")
    order = order[scored.scores[order] > 0.0]
    right, wrong = query.more_like, query.less_like  # the user's choice comes first
    right = right if len(right) else scored.seqs[order[:_JUDGED]]
    wrong = wrong if len(wrong) else scored.seqs[order[_JUDGED:][-_JUDGED:]]
    sides = np.concatenate([np.ones(len(right)), -np.ones(len(wrong))])
    seqs = np.concatenate([right, wrong])
    return centroid(seqs, _counts, sides, idf, forward), max(len(right), 1)


def _counts(vectors: Vectors) -> Floats:
    return frequencies(vectors.packed, EVEN_ZONES)


def _expanded(
    words: QueryWords, weights: Floats, difference: Centroid, relevant: int, forward: ForwardIndex
) -> tuple[QueryWords, Floats]:
    """The query with the terms in which relevant and irrelevant articles differ most."""
    chosen = heaviest(difference.weights, ~np.isin(difference.keys, words.keys), _TERMS)
    start_weights = difference.weights[chosen] / relevant
    found = zip(forward.terms(difference.keys[chosen]), start_weights.tolist(), strict=True)
    new = [WeightedWord((term,), weight) for term, weight in found if term]
    wider = query_words_of([*weighted_words(words, weights), *new], forward, added=len(new))
    return wider, wider.weights


def _reweighted(words: QueryWords, weights: Floats, difference: Centroid) -> Floats:
    """Rocchio's formula: the old weight plus the difference, but never below 0."""
    changes = np.bincount(words.word_of, difference.weights_at(words.keys), len(words))
    return np.maximum(weights + changes, 0.0)


def _boosts(words: QueryWords, weights: Floats) -> dict[str, float]:
    pairs = zip(words.variants, weights.tolist(), strict=True)
    return {term: weight for terms, weight in pairs for term in terms if weight > 0.0}

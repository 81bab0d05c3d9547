"""The model `bm25+feedback`: adds the common terms of the first hits to the query.

Rocchio's formula over unit vectors, with the first hits weighted by their scores. Then scores are
smoothed among similar articles, and the first two hits keep the places that the user's own words
gave them. The measurements are in docs/decisions/009-ranking.md.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank import bm25
from tidings.search.rank.centroid import Centroid, centroid, heaviest
from tidings.search.rank.query_words import (
    QueryWords,
    query_words_of,
    widened_candidates,
    with_new_words,
)
from tidings.search.rank.ranker import RankerQuery, ScoredCandidates, Seqs
from tidings.search.rank.score_smoothing import likeness, smoothed, smoothing_depth
from tidings.search.rank.stop_word_keys import stop_word_keys
from tidings.search.rank.vectors import Floats, ForwardIndex, Vectors, frequencies
from tidings.settings.tree import ZoneWeights

_ARTICLES = 20  # trusted; 10 to 50 do equally well, since trust falls with the score
_FEWEST = 3  # what fewer articles have in common may be chance
_PATIENCE = 1.5  # standard deviations of score over which trust falls by a factor of e
_TERMS = 30  # terms that gain weight, including the query's own: long queries get few new ones
_RETRIEVED = 16  # new terms searched in the whole index; the others only score what that finds
_BETA = 0.5  # the centroid's length if the query's is 1; more gains a little and hurts more
_AGAINST = 0.5  # the weight of articles that the user marked as wrong
_LEAST_ARTICLES = 2  # trusted articles with an added term; otherwise it is specific to one
_LEAST_COUNT = 3  # articles with an added term; rarer terms are misspelt
_MOST_COMMON = 0.1  # share of all articles; more common terms distinguish nothing
_SMALL = 100  # articles; in a smaller index, a tenth of them says nothing
_LARGE = 1_000  # articles; from here on, a tenth of them separates stop words by itself
_PINNED = 2
_EDGE = 1e-6  # the share by which a pinned hit's score is above the next


def bm25_feedback(query: RankerQuery, forward: ForwardIndex) -> ScoredCandidates:
    """Rank by BM25 with the query expanded from the first hits."""
    words = query_words_of(query.words, forward)
    weights = bm25.weights_of(words, forward)
    vectors = forward.vectors(query.candidates)
    first = _scored(query.candidates, vectors, words, weights, query, forward)
    seqs, shares = _trusted(query, first)
    if (shares > 0.0).sum() < _FEWEST and not len(query.more_like):
        return _final(first, first, vectors, query, forward)
    common = _common(seqs, shares, query, forward)
    wider = _expanded(words, weights, common, _eligible(common, words, seqs, forward), forward)
    seqs = widened_candidates(query, _boosts(wider, forward))
    if len(seqs) > len(query.candidates):
        vectors = vectors.with_more(forward.vectors(seqs[len(query.candidates) :]))
    second = _scored(seqs, vectors, wider, wider.weights, query, forward)
    return _final(second, first, vectors, query, forward)


def _scored(
    seqs: Seqs,
    vectors: Vectors,
    words: QueryWords,
    weights: Floats,
    query: RankerQuery,
    forward: ForwardIndex,
) -> ScoredCandidates:
    tallies = vectors.tallies(words.keys)
    return bm25.scored(seqs, tallies, words, weights, query.zones, forward.average_length)


def trust(scores: Floats) -> Floats:
    """Return how much each of the first hits counts: a softmax of their scores, in total 1.

    The scale is the standard deviation: a query with one outstanding hit follows that one, and a
    query with twenty equal hits follows them all.
    """
    spread = float(scores.std())
    shares = (
        np.exp((scores - scores.max()) / (_PATIENCE * spread))
        if spread > 0.0
        else np.ones(len(scores))
    )
    return np.asarray(shares / shares.sum())


def _trusted(query: RankerQuery, first: ScoredCandidates) -> tuple[Seqs, Floats]:
    """The articles to learn from, with their shares: the user's choice, or the first hits."""
    if len(query.more_like):
        right, shares = query.more_like, np.full(len(query.more_like), 1.0 / len(query.more_like))
    else:
        order = np.argsort(-first.scores, kind="stable")[:_ARTICLES]
        order = order[first.scores[order] > 0.0]
        if len(query.less_like):
            order = order[~np.isin(first.seqs[order], query.less_like)]
        right = first.seqs[order]
        shares = trust(first.scores[order]) if len(order) else np.zeros(0)
    wrong = query.less_like
    against = np.full(len(wrong), -_AGAINST / max(len(wrong), 1))
    return np.concatenate([right, wrong]), np.concatenate([shares, against])


def _common(seqs: Seqs, shares: Floats, query: RankerQuery, forward: ForwardIndex) -> Centroid:
    return centroid(
        seqs, lambda vectors: _counts(vectors, query.zones, forward), shares, bm25.idf, forward
    )


def _expanded(
    words: QueryWords,
    weights: Floats,
    common: Centroid,
    eligible: NDArray[np.bool_],
    forward: ForwardIndex,
) -> QueryWords:
    """The query with the centroid added: to the weights of its own words, and as new words.

    The added part always has the same length, since the vector of a long article is spread thin.
    """
    chosen = heaviest(common.weights, eligible, _TERMS)
    lengths = float(np.linalg.norm(weights)), float(np.linalg.norm(common.weights[chosen]))
    scale = _BETA * lengths[0] / (lengths[1] or 1.0)
    added = scale * common.weights
    places = dict(zip(common.keys[chosen].tolist(), chosen.tolist(), strict=True))
    own = [places.pop(key, None) for key in words.keys.tolist()]
    gained = [0.0 if place is None else added[place] for place in own]
    weights = weights + np.bincount(words.word_of, gained, len(words))
    new = np.fromiter(places.values(), np.int64, len(places))
    keys, article_counts = common.keys[new], np.minimum(common.article_counts[new], forward.count)
    return with_new_words(words, weights, forward.terms(keys), keys, added[new], article_counts)


def _eligible(
    common: Centroid, words: QueryWords, seqs: Seqs, forward: ForwardIndex
) -> NDArray[np.bool_]:
    """The terms that may be chosen: the query's own, and others neither too rare nor too common.

    In a small index, stop words of the articles' languages are not common yet, so they are excluded
    by name. In a larger one, those that are not too common help a little; excluding them gains
    nothing.
    """
    most = _MOST_COMMON * max(forward.count, _SMALL)
    wide = common.articles >= _LEAST_ARTICLES
    apt = (common.article_counts >= _LEAST_COUNT) & (common.article_counts <= most)
    eligible = wide & apt
    if forward.count < _LARGE:
        for language in set(forward.columns(seqs).language.tolist()):
            eligible[common.places(stop_word_keys(language))] = False
    eligible[common.places(words.keys)] = True
    return eligible


def _boosts(wider: QueryWords, forward: ForwardIndex) -> dict[str, float]:
    """The terms to retrieve, with their weights without the idf, which tantivy adds itself."""
    boosts = wider.weights / bm25.idf(forward.count, wider.article_counts)
    order = np.argsort(-np.where(wider.added, wider.weights, np.inf), kind="stable")
    retrieved = order[: int((~wider.added).sum()) + _RETRIEVED].tolist()
    return {term: float(boosts[word]) for word in retrieved for term in wider.variants[word]}


def _final(
    scored: ScoredCandidates,
    first: ScoredCandidates,
    vectors: Vectors,
    query: RankerQuery,
    forward: ForwardIndex,
) -> ScoredCandidates:
    """The scores smoothed among the best, the first hits pinned, `less_like` articles last."""
    scores = scored.scores.copy()
    best = np.argsort(-scores, kind="stable")[: smoothing_depth(len(scores))]
    best = best[scores[best] > 0.0]
    if len(best) > _FEWEST:
        best_vectors = vectors.at(best)
        alike = likeness(best_vectors, _counts(best_vectors, query.zones, forward))
        scores[best] = smoothed(scores[best], alike)
    if len(query.less_like):
        scores[np.isin(scored.seqs, query.less_like)] = 0.0
    return replace(scored, scores=_pinned(scores, scored.seqs, first, query), vectors=vectors)


def _pinned(scores: Floats, seqs: Seqs, first: ScoredCandidates, query: RankerQuery) -> Floats:
    """Keep the first two hits of the first round on top, unless the user has chosen hits."""
    if not len(scores) or len(query.more_like) or len(query.less_like):
        return scores
    order = np.argsort(-first.scores, kind="stable")[:_PINNED]
    order = order[first.scores[order] > 0.0]
    places = [int((seqs == seq).argmax()) for seq in first.seqs[order].tolist()]
    own = scores[places]
    scores[places] = 0.0
    best = float(scores.max())
    for place, score in zip(reversed(places), own[::-1].tolist(), strict=True):
        scores[place] = best = max(best * (1.0 + _EDGE), score)
    return scores


def _counts(vectors: Vectors, zones: ZoneWeights, forward: ForwardIndex) -> Floats:
    """The BM25 weight of each entry, without the idf."""
    tf = frequencies(vectors.packed, zones)
    return bm25.saturated(tf, vectors.lengths[vectors.rows], forward.average_length)

"""The model `bm25+feedback`: adds the common terms of the first hits to the query.

Rocchio's formula over unit vectors, with the first hits weighted by their scores. Then scores are
smoothed among similar articles, and the first two hits keep the places that the user's own words
gave them. The measurements are in docs/decisions/009-ranking.md.
"""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank import bm25
from tidings.search.rank.centroid import Centroid, centroid, heaviest
from tidings.search.rank.feedback_articles import (
    SMALL_COLLECTION,
    Feedback,
    FeedbackArticles,
    feedback_articles,
)
from tidings.search.rank.query_words import QueryWords, with_new_words
from tidings.search.rank.ranker import RankedIndex, RankerQuery, ScoredCandidates, Seqs
from tidings.search.rank.rounds import FeedbackStep, LearningInput, Ranker
from tidings.search.rank.score_smoothing import likeness, smoothed, smoothing_depth
from tidings.search.rank.statistics import CollectionStatistics
from tidings.search.rank.stop_word_keys import stop_word_keys
from tidings.search.rank.vectors import Floats, Vectors, frequencies
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
_PINNED = 2
_EDGE = 1e-6  # the share by which a pinned hit's score is above the next


def _scored(
    index: RankedIndex, query: RankerQuery, words: QueryWords, before: ScoredCandidates | None
) -> ScoredCandidates:
    """The candidates with their vectors, of which only those of new candidates are read."""
    seqs, average = query.candidates, index.statistics.average_length
    if before is None or before.vectors is None:
        vectors = index.forward.vectors(seqs)
    elif len(seqs) > len(before.seqs):
        vectors = before.vectors.with_more(index.forward.vectors(seqs[len(before.seqs) :]))
    else:
        vectors = before.vectors
    found = bm25.scored(seqs, vectors.tallies(words.keys), words, query.zones, average)
    return replace(found, vectors=vectors)


def _feedback(index: RankedIndex, query: RankerQuery, scored: ScoredCandidates) -> Feedback:
    """The first hits, or the user's choice."""
    assert scored.vectors is not None
    order = np.argsort(-scored.scores, kind="stable")[:_ARTICLES]
    order = order[scored.scores[order] > 0.0]
    if len(query.less_like):
        order = order[~np.isin(scored.seqs[order], query.less_like)]
    if len(query.more_like):
        order = order[:0]
    seqs, vectors = scored.seqs[order], scored.vectors.at(order)
    return Feedback(
        len(scored.seqs),
        feedback_articles(index, seqs, scored.scores[order], vectors),
        feedback_articles(index, query.more_like),
        feedback_articles(index, query.less_like),
    )


def _learned(words: QueryWords, feedback: Feedback, given: LearningInput) -> QueryWords | None:
    """The query with the terms that the articles have in common."""
    articles, shares = _trusted(feedback)
    if (shares > 0.0).sum() < _FEWEST and not len(feedback.right):
        return None
    counts = _counts(articles.vectors, given.zones, given.statistics)
    common = centroid(articles, counts, shares, bm25.idf, given.statistics)
    eligible = _eligible(common, words, articles, given.statistics)
    return _expanded(words, common, eligible, given)


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


def _trusted(feedback: Feedback) -> tuple[FeedbackArticles, Floats]:
    """The articles to learn from, with their shares: the user's choice, or the first hits."""
    right, wrong = feedback.right, feedback.wrong
    if len(right):
        shares = np.full(len(right), 1.0 / len(right))
    else:
        right = feedback.hits if len(feedback.hits) <= _ARTICLES else _first(feedback.hits)
        shares = trust(right.scores) if len(right) else np.zeros(0)
    against = np.full(len(wrong), -_AGAINST / max(len(wrong), 1))
    return right.with_more(wrong), np.concatenate([shares, against])


def _first(hits: FeedbackArticles) -> FeedbackArticles:
    return hits.at(np.argsort(-hits.scores, kind="stable")[:_ARTICLES])


def _expanded(
    words: QueryWords, common: Centroid, eligible: NDArray[np.bool_], given: LearningInput
) -> QueryWords:
    """The query with the centroid added: to the weights of its own words, and as new words.

    The added part always has the same length, since the vector of a long article is spread thin.
    """
    chosen = heaviest(common.weights, eligible, _TERMS)
    lengths = float(np.linalg.norm(words.weights)), float(np.linalg.norm(common.weights[chosen]))
    scale = _BETA * lengths[0] / (lengths[1] or 1.0)
    added = scale * common.weights
    places = dict(zip(common.keys[chosen].tolist(), chosen.tolist(), strict=True))
    own = [places.pop(key, None) for key in words.keys.tolist()]
    gained = [0.0 if place is None else added[place] for place in own]
    weights = words.weights + np.bincount(words.word_of, gained, len(words))
    new = np.fromiter(places.values(), np.int64, len(places))
    keys = common.keys[new]
    article_counts = np.minimum(common.article_counts[new], given.statistics.count)
    return with_new_words(words, weights, given.texts(keys), keys, added[new], article_counts)


def _eligible(
    common: Centroid,
    words: QueryWords,
    articles: FeedbackArticles,
    statistics: CollectionStatistics,
) -> NDArray[np.bool_]:
    """The terms that may be chosen: the query's own, and others neither too rare nor too common.

    In a small index, stop words of the articles' languages are not common yet, so they are excluded
    by name. In a larger one, those that are not too common help a little; excluding them gains
    nothing.
    """
    most = _MOST_COMMON * max(statistics.count, _SMALL)
    wide = common.articles >= _LEAST_ARTICLES
    apt = (common.article_counts >= _LEAST_COUNT) & (common.article_counts <= most)
    eligible = wide & apt
    if statistics.count < SMALL_COLLECTION:
        for language in set(articles.languages.tolist()):
            eligible[common.places(stop_word_keys(language))] = False
    eligible[common.places(words.keys)] = True
    return eligible


def _boosts(wider: QueryWords, statistics: CollectionStatistics) -> dict[str, float]:
    """The terms to retrieve, with their weights without the idf, which tantivy adds itself."""
    boosts = wider.weights / bm25.idf(statistics.count, wider.article_counts)
    order = np.argsort(-np.where(wider.added, wider.weights, np.inf), kind="stable")
    retrieved = order[: int((~wider.added).sum()) + _RETRIEVED].tolist()
    return {term: float(boosts[word]) for word in retrieved for term in wider.variants[word]}


def _finished(
    query: RankerQuery,
    first: ScoredCandidates,
    last: ScoredCandidates,
    statistics: CollectionStatistics,
) -> ScoredCandidates:
    """The scores smoothed among the best, the first hits pinned, `less_like` articles last."""
    assert last.vectors is not None
    scores = last.scores.copy()
    best = np.argsort(-scores, kind="stable")[: smoothing_depth(len(scores))]
    best = best[scores[best] > 0.0]
    if len(best) > _FEWEST:
        best_vectors = last.vectors.at(best)
        alike = likeness(best_vectors, _counts(best_vectors, query.zones, statistics))
        scores[best] = smoothed(scores[best], alike)
    if len(query.less_like):
        scores[np.isin(last.seqs, query.less_like)] = 0.0
    return replace(last, scores=_pinned(scores, last.seqs, first, query))


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


def _counts(vectors: Vectors, zones: ZoneWeights, statistics: CollectionStatistics) -> Floats:
    """The BM25 weight of each entry, without the idf."""
    tf = frequencies(vectors.packed, zones)
    return bm25.saturated(tf, vectors.lengths[vectors.rows], statistics.average_length)


bm25_feedback: Final = Ranker(
    bm25.rated_words, _scored, (FeedbackStep(_feedback, _learned, _boosts),), _finished
)

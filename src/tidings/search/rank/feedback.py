"""The model `bm25+feedback`: what the first hits have in common joins the query.

Rocchio's formula over unit vectors, which trusts the first hits by their scores; then each score
leans on its neighbours', and the first two hits stay where the user's own words put them.
docs/decisions/009-ranking.md has the measurements.
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

_ARTICLES = 20  # trusted; 10 to 50 do alike, since trust falls with the score
_FEWEST = 3  # what fewer articles have in common may well be chance
_PATIENCE = 1.5  # standard deviations of score over which trust falls by a factor of e
_TERMS = 30  # gain weight, the query's own included, so that long queries get few new ones
_SOUGHT = 16  # of them are looked for in the whole index, all others only in what that finds
_BETA = 0.5  # the centroid's length, the query's being 1; more gains a little and hurts more
_AGAINST = 0.5  # the weight of articles called wrong
_LEAST_ARTICLES = 2  # have an added term: else it is one article's own
_LEAST_RARITY = 3  # rarer terms are misspelt
_MOST_COMMON = 0.1  # of all articles: more common terms tell nothing apart
_SMALL = 100  # articles; in an index that small a tenth of them is no measure …
_TELLING = 1_000  # … and from so many on it tells stop words by itself
_PINNED = 2
_EDGE = 1e-6  # by this share a pinned hit's score is above the next


def bm25_feedback(asked: RankerQuery, forward: ForwardIndex) -> ScoredCandidates:
    """Rank by BM25 with the query that the first hits make of it."""
    wording = query_words_of(asked.words, forward)
    weights = bm25.weights_of(wording, forward)
    held = forward.vectors(asked.candidates)
    first = _scored(asked.candidates, held, wording, weights, asked, forward)
    seqs, shares = _trusted(asked, first)
    if (shares > 0.0).sum() < _FEWEST and not len(asked.more_like):
        return _settled(first, first, held, asked, forward)
    common = _common(seqs, shares, asked, forward)
    wider = _expanded(wording, weights, common, _eligible(common, wording, seqs, forward), forward)
    found = widened_candidates(asked, _boosts(wider, forward))
    if len(found) > len(asked.candidates):
        held = held.with_more(forward.vectors(found[len(asked.candidates) :]))
    second = _scored(found, held, wider, wider.weights, asked, forward)
    return _settled(second, first, held, asked, forward)


def _scored(
    seqs: Seqs,
    held: Vectors,
    wording: QueryWords,
    weights: Floats,
    asked: RankerQuery,
    forward: ForwardIndex,
) -> ScoredCandidates:
    tallies = held.tallies(wording.keys)
    return bm25.scored(seqs, tallies, wording, weights, asked.zones, forward.average_length)


def trust(scores: Floats) -> Floats:
    """Return how much each of the first hits counts, all together 1: a softmax of their scores.

    Measured in standard deviations, so that a query with one outstanding hit follows that one, and
    a query with twenty equals follows them all.
    """
    spread = float(scores.std())
    shares = (
        np.exp((scores - scores.max()) / (_PATIENCE * spread))
        if spread > 0.0
        else np.ones(len(scores))
    )
    return np.asarray(shares / shares.sum())


def _trusted(asked: RankerQuery, first: ScoredCandidates) -> tuple[Seqs, Floats]:
    """The articles to learn from with their shares: the user's own choice, or else the first."""
    if len(asked.more_like):
        right, shares = asked.more_like, np.full(len(asked.more_like), 1.0 / len(asked.more_like))
    else:
        order = np.argsort(-first.scores, kind="stable")[:_ARTICLES]
        order = order[first.scores[order] > 0.0]
        if len(asked.less_like):
            order = order[~np.isin(first.seqs[order], asked.less_like)]
        right = first.seqs[order]
        shares = trust(first.scores[order]) if len(order) else np.zeros(0)
    wrong = asked.less_like
    against = np.full(len(wrong), -_AGAINST / max(len(wrong), 1))
    return np.concatenate([right, wrong]), np.concatenate([shares, against])


def _common(seqs: Seqs, shares: Floats, asked: RankerQuery, forward: ForwardIndex) -> Centroid:
    return centroid(
        seqs, lambda vectors: _counts(vectors, asked.zones, forward), shares, bm25.idf, forward
    )


def _expanded(
    wording: QueryWords,
    weights: Floats,
    common: Centroid,
    eligible: NDArray[np.bool_],
    forward: ForwardIndex,
) -> QueryWords:
    """The query with the centroid added: to the weights of its own words, and as new words.

    What is added has one length whatever it is made of, for a long article's vector is spread thin.
    """
    chosen = heaviest(common.weights, eligible, _TERMS)
    lengths = float(np.linalg.norm(weights)), float(np.linalg.norm(common.weights[chosen]))
    scale = _BETA * lengths[0] / (lengths[1] or 1.0)
    brought = scale * common.weights
    places = dict(zip(common.keys[chosen].tolist(), chosen.tolist(), strict=True))
    own = [places.pop(key, None) for key in wording.keys.tolist()]
    gained = [0.0 if place is None else brought[place] for place in own]
    weights = weights + np.bincount(wording.word_of, gained, len(wording))
    new = np.fromiter(places.values(), np.int64, len(places))
    keys, rarities = common.keys[new], np.minimum(common.rarities[new], forward.count)
    return with_new_words(wording, weights, forward.terms(keys), keys, brought[new], rarities)


def _eligible(
    common: Centroid, wording: QueryWords, seqs: Seqs, forward: ForwardIndex
) -> NDArray[np.bool_]:
    """The terms that may be chosen: the query's own, and others neither too rare nor too common.

    In a small index the stop words of the articles' languages are not common yet; in a larger one
    those that are not say a little, and leaving them out gains nothing.
    """
    most = _MOST_COMMON * max(forward.count, _SMALL)
    wide = common.articles >= _LEAST_ARTICLES
    apt = (common.rarities >= _LEAST_RARITY) & (common.rarities <= most)
    eligible = wide & apt
    if forward.count < _TELLING:
        for language in set(forward.columns(seqs).language.tolist()):
            eligible[common.places(stop_word_keys(language))] = False
    eligible[common.places(wording.keys)] = True
    return eligible


def _boosts(wider: QueryWords, forward: ForwardIndex) -> dict[str, float]:
    """What to look for in the index: the weights without the idf, which it has of its own."""
    boosts = wider.weights / bm25.idf(forward.count, wider.rarities)
    order = np.argsort(-np.where(wider.added, wider.weights, np.inf), kind="stable")
    sought = order[: int((~wider.added).sum()) + _SOUGHT].tolist()
    return {term: float(boosts[word]) for word in sought for term in wider.variants[word]}


def _settled(
    ranked: ScoredCandidates,
    first: ScoredCandidates,
    held: Vectors,
    asked: RankerQuery,
    forward: ForwardIndex,
) -> ScoredCandidates:
    """The scores smoothed among the best, the first hits pinned, what was called wrong last."""
    scores = ranked.scores.copy()
    best = np.argsort(-scores, kind="stable")[: smoothing_depth(len(scores))]
    best = best[scores[best] > 0.0]
    if len(best) > _FEWEST:
        vectors = held.at(best)
        alike = likeness(vectors, _counts(vectors, asked.zones, forward))
        scores[best] = smoothed(scores[best], alike)
    if len(asked.less_like):
        scores[np.isin(ranked.seqs, asked.less_like)] = 0.0
    return replace(ranked, scores=_pinned(scores, ranked.seqs, first, asked), held=held)


def _pinned(scores: Floats, seqs: Seqs, first: ScoredCandidates, asked: RankerQuery) -> Floats:
    """The first two of the first round stay above all others, unless the user has chosen hits."""
    if not len(scores) or len(asked.more_like) or len(asked.less_like):
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
    """What each entry counts, by BM25 without the idf."""
    tf = frequencies(vectors.packed, zones)
    return bm25.saturated(tf, vectors.lengths[vectors.rows], forward.average_length)

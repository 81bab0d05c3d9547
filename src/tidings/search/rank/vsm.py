"""The vector space model of the 2007 thesis, with its query expansion and its term reweighting.

The weight of a term is f * log(D/d), in articles and in the query; relevance is the cosine. The
first ten retrieved articles count as relevant, the last ten as irrelevant. Where the thesis leaves
a choice, this is the reading that reproduces its findings (docs/decisions/009-ranking.md): articles
are vectors of length 1, a hundred terms are added, and each starts with the mean difference of its
weights.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from tidings.search.rank.centroid import Centroid, centroid, heaviest
from tidings.search.rank.feedback_articles import Feedback, feedback_articles
from tidings.search.rank.query_words import (
    QueryWords,
    query_words_of,
    weighted_words,
    word_counts,
)
from tidings.search.rank.ranker import RankedIndex, RankerQuery, ScoredCandidates, WeightedWord
from tidings.search.rank.rounds import FeedbackStep, LearningInput, Ranker
from tidings.search.rank.statistics import CollectionStatistics, Ints
from tidings.search.rank.vectors import EVEN_ZONES, Floats, Tallies, frequencies

_JUDGED = 10  # articles at each end of the list
_TERMS = 100  # terms added


def idf(count: int, article_counts: Ints) -> Floats:
    """Return log(D/d) of terms that are in d of D articles; 0 if d is 0."""
    known = np.clip(article_counts, 1, max(count, 1))
    return np.where(article_counts > 0, np.log(max(count, 1) / known), 0.0)


def _rated_words(words: Sequence[WeightedWord], statistics: CollectionStatistics) -> QueryWords:
    """The words with their weights times their idf."""
    plain = query_words_of(words, statistics)
    idfs = idf(statistics.count, plain.article_counts)
    return replace(plain, weights=plain.weights * idfs)


def _scored(
    index: RankedIndex, query: RankerQuery, words: QueryWords, before: ScoredCandidates | None
) -> ScoredCandidates:
    """The cosine of each article with the query."""
    seqs, weights = query.candidates, words.weights
    tallies = index.forward.tallies(seqs, words.keys)
    found = word_counts(tallies, words, EVEN_ZONES)
    norms = _norms(index, query, tallies)
    length = float(np.linalg.norm(weights))
    scale = 1.0 / (np.where(norms > 0.0, norms, np.inf) * (length or np.inf))
    term_weights = weights * idf(index.statistics.count, words.article_counts)

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


def _norms(index: RankedIndex, query: RankerQuery, tallies: Tallies) -> Floats:
    """The lengths of the articles' vectors. A shard has stored them with the idfs of its own."""
    if index.is_whole:
        return tallies.norms
    vectors, statistics = index.forward.vectors(query.candidates), index.statistics
    idfs = idf(statistics.count, statistics.document_frequencies(vectors.keys))
    values = frequencies(vectors.packed, EVEN_ZONES) * idfs
    return np.sqrt(np.bincount(vectors.rows, values * values, len(query.candidates)))


def _feedback(index: RankedIndex, query: RankerQuery, scored: ScoredCandidates) -> Feedback:
    """The first and the last hits, and the user's choice."""
    order = np.argsort(-scored.scores, kind="stable")
    order = order[scored.scores[order] > 0.0]
    order = np.concatenate([order[:_JUDGED], order[_JUDGED:][-_JUDGED:]])
    return Feedback(
        len(scored.seqs),
        feedback_articles(index, scored.seqs[order], scored.scores[order]),
        feedback_articles(index, query.more_like),
        feedback_articles(index, query.less_like),
    )


def _difference(feedback: Feedback, statistics: CollectionStatistics) -> tuple[Centroid, int]:
    """The sum of the relevant vectors minus that of the irrelevant, and the number of relevant."""
    hits = np.arange(len(feedback.hits))
    right = feedback.right if len(feedback.right) else feedback.hits.at(hits[:_JUDGED])
    wrong = feedback.wrong if len(feedback.wrong) else feedback.hits.at(hits[_JUDGED:][-_JUDGED:])
    sides = np.concatenate([np.ones(len(right)), -np.ones(len(wrong))])
    articles = right.with_more(wrong)
    counts = frequencies(articles.vectors.packed, EVEN_ZONES)
    return centroid(articles, counts, sides, idf, statistics), max(len(right), 1)


def _expanded(words: QueryWords, feedback: Feedback, given: LearningInput) -> QueryWords | None:
    """The query with the terms in which relevant and irrelevant articles differ most."""
    if not feedback.candidates:
        return None
    difference, relevant = _difference(feedback, given.statistics)
    chosen = heaviest(difference.weights, ~np.isin(difference.keys, words.keys), _TERMS)
    start_weights = difference.weights[chosen] / relevant
    found = zip(given.texts(difference.keys[chosen]), start_weights.tolist(), strict=True)
    new = [WeightedWord((term,), weight) for term, weight in found if term]
    return query_words_of([*weighted_words(words), *new], given.statistics, added=len(new))


def _reweighted(words: QueryWords, feedback: Feedback, given: LearningInput) -> QueryWords | None:
    """Rocchio's formula: the old weight plus the difference, but never below 0."""
    if not feedback.candidates:
        return None
    difference, _ = _difference(feedback, given.statistics)
    changes = np.bincount(words.word_of, difference.weights_at(words.keys), len(words))
    return replace(words, weights=np.maximum(words.weights + changes, 0.0))


def _boosts(words: QueryWords, statistics: CollectionStatistics) -> dict[str, float]:
    pairs = zip(words.variants, words.weights.tolist(), strict=True)
    return {term: weight for terms, weight in pairs for term in terms if weight > 0.0}


def _no_boosts(words: QueryWords, statistics: CollectionStatistics) -> dict[str, float]:
    return {}


_EXPANSION: Final = FeedbackStep(_feedback, _expanded, _boosts)
_REWEIGHTING: Final = FeedbackStep(_feedback, _reweighted, _no_boosts)

vsm: Final = Ranker(_rated_words, _scored)
vsm_qe: Final = Ranker(_rated_words, _scored, (_EXPANSION,))
vsm_tr: Final = Ranker(_rated_words, _scored, (_REWEIGHTING,))
vsm_qe_tr: Final = Ranker(_rated_words, _scored, (_EXPANSION, _REWEIGHTING))

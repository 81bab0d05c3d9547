"""The vector space model of the 2007 thesis, with its query expansion and its term reweighting.

A term weighs f * log(D/d) in articles and in the query; relevance is the cosine. The first ten of
the retrieved articles are taken for relevant, the last ten for irrelevant. Where the thesis leaves
a choice, the reading is the one under which its own finding holds (docs/decisions/009-ranking.md):
articles count as vectors of length 1, a hundred terms are added, and each begins with the mean
difference of its weights.
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

_JUDGED = 10  # articles at either end of the list
_TERMS = 100  # added


def idf(count: int, rarities: Ints) -> Floats:
    """Return log(D/d) of terms that stand in d of D articles; 0 for one that is nowhere."""
    known = np.clip(rarities, 1, max(count, 1))
    return np.where(rarities > 0, np.log(max(count, 1) / known), 0.0)


def vsm(
    asked: RankerQuery, forward: ForwardIndex, *, expand: bool = False, reweight: bool = False
) -> ScoredCandidates:
    """Rank by the cosine, with either kind of feedback, or both, one round each."""
    wording = query_words_of(asked.words, forward)
    weights = wording.weights * idf(forward.count, wording.rarities)
    ranked = _scored(asked.candidates, wording, weights, EVEN_ZONES, forward)
    if expand and len(asked.candidates):
        wording, weights = _expanded(
            wording, weights, *_difference(ranked, asked, forward), forward
        )
        seqs = widened_candidates(asked, _boosts(wording, weights))
        ranked = _scored(seqs, wording, weights, EVEN_ZONES, forward)
    if reweight and len(asked.candidates):
        weights = _reweighted(wording, weights, _difference(ranked, asked, forward)[0])
        ranked = _scored(ranked.seqs, wording, weights, EVEN_ZONES, forward)
    return ranked


vsm_qe = partial(vsm, expand=True)
vsm_tr = partial(vsm, reweight=True)
vsm_qe_tr = partial(vsm, expand=True, reweight=True)


def _scored(
    seqs: Seqs, wording: QueryWords, weights: Floats, zones: ZoneWeights, forward: ForwardIndex
) -> ScoredCandidates:
    """The cosine of each article with the query."""
    found = word_counts(forward.tallies(seqs, wording.keys), wording, zones)
    length = float(np.linalg.norm(weights))
    scale = 1.0 / (np.where(found.norms > 0.0, found.norms, np.inf) * (length or np.inf))
    brought = weights * idf(forward.count, wording.rarities)

    def shares(row: int) -> Floats:
        return np.asarray(found.frequencies[row] * brought * scale[row])

    return ScoredCandidates(
        seqs,
        (found.frequencies @ brought) * scale,
        wording.names,
        weights,
        wording.added,
        found.packed,
        shares,
    )


def _difference(
    ranked: ScoredCandidates, asked: RankerQuery, forward: ForwardIndex
) -> tuple[Centroid, int]:
    """The sum of the relevant vectors less that of the irrelevant; how many are relevant."""
    order = np.argsort(-ranked.scores, kind="stable")
    order = order[ranked.scores[order] > 0.0]
    right, wrong = asked.more_like, asked.less_like  # the user knows best
    right = right if len(right) else ranked.seqs[order[:_JUDGED]]
    wrong = wrong if len(wrong) else ranked.seqs[order[_JUDGED:][-_JUDGED:]]
    sides = np.concatenate([np.ones(len(right)), -np.ones(len(wrong))])
    seqs = np.concatenate([right, wrong])
    return centroid(seqs, _counts, sides, idf, forward), max(len(right), 1)


def _counts(vectors: Vectors) -> Floats:
    return frequencies(vectors.packed, EVEN_ZONES)


def _expanded(
    wording: QueryWords, weights: Floats, difference: Centroid, relevant: int, forward: ForwardIndex
) -> tuple[QueryWords, Floats]:
    """The query with the terms by which relevant articles differ most from irrelevant ones."""
    chosen = heaviest(difference.weights, ~np.isin(difference.keys, wording.keys), _TERMS)
    begin = difference.weights[chosen] / relevant
    found = zip(forward.terms(difference.keys[chosen]), begin.tolist(), strict=True)
    new = [WeightedWord((term,), weight) for term, weight in found if term]
    wider = query_words_of([*weighted_words(wording, weights), *new], forward, added=len(new))
    return wider, wider.weights


def _reweighted(wording: QueryWords, weights: Floats, difference: Centroid) -> Floats:
    """Rocchio's formula: the old weight plus the difference; a word never counts against."""
    changes = np.bincount(wording.word_of, difference.weights_at(wording.keys), len(wording))
    return np.maximum(weights + changes, 0.0)


def _boosts(wording: QueryWords, weights: Floats) -> dict[str, float]:
    pairs = zip(wording.variants, weights.tolist(), strict=True)
    return {term: weight for terms, weight in pairs for term in terms if weight > 0.0}

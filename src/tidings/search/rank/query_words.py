"""The words of a query as columns of numbers, and how often each stands in the candidates."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.ranker import RankerQuery, Seqs, WeightedWord
from tidings.search.rank.vectors import (
    TITLE_BITS,
    Floats,
    ForwardIndex,
    Keys,
    Packed,
    Tallies,
    added_up,
    frequencies,
)
from tidings.settings.tree import ZoneWeights
from tidings.text.bulk.vocabulary import term_key

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class QueryWords:
    """Words, each with the terms that count as it; all arrays but the first two go by word."""

    keys: Keys  # of all variants, word by word
    masks: Packed  # the bits of a count that count, by variant
    variants: tuple[tuple[str, ...], ...]
    starts: Ints  # of each word's variants among the keys
    weights: Floats  # as asked
    rarities: Ints  # in how many articles each stands
    added: NDArray[np.bool_]  # by feedback

    def __len__(self) -> int:
        return len(self.variants)

    @property
    def names(self) -> list[str]:
        """One term for each word."""
        return [variants[0] for variants in self.variants]

    @property
    def word_of(self) -> Ints:
        """The number of the word that each key belongs to."""
        return np.repeat(np.arange(len(self)), [len(variants) for variants in self.variants])


@dataclass(frozen=True, slots=True, eq=False)
class WordCounts:
    """Candidates with the counts of each word: a row per candidate, a column per word."""

    packed: Packed
    frequencies: Floats
    lengths: Floats
    norms: Floats


def query_words_of(
    words: Sequence[WeightedWord], forward: ForwardIndex, added: int = 0
) -> QueryWords:
    """Return the words as columns, one that is repeated weighing more; the last `added` are new."""
    weights: dict[tuple[tuple[str, ...], bool], float] = {}
    known = len(words) - added
    for word in words:
        if word.variants:
            which = (word.variants, word.title_only)
            weights[which] = weights.get(which, 0.0) + word.weight
    before = {(word.variants, word.title_only) for word in words[:known]}
    variants = tuple(terms for terms, _ in weights)
    keys = np.array([term_key(term) for terms in variants for term in terms], np.uint64)
    masks = [TITLE_BITS if title else 0xFFFF for terms, title in weights for _ in terms]
    starts = np.array([0, *accumulate(map(len, variants))][: len(variants)], np.int64)
    return QueryWords(
        keys,
        np.array(masks, np.uint16),
        variants,
        starts,
        np.array(list(weights.values()), np.float64),
        _rarities(keys, starts, forward),
        np.array([which not in before for which in weights], np.bool_),
    )


def weighted_words(wording: QueryWords, weights: Floats) -> list[WeightedWord]:
    """Return the words again, weighted anew."""
    title = (wording.masks[wording.starts] == TITLE_BITS).tolist()
    return [
        WeightedWord(variants, weight, only)
        for variants, weight, only in zip(wording.variants, weights.tolist(), title, strict=True)
    ]


def with_new_words(
    wording: QueryWords,
    weights: Floats,
    terms: Sequence[str],
    keys: Keys,
    new: Floats,
    rarities: Ints,
) -> QueryWords:
    """Return the words, weighted anew, with new ones behind them, which are one term each."""
    count = len(terms)
    return QueryWords(
        np.concatenate([wording.keys, keys]),
        np.concatenate([wording.masks, np.full(count, 0xFFFF, np.uint16)]),
        (*wording.variants, *((term,) for term in terms)),
        np.concatenate([wording.starts, np.arange(count) + len(wording.keys)]),
        np.concatenate([weights, new]),
        np.concatenate([wording.rarities, rarities]),
        np.concatenate([wording.added, np.ones(count, np.bool_)]),
    )


def word_counts(tallies: Tallies, wording: QueryWords, zones: ZoneWeights) -> WordCounts:
    """Return how often each word stands in each article."""
    packed = added_up(tallies.packed & wording.masks, wording.starts)
    return WordCounts(packed, frequencies(packed, zones), tallies.lengths, tallies.norms)


def widened_candidates(asked: RankerQuery, boosts: dict[str, float]) -> Seqs:
    """Return the candidates, those for the boosted terms included, each once."""
    if asked.retrieve is None or not boosts:
        return asked.candidates
    found = asked.retrieve(boosts)
    return np.concatenate([asked.candidates, found[~np.isin(found, asked.candidates)]])


def _rarities(keys: Keys, starts: Ints, forward: ForwardIndex) -> Ints:
    """In how many articles each word stands, taking its variants for exclusive."""
    if not len(keys):
        return np.zeros(0, np.int64)
    counts: Ints = np.add.reduceat(forward.document_frequencies(keys), starts)
    return np.minimum(counts, forward.count)

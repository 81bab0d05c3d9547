"""The words of a query as arrays, and the counts of each word in the candidates."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from tidings.search.rank.ranker import WeightedWord
from tidings.search.rank.statistics import CollectionStatistics, Ints
from tidings.search.rank.vectors import (
    TITLE_BITS,
    Floats,
    Keys,
    Packed,
    Tallies,
    added_up,
    frequencies,
)
from tidings.settings.tree import ZoneWeights
from tidings.text.bulk.vocabulary import term_key


@dataclass(frozen=True, slots=True, eq=False)
class QueryWords:
    """The words of a query; all arrays have one item per word, except the first two."""

    keys: Keys  # of all variants, word by word
    masks: Packed  # which bits of a packed count to use, by variant
    variants: tuple[tuple[str, ...], ...]
    starts: Ints  # of each word's variants among the keys
    weights: Floats
    article_counts: Ints  # articles with each word
    added: NDArray[np.bool_]  # whether feedback added the word

    def __len__(self) -> int:
        return len(self.variants)

    @property
    def names(self) -> list[str]:
        """One term per word."""
        return [variants[0] for variants in self.variants]

    @property
    def word_of(self) -> Ints:
        """The index of the word that each key belongs to."""
        return np.repeat(np.arange(len(self)), [len(variants) for variants in self.variants])


@dataclass(frozen=True, slots=True, eq=False)
class WordCounts:
    """The counts of words in candidates: a row per candidate, a column per word."""

    packed: Packed
    frequencies: Floats
    lengths: Floats
    norms: Floats


def query_words_of(
    words: Sequence[WeightedWord], statistics: CollectionStatistics, added: int = 0
) -> QueryWords:
    """Return the words as arrays; repeated words sum their weights, the last `added` are new."""
    weights: dict[tuple[tuple[str, ...], bool], float] = {}
    known = len(words) - added
    for word in words:
        if word.variants:
            word_key = (word.variants, word.title_only)
            weights[word_key] = weights.get(word_key, 0.0) + word.weight
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
        _article_counts(keys, starts, statistics),
        np.array([word_key not in before for word_key in weights], np.bool_),
    )


def weighted_words(words: QueryWords) -> list[WeightedWord]:
    """Return the words one by one."""
    title = (words.masks[words.starts] == TITLE_BITS).tolist()
    return [
        WeightedWord(variants, weight, only)
        for variants, weight, only in zip(
            words.variants, words.weights.tolist(), title, strict=True
        )
    ]


def with_new_words(
    words: QueryWords,
    weights: Floats,
    terms: Sequence[str],
    keys: Keys,
    new: Floats,
    article_counts: Ints,
) -> QueryWords:
    """Return the words with other weights, followed by new words of one term each."""
    count = len(terms)
    return QueryWords(
        np.concatenate([words.keys, keys]),
        np.concatenate([words.masks, np.full(count, 0xFFFF, np.uint16)]),
        (*words.variants, *((term,) for term in terms)),
        np.concatenate([words.starts, np.arange(count) + len(words.keys)]),
        np.concatenate([weights, new]),
        np.concatenate([words.article_counts, article_counts]),
        np.concatenate([words.added, np.ones(count, np.bool_)]),
    )


def word_counts(tallies: Tallies, words: QueryWords, zones: ZoneWeights) -> WordCounts:
    """Return the counts of each word in each article."""
    packed = added_up(tallies.packed & words.masks, words.starts)
    return WordCounts(packed, frequencies(packed, zones), tallies.lengths, tallies.norms)


def _article_counts(keys: Keys, starts: Ints, statistics: CollectionStatistics) -> Ints:
    """The number of articles with each word, assuming that no article has two variants."""
    if not len(keys):
        return np.zeros(0, np.int64)
    counts: Ints = np.add.reduceat(statistics.document_frequencies(keys), starts)
    return np.minimum(counts, statistics.count)

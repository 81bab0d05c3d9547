"""How rare a term is: from a table of common words at first, from the corpus as it grows.

Rarity is -ln of a term's share of all words: 3 for the most common, 16 for an unlisted one. The
table is made by `training/commonness.py`. Its terms are checksums, so an unlisted term is taken
for a listed one once in forty thousand times.
"""

import math
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy
from numpy.typing import NDArray

from tidings.text.frequency.corpus import Corpus
from tidings.text.word_cache import WordCache

STEPS = 10  # the table stores rarity in tenths
UNLISTED_RARITY = 16.0  # of a term that is not among a language's 30 000 most common
_UNKNOWN = 11.0  # the same where there is no table: between a common word and a rare name
_FILE = Path(__file__).with_name("commonness.npz")
_TERMS_PER_ARTICLE = 150  # different ones in an article of 550 words: converts articles to words
# How many articles weigh as much as the table, or as having no table.
_TABLE_ARTICLES, _BLANK_ARTICLES = 1000, 50


@cache
def _table() -> tuple[NDArray[Any], NDArray[Any], frozenset[str]]:
    with numpy.load(_FILE) as table:
        return table["sums"], table["rarities"], frozenset(map(str, table["languages"]))


def rarities(terms: Sequence[str], language: str, corpus: Corpus | None = None) -> list[float]:
    """Return how rare each term is in a language."""
    if not terms:
        return []
    shares, articles = _expected(terms, language)
    if corpus is not None and (seen := corpus.documents(language)):
        counts = corpus.frequencies(terms, language) / _TERMS_PER_ARTICLE
        shares = (shares * articles + counts) / (articles + seen)
    found = numpy.minimum(-numpy.log(shares), UNLISTED_RARITY)
    return found.tolist()  # type: ignore[no-any-return]


@cache
def _sums(language: str) -> WordCache[int]:
    return WordCache(lambda term: crc32(f"{language} {term}".encode("utf-8", "replace")))


def _expected(terms: Sequence[str], language: str) -> tuple[NDArray[Any], int]:
    """The shares before any article was read, and how many articles this prior weighs."""
    sums, known, languages = _table()
    if language not in languages:
        return numpy.full(len(terms), math.exp(-_UNKNOWN)), _BLANK_ARTICLES
    wanted = numpy.fromiter(map(_sums(language).__getitem__, terms), numpy.uint32, len(terms))
    places = numpy.minimum(sums.searchsorted(wanted), len(sums) - 1)
    found = numpy.where(sums[places] == wanted, known[places] / STEPS, UNLISTED_RARITY)
    return numpy.exp(-found), _TABLE_ARTICLES

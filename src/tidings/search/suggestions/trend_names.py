"""Joins trending terms into names of several words: terms that mostly occur in a row."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import tantivy
from numpy.typing import NDArray
from tantivy import Occur

from tidings.search.entries.schema import schema

_TOGETHER: Final = 0.6  # of the rarer word's articles must have both words of a name
_IN_A_ROW: Final = 0.5  # of the more frequent word's articles must have them in a row
_MAX_HITS: Final = 5_000
_MAX_WORDS: Final = 3


@dataclass(frozen=True, slots=True)
class TrendCandidate:
    """Terms in a row that may trend, and the rows of the articles with them."""

    terms: tuple[str, ...]
    score: float
    expected: float
    sources: int
    articles: frozenset[int]
    is_name: bool = True  # mostly written with a capital, if the script has capitals


def joined_names(
    searcher: tantivy.Searcher, candidates: Sequence[TrendCandidate], seqs: NDArray[np.int64]
) -> list[TrendCandidate]:
    """Return the candidates, with those that form a name joined."""
    place_of = {int(seq): row for row, seq in enumerate(seqs.tolist())}
    left = list(candidates)
    for _ in range(_MAX_WORDS - 1):
        joined = _joined_once(searcher, left, place_of)
        if len(joined) == len(left):
            break
        left = joined
    return left


def _joined_once(
    searcher: tantivy.Searcher, candidates: Sequence[TrendCandidate], place_of: dict[int, int]
) -> list[TrendCandidate]:
    left = list(candidates)
    done: list[TrendCandidate] = []
    while left:
        one = left.pop(0)
        for other in left:
            if name := _name(searcher, one, other, place_of):
                left.remove(other)
                one = name
                break
        done.append(one)
    return done


def _name(
    searcher: tantivy.Searcher, one: TrendCandidate, other: TrendCandidate, place_of: dict[int, int]
) -> TrendCandidate | None:
    """The name that two candidates form, if they do."""
    if not (one.is_name and other.is_name):
        return None
    common = one.articles & other.articles
    rarer = min(len(one.articles), len(other.articles))
    if len(common) < _TOGETHER * rarer or len(one.terms) + len(other.terms) > _MAX_WORDS:
        return None
    for terms in (one.terms + other.terms, other.terms + one.terms):
        rows = _in_a_row(searcher, terms, place_of) & (one.articles | other.articles)
        if len(rows) >= _IN_A_ROW * max(len(one.articles), len(other.articles)):
            best = max(one, other, key=lambda each: each.score)
            expected = min(one.expected, other.expected)
            return TrendCandidate(terms, best.score, expected, best.sources, rows)
    return None


def _in_a_row(
    searcher: tantivy.Searcher, terms: Sequence[str], place_of: dict[int, int]
) -> frozenset[int]:
    """The rows of recent articles with the terms in a row."""
    phrases = [
        (Occur.Should, tantivy.Query.phrase_query(schema(), name, _with_letters(terms)))
        for name in ("title", "body")
    ]
    found = tantivy.Query.boolean_query(phrases)
    wanted = min(_MAX_HITS, max(searcher.num_docs, 1))
    hits = searcher.search(found, limit=wanted, count=False, order_by_field="newest").hits
    seqs = searcher.fast_field_values("seq", [address for _, address in hits])
    return frozenset(place_of[int(seq)] for seq in seqs if seq in place_of)


def _with_letters(terms: Sequence[str]) -> list[str | tuple[int, str]]:
    """The terms with their positions; between overlapping letter pairs there is a single letter."""
    placed: list[str | tuple[int, str]] = []
    place = 0
    for before, term in zip(("", *terms), terms, strict=False):
        if before:
            place += 2 if before[-1] == term[0] and not term.isascii() and len(term) == 2 else 1
        placed.append((place, term))
    return placed

"""Conditions on the terms and labels of one article."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import merge

from tidings.search.entries.schema import TEXTS
from tidings.search.matching.conditions import Cost, Terms
from tidings.search.matching.match_document import Fields, MatchDocument
from tidings.search.planning.probes import Probe
from tidings.search.planning.similar_terms import letters_apart

_TEXTS = frozenset(TEXTS)


@dataclass(frozen=True, slots=True)
class HasTerm:
    """Any of some terms or labels, in any of some fields."""

    fields: Fields
    terms: Terms

    def holds(self, document: MatchDocument) -> bool:
        """Return whether one of the terms is there."""
        return not self.terms.isdisjoint(document.terms[self.fields])

    def needed(self, cost: Cost) -> Terms | None:
        """Return the terms."""
        return self.terms if _TEXTS.issuperset(self.fields) else None


@dataclass(frozen=True, slots=True)
class HasPrefix:
    """A term that begins like a word, or one of the stems that such words may have."""

    fields: Fields
    starts: tuple[str, ...]
    stems: Terms

    def holds(self, document: MatchDocument) -> bool:
        """Return whether there is such a term."""
        if not self.stems.isdisjoint(document.terms[self.fields]):
            return True
        terms = document.sorted_terms[self.fields]
        return any(next(with_prefix(terms, start), None) is not None for start in self.starts)

    def needed(self, cost: Cost) -> Terms | None:
        """Return that nothing is known: there is no end of words with a prefix."""
        return None


@dataclass(frozen=True, slots=True)
class HasSimilar:
    """A term or label that differs in a few letters at most."""

    fields: Fields
    term: str
    distance: int

    def holds(self, document: MatchDocument) -> bool:
        """Return whether there is such a term."""
        most, size = self.distance, len(self.term)
        return any(
            _is_similar(self.term, term, most)
            for term in document.terms[self.fields]
            if -most <= len(term) - size <= most
        )

    def needed(self, cost: Cost) -> Terms | None:
        """Return that nothing is known."""
        return None


@dataclass(frozen=True, slots=True)
class HasLabel:
    """A label of which the whole matches a regular expression."""

    fields: Fields
    pattern: re.Pattern[str]

    def holds(self, document: MatchDocument) -> bool:
        """Return whether there is such a label."""
        return any(map(self.pattern.fullmatch, document.terms[self.fields]))

    def needed(self, cost: Cost) -> Terms | None:
        """Return that nothing is known."""
        return None


@dataclass(frozen=True, slots=True)
class HasPhrase:
    """Several terms in a row in one field, with at most `slop` others between them all."""

    field: str
    probe: Probe
    slop: int

    def holds(self, document: MatchDocument) -> bool:
        """Return whether the terms are in a row somewhere."""
        terms = document.terms[self.field,]
        if not all(term in terms for _, term in self.probe):
            return False
        positions = document.positions[self.field]
        if self.slop == 0:
            return bool(_starts(positions, self.probe))
        return _narrowest(positions, self.probe) <= self.slop

    def needed(self, cost: Cost) -> Terms | None:
        """Return the cheapest term."""
        return _one_of(self.field, self.probe, cost)


@dataclass(frozen=True, slots=True)
class HasPhrasePrefix:
    """Several terms in a row in one field, and then one that begins with the last of them."""

    field: str
    probe: Probe

    def holds(self, document: MatchDocument) -> bool:
        """Return whether the terms are in a row somewhere."""
        *whole, (last, start) = self.probe
        terms = document.terms[self.field,]
        if not all(term in terms for _, term in whole):
            return False
        positions = document.positions[self.field]
        starts = _starts(positions, whole)
        return bool(starts) and any(
            place - last in starts
            for term in with_prefix(document.sorted_terms[self.field,], start)
            for place in positions[term]
        )

    def needed(self, cost: Cost) -> Terms | None:
        """Return the cheapest of the whole terms."""
        return _one_of(self.field, self.probe[:-1], cost)


@lru_cache(maxsize=131_072)  # words recur from article to article; comparing takes ten times longer
def _is_similar(one: str, other: str, most: int) -> bool:
    return letters_apart(one, other, most) <= most


def with_prefix(terms: Sequence[str], start: str) -> Iterator[str]:
    """Yield the terms that begin with a text, given all in order."""
    for at in range(bisect_left(terms, start), len(terms)):
        if not terms[at].startswith(start):
            return
        yield terms[at]


def _one_of(field: str, probe: Sequence[tuple[int, str]], cost: Cost) -> Terms | None:
    return frozenset({min((term for _, term in probe), key=cost)}) if field in _TEXTS else None


def _starts(
    positions: Mapping[str, Sequence[int]], probe: Sequence[tuple[int, str]]
) -> frozenset[int]:
    """Where phrases begin in which every term is at its place."""
    places = (frozenset(at - offset for at in positions[term]) for offset, term in probe)
    found = next(places)
    for more in places:
        found &= more
    return found


def _narrowest(positions: Mapping[str, Sequence[int]], probe: Probe) -> int:
    """The fewest other terms in between, over all choices of a position for each term.

    Each position counts back to where the phrase would begin; a perfect phrase has one beginning.
    """
    begins = merge(
        *(
            [(at - offset, nth) for at in positions[term]]
            for nth, (offset, term) in enumerate(probe)
        )
    )
    last: dict[int, int] = {}  # where the phrase begins by each term that was seen
    narrowest = -1
    for begin, nth in begins:
        last[nth] = begin
        if len(last) == len(probe):
            width = begin - min(last.values())
            narrowest = width if narrowest < 0 else min(narrowest, width)
    return narrowest

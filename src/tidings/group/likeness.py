"""Likeness: whether two sketches are of near-duplicates, how it shows, and which holds which.

Pure: the same two sketches always get the same answer, and both sides agree on it.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from tidings.group.sketch import FACTS, Sketch

SHORT = 25  # words; in shorter texts chance weighs too much: only (nearly) the same is the same
_NEARLY = 0.8  # of the shingles of both, for short texts: about one word in 20 may differ
_HELD = 0.55  # of one text's shingles stand in the other: what 10% of words changed leave is .73
_BOTH = 0.15  # a text wrapped in one seven times as long is that other text's quotation
_FEW = 6  # fingerprints in common: fewer may be chance
_NEAR = 3  # bits of 64 between simhashes: Manku et al.'s for web pages
_MUTUAL = 0.8  # of both texts' shingles: then neither is a part of the other
_ENOUGH_FACTS = 3  # fewer say nothing
_FACTS_HELD = 0.5  # of the facts of the text that has fewer


class Found(StrEnum):
    """By what a near-duplicate was told."""

    EXACT = "exact"  # all letters are the same
    SIMHASH = "simhash"  # nearly the same words
    SHINGLES = "shingles"  # passages in common


class Relation(StrEnum):
    """What one text is to the other."""

    COPY = "copy"  # each holds nearly all of the other
    PART = "part"  # it is an excerpt, or the other wraps or extends it
    WHOLE = "whole"  # it wraps or extends the other, of which it holds nearly all
    OVERLAP = "overlap"  # both have passages of their own, or were reworded


@dataclass(frozen=True, slots=True)
class Agreement:
    """How many of the facts that two texts could share they do share."""

    shared: int
    of: int

    @property
    def holds(self) -> bool:
        """Whether the facts speak for a copy, or do not speak."""
        return self.of < _ENOUGH_FACTS or self.shared >= _FACTS_HELD * self.of


@dataclass(frozen=True, slots=True)
class Likeness:
    """How a text is like another one, of which it is a near-duplicate."""

    other: str  # the other article's id
    found: Found
    similarity: float  # shingles in common, of all that either has
    holds: float  # the share of the other's text that stands in this one
    held: float  # the share of this one's text that stands in the other
    distance: int  # bits in which the simhashes differ
    names: Agreement
    numbers: Agreement

    @property
    def relation(self) -> Relation:
        """What this text is to the other."""
        if min(self.holds, self.held) >= _MUTUAL:
            return Relation.COPY
        if max(self.holds, self.held) < _MUTUAL:
            return Relation.OVERLAP
        return Relation.PART if self.held > self.holds else Relation.WHOLE

    @property
    def why(self) -> str:
        """The decision in words."""
        if self.found is Found.EXACT:
            return "has the same letters"
        told = f"holds {self.holds:.0%} of the other's text, which holds {self.held:.0%} of it"
        if self.found is Found.SIMHASH:
            told = f"its words' simhash differs in {self.distance} bits; {told}"
        facts = (("names", self.names), ("numbers", self.numbers))
        shared = [f"{each.shared} of {each.of} {kind}" for kind, each in facts if each.of]
        return f"{told}; shares {' and '.join(shared)}" if shared else told


def likeness(mine: Sketch, theirs: Sketch, other: str = "") -> Likeness | None:
    """Compare two texts; None if neither is a near-duplicate of the other."""
    if not mine.checksum or not theirs.checksum:
        return None
    names = agreement(mine.names, theirs.names)
    numbers = agreement(mine.numbers, theirs.numbers)
    distance = (mine.simhash ^ theirs.simhash).bit_count()
    shared, ours, others = _overlap(mine, theirs)
    holds, held = shared / max(1, others), shared / max(1, ours)
    similarity = shared / max(1, ours + others - shared)
    if mine.checksum == theirs.checksum:
        return Likeness(other, Found.EXACT, 1.0, 1.0, 1.0, distance, names, numbers)
    if not (names.holds and numbers.holds):
        return None
    found = _found(min(mine.words, theirs.words), distance, shared, holds, held)
    if found is None:
        return None
    return Likeness(other, found, similarity, holds, held, distance, names, numbers)


def _found(words: int, distance: int, shared: int, holds: float, held: float) -> Found | None:
    """By what two texts whose facts agree are told to be near-duplicates."""
    less, more = sorted((holds, held))
    if words < SHORT:
        return Found.SHINGLES if less >= _NEARLY else None
    if shared >= _FEW and more >= _HELD and less >= _BOTH:
        return Found.SHINGLES
    return Found.SIMHASH if distance <= _NEAR and less >= _HELD / 2 else None


def _overlap(mine: Sketch, theirs: Sketch) -> tuple[int, int, int]:
    """Fingerprints in common, mine and theirs, of those that both would have kept."""
    level = max(mine.level, theirs.level)
    one, other = (_coarser(each.marks, level) for each in (mine, theirs))
    return len(np.intersect1d(one, other, assume_unique=True)), len(one), len(other)


def _coarser(marks: NDArray[np.uint32], level: int) -> NDArray[np.uint32]:
    kept: NDArray[np.uint32] = marks[marks % np.uint32(1 << level) == 0]
    return kept


def agreement(mine: bytes, theirs: bytes) -> Agreement:
    """Compare facts; of more than were kept, only those are compared that both kept."""
    one, other = (np.frombuffer(each, "<u2") for each in (mine, theirs))
    bound = min((int(each[-1]) for each in (one, other) if len(each) == FACTS), default=1 << 16)
    one, other = one[one <= bound], other[other <= bound]
    shared = len(np.intersect1d(one, other, assume_unique=True))
    return Agreement(shared, min(len(one), len(other)))

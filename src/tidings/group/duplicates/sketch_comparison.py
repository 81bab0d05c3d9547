"""Likeness: whether two sketches are of near-duplicates, how it shows, and which holds which.

Pure: the same two sketches always get the same answer, and both sides agree on it.
"""

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from tidings.group.duplicates.sketch import MAX_FACTS, Sketch, coarser

SHORT_TEXT_WORDS = (
    25  # words; in shorter texts chance weighs too much: only (nearly) the same is the same
)
_NEARLY = 0.7  # of all shingles of two short texts: one word in 20 may differ
_ALIKE = 0.35  # of all shingles of two texts: what 10% of words changed leave is .57
_HELD = 0.75  # of one text's shingles stand in the other, which wraps or extends it ...
_QUOTED = 0.12  # ... unless these are less than this of all: then it is the other's quotation
_FEW = 6  # fingerprints in common: fewer may be chance
_NEAR = 3  # bits of 64 between simhashes: Manku et al.'s for web pages
_MUTUAL = 0.8  # of both texts' shingles: then neither is a part of the other
_ENOUGH_FACTS = 4  # of a kind; fewer say nothing
_FACTS_HELD = 0.5  # of the facts of the text that has fewer
_SURELY_ALIKE, _SURELY_HELD = 0.5, 0.85  # where facts say nothing
_WHOLLY = 0.93  # of one text stands in the other: its facts do, too, but for a new byline's


class MatchMethod(StrEnum):
    """By what a near-duplicate was told."""

    EXACT = "exact"  # all letters are the same
    SIMHASH = "simhash"  # nearly the same words
    SHINGLES = "shingles"  # passages in common


class CopyRelation(StrEnum):
    """What one text is to the other."""

    COPY = "copy"  # each holds nearly all of the other
    PART = "part"  # it is an excerpt, or the other wraps or extends it
    WHOLE = "whole"  # it wraps or extends the other, of which it holds nearly all
    OVERLAP = "overlap"  # both have passages of their own, or were reworded


@dataclass(frozen=True, slots=True)
class FactAgreement:
    """How many of the facts that two texts could share they do share."""

    shared: int
    of: int

    @property
    def holds(self) -> bool:
        """Whether the facts speak for a copy, or do not speak."""
        return self.of < _ENOUGH_FACTS or self.shared >= _FACTS_HELD * self.of


@dataclass(frozen=True, slots=True)
class DuplicateMatch:
    """How a text is like another one, of which it is a near-duplicate."""

    other: str  # the other article's id
    found: MatchMethod
    similarity: float  # shingles in common, of all that either has
    holds: float  # the share of the other's text that stands in this one
    held: float  # the share of this one's text that stands in the other
    distance: int  # bits in which the simhashes differ
    names: FactAgreement
    numbers: FactAgreement

    @property
    def relation(self) -> CopyRelation:
        """What this text is to the other."""
        if min(self.holds, self.held) >= _MUTUAL:
            return CopyRelation.COPY
        if max(self.holds, self.held) < _MUTUAL:
            return CopyRelation.OVERLAP
        return CopyRelation.PART if self.held > self.holds else CopyRelation.WHOLE

    @property
    def why(self) -> str:
        """The decision in words."""
        if self.found is MatchMethod.EXACT:
            return "has the same letters"
        told = f"holds {self.holds:.0%} of the other's text, which holds {self.held:.0%} of it"
        if self.found is MatchMethod.SIMHASH:
            told = f"its words' simhash differs in {self.distance} bits; {told}"
        facts = (("names", self.names), ("numbers", self.numbers))
        shared = [f"{each.shared} of {each.of} {kind}" for kind, each in facts if each.of]
        return f"{told}; shares {' and '.join(shared)}" if shared else told


def compare_sketches(mine: Sketch, theirs: Sketch, other: str = "") -> DuplicateMatch | None:
    """Compare two texts; None if neither is a near-duplicate of the other."""
    return ComparableSketch(mine).likeness(theirs, other)


class ComparableSketch:
    """A sketch made ready to be compared with many."""

    def __init__(self, sketch: Sketch) -> None:
        self._sketch = sketch
        self._marks = frozenset(sketch.marks.tolist())
        self._levels = {sketch.level: self._marks}

    def likeness(self, theirs: Sketch, other: str = "") -> DuplicateMatch | None:
        """Compare with another text; None if neither is a near-duplicate of the other."""
        mine = self._sketch
        if not mine.checksum or not theirs.checksum:
            return None
        is_same = mine.checksum == theirs.checksum
        shared, ours, others = self._overlap(theirs)
        holds, held = shared / max(1, others), shared / max(1, ours)
        distance = (mine.simhash ^ theirs.simhash).bit_count()
        similarity = shared / max(1, ours + others - shared)
        found = (
            MatchMethod.EXACT
            if is_same
            else _match_method(
                min(mine.words, theirs.words), distance, shared, similarity, max(holds, held)
            )
        )
        if found is None:
            return None
        names, numbers = (
            fact_agreement(mine.names, theirs.names),
            fact_agreement(mine.numbers, theirs.numbers),
        )
        if is_same:
            return DuplicateMatch(other, found, 1.0, 1.0, 1.0, distance, names, numbers)
        if not _facts_agree(names, numbers, similarity, max(holds, held)):
            return None
        return DuplicateMatch(other, found, similarity, holds, held, distance, names, numbers)

    def _overlap(self, theirs: Sketch) -> tuple[int, int, int]:
        """Fingerprints in common, mine and theirs, of those that both would have kept."""
        level = max(self._sketch.level, theirs.level)
        mine = self._levels.get(level)
        if mine is None:
            mine = self._levels[level] = frozenset(coarser(self._sketch.marks, level).tolist())
        others = theirs.marks if theirs.level == level else coarser(theirs.marks, level)
        return len(mine.intersection(others.tolist())), len(mine), len(others)


def _match_method(
    words: int, distance: int, shared: int, similarity: float, share: float
) -> MatchMethod | None:
    """By what two texts are told to be near-duplicates, if their facts agree."""
    if words < SHORT_TEXT_WORDS:
        return MatchMethod.SHINGLES if similarity >= _NEARLY else None
    if shared >= _FEW and (similarity >= _ALIKE or (share >= _HELD and similarity >= _QUOTED)):
        return MatchMethod.SHINGLES
    return MatchMethod.SIMHASH if distance <= _NEAR and similarity >= _ALIKE / 2 else None


def _facts_agree(
    names: FactAgreement, numbers: FactAgreement, similarity: float, share: float
) -> bool:
    """Whether the facts allow it; texts that have none to compare must share more."""
    if share >= _WHOLLY:
        return True
    both = FactAgreement(names.shared + numbers.shared, names.of + numbers.of)
    if both.of < _ENOUGH_FACTS:
        return similarity >= _SURELY_ALIKE or share >= _SURELY_HELD
    return names.holds and numbers.holds and both.holds


def fact_agreement(mine: bytes, theirs: bytes) -> FactAgreement:
    """Compare facts; of more than were kept, only those are compared that both kept."""
    one, other = (np.frombuffer(each, "<u2").tolist() for each in (mine, theirs))
    bound = min((each[-1] for each in (one, other) if len(each) == MAX_FACTS), default=1 << 16)
    one, other = one[: bisect_right(one, bound)], other[: bisect_right(other, bound)]
    return FactAgreement(len(set(one).intersection(other)), min(len(one), len(other)))

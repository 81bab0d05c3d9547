"""Compares two sketches: are they near-duplicates, by what method, and which contains the other?

Pure functions: the same two sketches always give the same result, in either order.
"""

from bisect import bisect_right
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from tidings.group.duplicates.sketch import MAX_FACTS, Sketch, coarser

SHORT_TEXT_WORDS = 25  # shorter texts share shingles by chance: only nearly equal ones match
_MIN_SHORT_SIMILARITY = 0.7  # for short texts: one word in 20 may differ
_MIN_SIMILARITY = 0.35  # of all shingles; 10% of words changed leave .57
_MIN_HELD = 0.75  # of one text's shingles are in the other, which wraps or extends it …
_MIN_WITH_HELD = 0.12  # … if these are at least this share of all: else it is only a quotation
_MIN_SHARED = 6  # fingerprints in common; fewer may be chance
_MAX_DISTANCE = 3  # bits of 64 between simhashes, as Manku et al. use for web pages
_MUTUAL = 0.8  # of both texts' shingles: then neither is a part of the other
_MIN_FACTS = 4  # of a kind; fewer say nothing
_MIN_FACT_SHARE = 0.5  # of the facts of the text with fewer
_MIN_SIMILARITY_WITHOUT_FACTS, _MIN_HELD_WITHOUT_FACTS = 0.5, 0.85  # if there are too few facts
_NEARLY_ALL = 0.93  # of one text is in the other: so are its facts, except a new byline's


class MatchMethod(StrEnum):
    """How a near-duplicate was found."""

    EXACT = "exact"  # all letters are the same
    SIMHASH = "simhash"  # nearly the same words
    SHINGLES = "shingles"  # passages in common


class CopyRelation(StrEnum):
    """How one text relates to the other."""

    COPY = "copy"  # each contains nearly all of the other
    PART = "part"  # it is an excerpt, or the other wraps or extends it
    WHOLE = "whole"  # it contains nearly all of the other and wraps or extends it
    OVERLAP = "overlap"  # both have passages of their own, or were reworded


@dataclass(frozen=True, slots=True)
class FactAgreement:
    """How many facts two texts share, of those that they could share."""

    shared: int
    of: int

    @property
    def holds(self) -> bool:
        """Whether the facts agree, or are too few to tell."""
        return self.of < _MIN_FACTS or self.shared >= _MIN_FACT_SHARE * self.of


@dataclass(frozen=True, slots=True)
class DuplicateMatch:
    """How a text resembles its near-duplicate."""

    other: str  # the other article's id
    found: MatchMethod
    similarity: float  # shingles in common, of all shingles of both
    holds: float  # the share of the other's text that is in this one
    held: float  # the share of this text that is in the other
    distance: int  # bits in which the simhashes differ
    names: FactAgreement
    numbers: FactAgreement

    @property
    def relation(self) -> CopyRelation:
        """How this text relates to the other."""
        if min(self.holds, self.held) >= _MUTUAL:
            return CopyRelation.COPY
        if max(self.holds, self.held) < _MUTUAL:
            return CopyRelation.OVERLAP
        return CopyRelation.PART if self.held > self.holds else CopyRelation.WHOLE

    @property
    def why(self) -> str:
        """The decision in words."""
        if self.found is MatchMethod.EXACT:
            return "has the same text"
        sentence = f"contains {self.holds:.0%} of the other, which contains {self.held:.0%} of it"
        if self.found is MatchMethod.SIMHASH:
            sentence = f"the simhashes differ in {self.distance} bits; {sentence}"
        facts = (("names", self.names), ("numbers", self.numbers))
        shared = [f"{each.shared} of {each.of} {kind}" for kind, each in facts if each.of]
        return f"{sentence}; shares {' and '.join(shared)}" if shared else sentence


def compare_sketches(own: Sketch, their_sketch: Sketch, other: str = "") -> DuplicateMatch | None:
    """Compare two texts; None if they are not near-duplicates."""
    return ComparableSketch(own).compare(their_sketch, other)


class ComparableSketch:
    """A sketch prepared for comparison with many others."""

    def __init__(self, sketch: Sketch) -> None:
        self._sketch = sketch
        self._marks = frozenset(sketch.marks.tolist())
        self._levels = {sketch.level: self._marks}

    def compare(self, their_sketch: Sketch, other: str = "") -> DuplicateMatch | None:
        """Compare with another text; None if they are not near-duplicates."""
        own = self._sketch
        if not own.checksum or not their_sketch.checksum:
            return None
        is_same = own.checksum == their_sketch.checksum
        shared, own_count, their_count = self._overlap(their_sketch)
        holds, held = shared / max(1, their_count), shared / max(1, own_count)
        distance = (own.simhash ^ their_sketch.simhash).bit_count()
        similarity = shared / max(1, own_count + their_count - shared)
        found = (
            MatchMethod.EXACT
            if is_same
            else _match_method(
                min(own.words, their_sketch.words), distance, shared, similarity, max(holds, held)
            )
        )
        if found is None:
            return None
        names, numbers = (
            fact_agreement(own.names, their_sketch.names),
            fact_agreement(own.numbers, their_sketch.numbers),
        )
        if is_same:
            return DuplicateMatch(other, found, 1.0, 1.0, 1.0, distance, names, numbers)
        if not _facts_agree(names, numbers, similarity, max(holds, held)):
            return None
        return DuplicateMatch(other, found, similarity, holds, held, distance, names, numbers)

    def _overlap(self, their_sketch: Sketch) -> tuple[int, int, int]:
        """Count the fingerprints in common, own and theirs, at the level that both have."""
        level = max(self._sketch.level, their_sketch.level)
        own = self._levels.get(level)
        if own is None:
            own = self._levels[level] = frozenset(coarser(self._sketch.marks, level).tolist())
        their_count = (
            their_sketch.marks
            if their_sketch.level == level
            else coarser(their_sketch.marks, level)
        )
        return len(own.intersection(their_count.tolist())), len(own), len(their_count)


def _match_method(
    words: int, distance: int, shared: int, similarity: float, share: float
) -> MatchMethod | None:
    """How two texts match, if their facts agree; None if they do not match."""
    if words < SHORT_TEXT_WORDS:
        return MatchMethod.SHINGLES if similarity >= _MIN_SHORT_SIMILARITY else None
    if shared >= _MIN_SHARED and (
        similarity >= _MIN_SIMILARITY or (share >= _MIN_HELD and similarity >= _MIN_WITH_HELD)
    ):
        return MatchMethod.SHINGLES
    return (
        MatchMethod.SIMHASH
        if distance <= _MAX_DISTANCE and similarity >= _MIN_SIMILARITY / 2
        else None
    )


def _facts_agree(
    names: FactAgreement, numbers: FactAgreement, similarity: float, share: float
) -> bool:
    """Whether the facts allow a match; texts with too few facts must share more."""
    if share >= _NEARLY_ALL:
        return True
    both = FactAgreement(names.shared + numbers.shared, names.of + numbers.of)
    if both.of < _MIN_FACTS:
        return similarity >= _MIN_SIMILARITY_WITHOUT_FACTS or share >= _MIN_HELD_WITHOUT_FACTS
    return names.holds and numbers.holds and both.holds


def fact_agreement(own: bytes, their_sketch: bytes) -> FactAgreement:
    """Compare facts; if a set was cut off, only the range that both cover is compared."""
    one, other = (np.frombuffer(each, "<u2").tolist() for each in (own, their_sketch))
    bound = min((each[-1] for each in (one, other) if len(each) == MAX_FACTS), default=1 << 16)
    one, other = one[: bisect_right(one, bound)], other[: bisect_right(other, bound)]
    return FactAgreement(len(set(one).intersection(other)), min(len(one), len(other)))

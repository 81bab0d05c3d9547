"""Near-duplicates: each new article compared with those of the last days, in memory.

An index over stored sketches, rebuilt from them at the start; it keeps nothing on disk itself. An
article has one sketch in it: a revision takes the place of what it revises.
"""

from array import array
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import combinations

import numpy as np

from tidings.group.duplicates.postings import Keys, Postings
from tidings.group.duplicates.sketch import Sketch, coarser, unpacked_sketch
from tidings.group.duplicates.sketch_comparison import ComparableSketch, DuplicateMatch, MatchMethod

_INDEXED = 24  # fingerprints by which an article is found; all are compared once it is
_LOOKED_AT = 32  # of the articles with most keys in common
_ENOUGH = 2  # one fingerprint in common is chance more often than not
_SHARE = 0.25  # of its fingerprints, less one; half make it a copy, the rest is for chance
_BANDS = tuple(combinations(range(5), 2))  # of five: three bits that differ leave two untouched
_BAND_BITS = (13, 13, 13, 13, 12)
_SAME, _NEAR, _PASSAGE = 1000, 3, 1  # what a checksum, a band, a fingerprint in common counts
_MOST = 500_000  # articles: 600 MB, and 30 days of the largest followings
_SPARE = 1024  # forgotten articles that are not worth an index without them


class DuplicateIndex:
    """The articles of a sliding window."""

    def __init__(self, rows: Iterable[tuple[str, bytes, datetime]] = (), most: int = _MOST) -> None:
        """Begin with stored sketches as they were packed; those of another version are left out.

        Beyond `most` articles, those that were added first are forgotten.
        """
        self._most = most
        self._ids: list[str] = []
        self._packed: list[bytes] = []
        self._times = array("d")
        self._slots: dict[str, int] = {}
        self._gone = 0
        for id, packed, at in rows:
            if unpacked_sketch(packed) is not None:
                self._release(id)
                self._keep(id, packed, at.timestamp())
        self._index()

    def __len__(self) -> int:
        return len(self._slots)

    def __contains__(self, id: object) -> bool:
        return id in self._slots

    def look(self, sketch: Sketch, id: str = "", limit: int = 16) -> tuple[DuplicateMatch, ...]:
        """Return the near-duplicates of an article, the most similar first.

        With its id, an article is not compared with what it was before.
        """
        candidates = self._candidates(sketch)
        if not candidates:
            return ()
        found, opened = [], ComparableSketch(sketch)
        for slot in candidates:
            other, theirs = self._ids[slot], unpacked_sketch(self._packed[slot])
            if theirs is None or other == id:
                continue
            if like := opened.likeness(theirs, other):
                found.append(like)
        return tuple(sorted(found, key=_order)[:limit])

    def add(self, id: str, sketch: Sketch, at: datetime) -> None:
        """Take an article in, or its new revision in place of the old one."""
        self.drop(id)
        slot = self._keep(id, sketch.packed(), at.timestamp())
        self._postings.add(slot, self._keys(sketch))
        self._tidy()

    def forget(self, before: datetime) -> int:
        """Forget the articles from before a time; return how many."""
        limit = before.timestamp()
        old = [id for id, slot in self._slots.items() if self._times[slot] < limit]
        for id in old:
            self._release(id)
        self._tidy()
        return len(old)

    def drop(self, id: str) -> None:
        """Forget one article."""
        slot = self._slots.get(id, -1)
        if sketch := unpacked_sketch(self._release(id)):
            self._postings.remove(slot, _keys_of(sketch)[0])

    def _release(self, id: str) -> bytes:
        """Let an article be found no more; what is old stands at the end of its chains."""
        slot = self._slots.pop(id, None)
        if slot is None:
            return b""
        packed, self._packed[slot] = self._packed[slot], b""
        self._gone += 1
        return packed

    def rows(self) -> Iterator[tuple[str, bytes, datetime]]:
        """Yield what another index could begin with."""
        for id, slot in self._slots.items():
            yield id, self._packed[slot], datetime.fromtimestamp(self._times[slot], UTC)

    def _keep(self, id: str, packed: bytes, at: float) -> int:
        if len(self._slots) >= self._most:
            self._release(next(iter(self._slots)))
        slot = len(self._ids)
        self._slots[id] = slot
        self._ids.append(id)
        self._packed.append(packed)
        self._times.append(at)
        return slot

    def _candidates(self, sketch: Sketch) -> list[int]:
        """The articles with most keys in common, the best and newest first."""
        hits: dict[int, int] = {}
        further = _further_keys(sketch)
        self._postings.tally(sketch.marks, _PASSAGE, hits)
        self._postings.tally(further[:-1], _NEAR, hits)
        self._postings.tally(further[-1:], _SAME, hits)
        best = [(count, slot) for slot, count in hits.items()
                if count >= _ENOUGH and self._packed[slot]
                and count >= self._wanted(sketch, slot)]  # fmt: skip
        return [slot for _, slot in sorted(best, reverse=True)[:_LOOKED_AT]]

    def _wanted(self, sketch: Sketch, slot: int) -> float:
        """How many fingerprints in common make it worth to compare with an article in full."""
        coarser_by = self._levels[slot] - sketch.level
        mine, theirs = len(sketch.fingerprints) / 4, float(self._indexed[slot])
        if coarser_by > 0:
            mine /= 1 << coarser_by
        else:
            theirs /= 1 << -coarser_by
        return _SHARE * min(mine, theirs) - 1

    def _index(self) -> None:
        """Chain the keys of all articles at once."""
        self._indexed, self._levels = bytearray(), bytearray()
        every = [self._keys(sketch if (sketch := unpacked_sketch(each)) else _EMPTY_SKETCH)
                 for each in self._packed]  # fmt: skip
        owners = np.repeat(np.arange(len(every), dtype=np.int32), [len(keys) for keys in every])
        self._postings = Postings(np.concatenate([*every, np.empty(0, np.uint32)]), owners)

    def _keys(self, sketch: Sketch) -> Keys:
        """The keys of the next article, with what `_wanted` has to know of it."""
        keys, count, level = _keys_of(sketch)
        self._indexed.append(count)
        self._levels.append(level)
        return keys

    def _tidy(self) -> None:
        """Build everything anew without what is gone, if that is much."""
        if self._gone <= _SPARE + len(self._slots) // 4:
            return
        live = sorted(self._slots.values())
        self._ids = [self._ids[slot] for slot in live]
        self._packed = [self._packed[slot] for slot in live]
        self._times = array("d", [self._times[slot] for slot in live])
        self._slots = {id: slot for slot, id in enumerate(self._ids)}
        self._gone = 0
        self._index()


_EMPTY_SKETCH = Sketch()


def _keys_of(sketch: Sketch) -> tuple[Keys, int, int]:
    """By what an article is found: fingerprints, how many and of what level; bands; checksum."""
    marks, level = sketch.marks, sketch.level
    while len(marks) > _INDEXED and level < 31:
        level += 1
        marks = coarser(marks, level)
    return np.concatenate((marks, _further_keys(sketch))), len(marks), level


def _further_keys(sketch: Sketch) -> Keys:
    """Pairs of bands of the simhash, and the checksum, as keys."""
    left, bands = sketch.simhash, []
    for bits in _BAND_BITS:
        bands.append(left & ((1 << bits) - 1))
        left >>= bits
    pairs = [
        (number << 26 | bands[one] << 13 | bands[other]) * 0x85EBCA6B & 0xFFFFFFFF
        for number, (one, other) in enumerate(_BANDS)
    ]
    return np.array([*pairs, sketch.checksum >> 32], np.uint32)


def _order(like: DuplicateMatch) -> tuple[bool, float, str]:
    return like.found is not MatchMethod.EXACT, -like.similarity, like.other

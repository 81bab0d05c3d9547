"""The index of near-duplicates: finds the articles of the last days that resemble a new one.

It is in memory only and is rebuilt from the stored sketches at the start. An article has one
sketch in it: a revision replaces the previous one.
"""

from array import array
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import combinations

import numpy as np

from tidings.group.duplicates.postings import Keys, Postings
from tidings.group.duplicates.sketch import Sketch, coarser, unpacked_sketch
from tidings.group.duplicates.sketch_comparison import ComparableSketch, DuplicateMatch, MatchMethod

_MAX_INDEXED = 24  # indexed fingerprints per article; once found, all of them are compared
_MAX_COMPARED = 32  # articles, those with most keys in common
_MIN_HITS = 2  # one fingerprint in common is usually chance
_MIN_SHARE = 0.25  # of its fingerprints, less one; half make a copy, so this leaves a margin
_BANDS = tuple(combinations(range(5), 2))  # of five bands, three different bits leave two intact
_BAND_BITS = (13, 13, 13, 13, 12)
_CHECKSUM_HIT, _BAND_HIT, _FINGERPRINT_HIT = (
    1000,
    3,
    1,
)  # weight of a checksum, a band, a fingerprint in common
_MAX_ARTICLES = 500_000  # 600 MB, and 30 days of the largest sets of sources
_MIN_REMOVED = 1024  # removed articles before the index is rebuilt


class DuplicateIndex:
    """The articles of a sliding window."""

    def __init__(
        self, rows: Iterable[tuple[str, bytes, datetime]] = (), max_articles: int = _MAX_ARTICLES
    ) -> None:
        """Start with stored, packed sketches; those of another version are skipped.

        Beyond `max_articles`, the articles added first are dropped.
        """
        self._most = max_articles
        self._ids: list[str] = []
        self._packed: list[bytes] = []
        self._times = array("d")
        self._slots: dict[str, int] = {}
        self._removed = 0
        for id, packed, at in rows:
            if unpacked_sketch(packed) is not None:
                self._release(id)
                self._append(id, packed, at.timestamp())
        self._build_postings()

    def __len__(self) -> int:
        return len(self._slots)

    def __contains__(self, id: object) -> bool:
        return id in self._slots

    def near_duplicates(
        self, sketch: Sketch, id: str = "", limit: int = 16
    ) -> tuple[DuplicateMatch, ...]:
        """Return the near-duplicates of an article, the most similar first.

        With its id, an article is not compared with its previous revision.
        """
        candidates = self._candidates(sketch)
        if not candidates:
            return ()
        found, comparable = [], ComparableSketch(sketch)
        for slot in candidates:
            other, their_sketch = self._ids[slot], unpacked_sketch(self._packed[slot])
            if their_sketch is None or other == id:
                continue
            if match := comparable.compare(their_sketch, other):
                found.append(match)
        return tuple(sorted(found, key=_order)[:limit])

    def add(self, id: str, sketch: Sketch, at: datetime) -> None:
        """Add an article, or replace it by its new revision."""
        self.drop(id)
        slot = self._append(id, sketch.packed(), at.timestamp())
        self._postings.add(slot, self._keys(sketch))
        self._compact()

    def forget(self, before: datetime) -> int:
        """Drop the articles from before a time; return how many."""
        limit = before.timestamp()
        old = [id for id, slot in self._slots.items() if self._times[slot] < limit]
        for id in old:
            self._release(id)
        self._compact()
        return len(old)

    def drop(self, id: str) -> None:
        """Drop one article."""
        slot = self._slots.get(id, -1)
        if sketch := unpacked_sketch(self._release(id)):
            self._postings.remove(slot, _keys_of(sketch)[0])

    def _release(self, id: str) -> bytes:
        """Clear an article's slot and return its packed sketch; its postings stay."""
        slot = self._slots.pop(id, None)
        if slot is None:
            return b""
        packed, self._packed[slot] = self._packed[slot], b""
        self._removed += 1
        return packed

    def rows(self) -> Iterator[tuple[str, bytes, datetime]]:
        """Yield the rows from which an equal index can be built."""
        for id, slot in self._slots.items():
            yield id, self._packed[slot], datetime.fromtimestamp(self._times[slot], UTC)

    def _append(self, id: str, packed: bytes, at: float) -> int:
        if len(self._slots) >= self._most:
            self._release(next(iter(self._slots)))
        slot = len(self._ids)
        self._slots[id] = slot
        self._ids.append(id)
        self._packed.append(packed)
        self._times.append(at)
        return slot

    def _candidates(self, sketch: Sketch) -> list[int]:
        """The slots with most keys in common, best and newest first."""
        hits: dict[int, int] = {}
        further = _further_keys(sketch)
        self._postings.add_hits(sketch.marks, _FINGERPRINT_HIT, hits)
        self._postings.add_hits(further[:-1], _BAND_HIT, hits)
        self._postings.add_hits(further[-1:], _CHECKSUM_HIT, hits)
        best = [(count, slot) for slot, count in hits.items()
                if count >= _MIN_HITS and self._packed[slot]
                and count >= self._min_hits(sketch, slot)]  # fmt: skip
        return [slot for _, slot in sorted(best, reverse=True)[:_MAX_COMPARED]]

    def _min_hits(self, sketch: Sketch, slot: int) -> float:
        """The hits from which a full comparison with an article is worthwhile."""
        coarser_by = self._levels[slot] - sketch.level
        own, their_sketch = len(sketch.fingerprints) / 4, float(self._indexed[slot])
        if coarser_by > 0:
            own /= 1 << coarser_by
        else:
            their_sketch /= 1 << -coarser_by
        return _MIN_SHARE * min(own, their_sketch) - 1

    def _build_postings(self) -> None:
        """Build the postings of all articles at once."""
        self._indexed, self._levels = bytearray(), bytearray()
        all_keys = [self._keys(sketch if (sketch := unpacked_sketch(each)) else _EMPTY_SKETCH)
                 for each in self._packed]  # fmt: skip
        owners = np.repeat(
            np.arange(len(all_keys), dtype=np.int32), [len(keys) for keys in all_keys]
        )
        self._postings = Postings(np.concatenate([*all_keys, np.empty(0, np.uint32)]), owners)

    def _keys(self, sketch: Sketch) -> Keys:
        """The keys of the next article; also records what `_min_hits` needs."""
        keys, count, level = _keys_of(sketch)
        self._indexed.append(count)
        self._levels.append(level)
        return keys

    def _compact(self) -> None:
        """Rebuild the index without the removed articles, if these are many."""
        if self._removed <= _MIN_REMOVED + len(self._slots) // 4:
            return
        live = sorted(self._slots.values())
        self._ids = [self._ids[slot] for slot in live]
        self._packed = [self._packed[slot] for slot in live]
        self._times = array("d", [self._times[slot] for slot in live])
        self._slots = {id: slot for slot, id in enumerate(self._ids)}
        self._removed = 0
        self._build_postings()


_EMPTY_SKETCH = Sketch()


def _keys_of(sketch: Sketch) -> tuple[Keys, int, int]:
    """The keys of an article; how many of them are fingerprints, and at which level."""
    marks, level = sketch.marks, sketch.level
    while len(marks) > _MAX_INDEXED and level < 31:
        level += 1
        marks = coarser(marks, level)
    return np.concatenate((marks, _further_keys(sketch))), len(marks), level


def _further_keys(sketch: Sketch) -> Keys:
    """Pairs of bands of the simhash, and the checksum, as keys."""
    remaining, bands = sketch.simhash, []
    for bits in _BAND_BITS:
        bands.append(remaining & ((1 << bits) - 1))
        remaining >>= bits
    pairs = [
        (number << 26 | bands[one] << 13 | bands[other]) * 0x85EBCA6B & 0xFFFFFFFF
        for number, (one, other) in enumerate(_BANDS)
    ]
    return np.array([*pairs, sketch.checksum >> 32], np.uint32)


def _order(match: DuplicateMatch) -> tuple[bool, float, str]:
    return match.found is not MatchMethod.EXACT, -match.similarity, match.other

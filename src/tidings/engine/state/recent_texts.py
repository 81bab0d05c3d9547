"""The newest articles of each source, to notice addresses that keep bringing the same text.

A calendar with "no events on …" for every day has endless pages of which none is equal to another.
It decides nothing about keeping: such pages are kept, but they do not pay for further visits.
"""

from collections import OrderedDict, deque

from tidings.group.duplicates.sketch import Sketch, unpacked_sketch

_TEXTS = 16  # of a source, the newest
_MAX_SOURCES = 512  # the last visited; about 50 KB each
_SHINGLES = 48  # of a text, the smallest: two equal texts have the same ones
_ALIKE = 0.75  # share of word shingles that are those of one other text
_MIN_SHINGLES = 8  # with fewer, two short texts may agree by chance

_Shingles = tuple[int, frozenset[int]]  # the level of a sketch, its fingerprints


class RecentTexts:
    """What the newest texts of the sources consist of. Losing it costs a few requests."""

    def __init__(self) -> None:
        self._sources: OrderedDict[int, deque[_Shingles]] = OrderedDict()

    def note(self, source: int, packed: bytes) -> bool:
        """Note the sketch of a new article; return whether a recent one has nearly its text."""
        sketch = unpacked_sketch(packed)
        if sketch is None:
            return False
        texts = self._of(source)
        shingles = _shingles(sketch)
        is_alike = any(_are_alike(shingles, other) for other in reversed(texts))
        texts.append(shingles)
        return is_alike

    def forget(self, source: int | None = None) -> None:
        """Drop what is known of one source, or of all."""
        if source is None:
            self._sources.clear()
        else:
            self._sources.pop(source, None)

    def _of(self, source: int) -> deque[_Shingles]:
        texts = self._sources.pop(source, None) or deque(maxlen=_TEXTS)
        self._sources[source] = texts
        if len(self._sources) > _MAX_SOURCES:
            self._sources.popitem(last=False)
        return texts


def _shingles(sketch: Sketch) -> _Shingles:
    return sketch.level, frozenset(sketch.marks[:_SHINGLES].tolist())


def _are_alike(one: _Shingles, other: _Shingles) -> bool:
    """Return whether most of one text is in the other.

    Texts of different levels differ in length, and only equal levels can be compared quickly.
    """
    if one[0] != other[0]:
        return False
    mine, others = one[1], other[1]
    return len(mine) >= _MIN_SHINGLES and len(mine & others) >= _ALIKE * len(mine)

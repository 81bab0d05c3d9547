"""A hash table in arrays, from chunks as machine words to numbers; looks up thousands at once."""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from tidings.text.bulk.chunks import MachineWords
from tidings.text.bulk.string_arrays import Ints

_SMALLEST = 1 << 12  # slots
_MIXERS = [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93]
_ODD = [np.uint64(mixer) for mixer in _MIXERS]
_Kind = TypeVar("_Kind", bound=np.generic)
_HALF, _TOP = np.uint64(32), np.uint64(29)


class ChunkTable:
    """Chunks of up to `width` machine words, numbered from 1 in the order they were added.

    Letters are compared, not only hashes: two chunks are never taken for one.
    """

    def __init__(self, width: int) -> None:
        self.count = 0
        self.width = width
        self.limit = 8 * width  # letters: all chunks are shorter
        self.begins = np.zeros(_SMALLEST // 2, np.int64)  # where a chunk's codes begin
        self.sizes = np.zeros(_SMALLEST // 2, np.int64)
        self.recurred = np.zeros(_SMALLEST // 2, np.bool_)  # set by the caller
        self._slots = np.zeros(_SMALLEST, np.int32)  # open addressing; 0 is free
        self._words = [np.zeros(_SMALLEST // 2, np.uint64) for _ in range(width)]

    def numbers(self, words: MachineWords) -> Ints:
        """Return the numbers of chunks; 0 for unknown ones."""
        at = self._home_slots(words)
        numbers = self._slots.take(at)
        open_ = np.flatnonzero(~self._equal(numbers, words) & (numbers != 0))
        while len(open_):
            at[open_] = (at[open_] + 1) & (len(self._slots) - 1)
            numbers[open_] = found = self._slots[at[open_]]
            equal = self._equal(found, [word[open_] for word in words])
            open_ = open_[~equal & (found != 0)]
        return numbers.astype(np.int64)

    def add(self, words: MachineWords, begins: Ints, sizes: Ints) -> None:
        """Add chunks, all of them different and none known."""
        new = np.arange(self.count + 1, self.count + 1 + len(words[0]))
        self._grow(self.count + len(new))
        for known, word in zip(self._words, words, strict=True):
            known[new] = word
        self.begins[new], self.sizes[new] = begins, sizes
        self.count += len(new)
        self._fill_slots(new)

    def words(self, numbers: Ints) -> MachineWords:
        """Return the letters of chunks."""
        return [word[numbers] for word in self._words]

    def _equal(self, numbers: NDArray[np.int32], words: MachineWords) -> NDArray[np.bool_]:
        equal: NDArray[np.bool_] = self._words[0].take(numbers) == words[0]
        for known, word in zip(self._words[1:], words[1:], strict=True):
            equal &= known.take(numbers) == word
        return equal

    def _home_slots(self, words: MachineWords) -> Ints:
        hashes = chunk_hashes(words) >> _TOP
        return (hashes & np.uint64(len(self._slots) - 1)).astype(np.int64)

    def _fill_slots(self, numbers: Ints) -> None:
        """Put chunks into the next free slots from their home slots on."""
        at = self._home_slots(self.words(numbers))
        while len(numbers):
            free = np.flatnonzero(self._slots[at] == 0)
            self._slots[at[free]] = numbers[free]  # of several, the last one wins
            left = np.flatnonzero(self._slots[at] != numbers)
            numbers, at = numbers[left], (at[left] + 1) & (len(self._slots) - 1)

    def _grow(self, count: int) -> None:
        """Make room: at most a third of the slots is used, so most lookups succeed at once."""
        size = len(self._slots)
        while size < 3 * (count + 1):
            size *= 2
        if size > len(self._slots):
            self._slots = np.zeros(size, np.int32)
            self._words = [_resized(word, size // 2) for word in self._words]
            self.begins = _resized(self.begins, size // 2)
            self.sizes = _resized(self.sizes, size // 2)
            self.recurred = _resized(self.recurred, size // 2)
            self._fill_slots(np.arange(1, self.count + 1))


def _resized(array: NDArray[_Kind], size: int) -> NDArray[_Kind]:
    larger = np.zeros(size, array.dtype)
    larger[: len(array)] = array
    return larger


def chunk_hashes(words: MachineWords) -> NDArray[np.uint64]:
    """Return a hash of each chunk."""
    hashes = words[0] * _ODD[0]
    for word, odd in zip(words[1:], _ODD[1:], strict=False):
        hashes ^= word * odd
    hashes ^= hashes >> _HALF
    return hashes * _ODD[0]

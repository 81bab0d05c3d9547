"""Terms by number: each term is kept once, and everything else refers to it by number."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import count, pairwise
from typing import NewType

import numpy as np
from numpy.typing import NDArray

from tidings.text.bulk.growing_array import GrowingArray
from tidings.text.bulk.string_arrays import (
    Ints,
    StringArray,
    expanded_ranges,
    starts_of,
    string_array,
)

TermKey = NewType("TermKey", int)
TermNumbers = NDArray[np.uint32]

_FOUR = 4  # letters in 32 bits


@lru_cache(maxsize=65_536)
def term_key(term: str) -> TermKey:
    """Return the key of a term: the same on every machine and in every run."""
    return TermKey(int.from_bytes(term_digest(term), "little"))


def term_digest(term: str) -> bytes:
    """Return the bytes of a term's key."""
    return blake2b(term.encode(), digest_size=8).digest()


class Vocabulary(dict[str, int]):
    """A number for every term, assigned at first use and never changed; for one thread."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._keys = GrowingArray(np.uint64)
        # Of all terms, each padded with one to four spaces, to copy four letters at once.
        self._letters = GrowingArray(np.uint32)
        self._ends = GrowingArray(np.int64)  # of each term, in units of four letters
        self._lengths = GrowingArray(np.int64)  # in letters

    def __missing__(self, term: str) -> int:
        number = self[term] = len(self.texts)
        self.texts.append(term)
        return number

    def numbers(self, terms: Sequence[str]) -> TermNumbers:
        """Return the numbers of many terms, faster than one by one."""
        new = [term for term in dict.fromkeys(terms) if term not in self]
        self.update(zip(new, count(len(self.texts)), strict=False))
        self.texts += new
        return np.fromiter(map(self.__getitem__, terms), np.uint32, len(terms))

    @property
    def keys_by_number(self) -> NDArray[np.uint64]:
        """The key of every term."""
        if self._keys.count < len(self.texts):
            new = b"".join(map(term_digest, self.texts[self._keys.count :]))
            self._keys.append(np.frombuffer(new, "<u8"))
        return self._keys.values

    def spaced_texts(self, numbers: TermNumbers, starts: Ints) -> list[str]:
        """Return one text per start: its terms up to the next start, with spaces between."""
        self._add_letters()
        sizes = self._lengths.values.take(numbers) // _FOUR + 1
        ends = starts_of(sizes)
        letters = self._letters.values.take(
            expanded_ranges(self._ends.values.take(numbers) - sizes, sizes)
        )
        bounds = (_FOUR * ends.take(starts)).tolist()
        joined = letters.tobytes()
        return [joined[start:end].rstrip().decode() for start, end in pairwise(bounds)]

    def strings(self, numbers: Ints) -> StringArray:
        """Return terms as separate texts."""
        self._add_letters()
        lengths = self._lengths.values.take(numbers)
        first = _FOUR * (self._ends.values.take(numbers) - lengths // _FOUR - 1)
        letters = self._letters.values.view(np.uint8)
        return StringArray(starts_of(lengths), letters.take(expanded_ranges(first, lengths)))

    def _add_letters(self) -> None:
        """Store the letters of new terms."""
        known = self._lengths.count
        if known == len(self.texts):
            return
        new = string_array(self.texts[known:])
        lengths = np.diff(new.starts)
        starts = starts_of(lengths // _FOUR + 1)
        letters = np.full(_FOUR * starts[-1], ord(" "), np.uint8)
        letters[expanded_ranges(_FOUR * starts[:-1], lengths)] = new.letters
        self._ends.append(starts[1:] + self._letters.append(letters.view(np.uint32)))
        self._lengths.append(lengths)

"""Terms by number: each is kept once, and everything that is made of terms is made of numbers."""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import count, pairwise
from typing import NewType

import numpy as np
from numpy.typing import NDArray

from tidings.text.strings import Ints, spread, starts_of, strings_of

Key = NewType("Key", int)
Numbers = NDArray[np.uint32]


@lru_cache(maxsize=65_536)
def key_of(term: str) -> Key:
    """Return the key of a term: the same on every machine and in every run."""
    return Key(int.from_bytes(digest_of(term), "little"))


def digest_of(term: str) -> bytes:
    """Return the bytes of a term's key."""
    return blake2b(term.encode(), digest_size=8).digest()


class Vocabulary(dict[str, int]):
    """A number for every term, given at first sight and never changed.

    One thread asks for numbers of texts; any may ask about numbers that were given.
    """

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._keys = np.zeros(0, np.uint64)
        self._letters = np.zeros(0, np.uint8)  # of all terms, with a space behind each
        self._starts = np.zeros(1, np.int64)

    def __missing__(self, term: str) -> int:
        number = self[term] = len(self.texts)
        self.texts.append(term)
        return number

    def numbers(self, terms: Sequence[str]) -> Numbers:
        """Return the numbers of many terms, quicker than one by one."""
        new = [term for term in dict.fromkeys(terms) if term not in self]
        self.update(zip(new, count(len(self.texts)), strict=False))
        self.texts += new
        return np.fromiter(map(self.__getitem__, terms), np.uint32, len(terms))

    @property
    def keys_by_number(self) -> NDArray[np.uint64]:
        """The key of every term."""
        keys = self._keys
        if len(keys) < len(self.texts):
            new = b"".join(map(digest_of, self.texts[len(keys) :]))
            keys = self._keys = np.concatenate([keys, np.frombuffer(new, "<u8")])
        return keys

    def written(self, numbers: Numbers, starts: Ints) -> list[str]:
        """Return terms as texts, joined by spaces: from each of the starts to the next."""
        self._spell()
        first = self._starts.take(numbers)
        ends = starts_of(self._starts.take(numbers + 1) - first)
        letters = self._letters.take(spread(first, np.diff(ends))).tobytes()
        bounds = ends.take(starts).tolist()
        return [
            letters[start : end - 1].decode() if end > start else ""
            for start, end in pairwise(bounds)
        ]

    def _spell(self) -> None:
        """Write down the letters of new terms."""
        known = len(self._starts) - 1
        if known == len(self.texts):
            return
        new = strings_of([f"{text} " for text in self.texts[known:]])
        self._letters = np.concatenate([self._letters, new.letters])
        self._starts = np.concatenate([self._starts, new.starts[1:] + self._starts[-1]])

"""The corpus: in how many documents of a language each term has occurred so far.

It is a table of counts by hash in a memory-mapped file that several processes share. Terms with
the same slot are counted together; this makes a rare term look less rare, but seldom and only
slightly. It is not an exact record: a count may be lost when two processes write it at once, and
pages that are read again are counted again.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from zlib import crc32

import numpy
from numpy.typing import NDArray

from tidings.text.word_cache import WordCache

_TERM_SLOTS = 1 << 21  # slots of 4 bytes: a million different terms still seldom collide
_LANGUAGE_SLOTS = 1 << 10  # slots for the numbers of documents, before those of the terms


class Corpus:
    """Counts of documents by term and language."""

    def __init__(self, counts: NDArray[numpy.uint32]) -> None:
        self._counts = counts

    @classmethod
    def empty(cls) -> "Corpus":
        """Return an empty corpus in memory."""
        return cls(numpy.zeros(_LANGUAGE_SLOTS + _TERM_SLOTS, dtype=numpy.uint32))

    @classmethod
    def at(cls, path: Path, *, writable: bool = False) -> "Corpus":
        """Open the corpus in a file; a file that is missing or has another size starts empty."""
        size = 4 * (_LANGUAGE_SLOTS + _TERM_SLOTS)
        if not path.exists() or path.stat().st_size != size:
            if not writable:
                return cls.empty()
            with path.open("wb") as file:
                file.truncate(size)
        mode = "r+" if writable else "r"
        return cls(numpy.memmap(path, dtype=numpy.uint32, mode=mode))  # type: ignore[call-overload]

    def add(self, terms: Iterable[str], language: str) -> None:
        """Count a document by its terms, each once."""
        slots = numpy.unique(self._slots(list(terms), language))
        self._counts[slots] += 1
        self._counts[_language_slot(language)] += 1

    def documents(self, language: str) -> int:
        """Return how many documents of a language have been counted."""
        return int(self._counts[_language_slot(language)])

    def frequencies(self, terms: Sequence[str], language: str) -> NDArray[numpy.uint32]:
        """Return in how many of them each term occurred."""
        return self._counts[self._slots(terms, language)]

    def _slots(self, terms: Sequence[str], language: str) -> NDArray[numpy.int64]:
        hashes = map(_hashes(language).__getitem__, terms)
        return numpy.fromiter(hashes, numpy.int64, len(terms)) % _TERM_SLOTS + _LANGUAGE_SLOTS


@cache
def _hashes(language: str) -> WordCache[int]:
    """The hash of each term; every step that processes an article needs the same ones."""
    salt = crc32(language.encode())
    return WordCache(lambda term: crc32(term.encode("utf-8", "replace"), salt))


def _language_slot(language: str) -> int:
    return crc32(language.encode()) % _LANGUAGE_SLOTS

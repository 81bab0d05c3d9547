"""The running corpus: in how many documents of a language a term has stood so far.

A table of counts by hash in a mapped file, in which several processes count, and all see at once
what the others did. Terms that share a place are counted together, which makes a rare one look less
rare, seldom and little. It is not a record: a count may be lost where two processes write it at
once, and pages that are read again are counted again.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from zlib import crc32

import numpy
from numpy.typing import NDArray

from tidings.text.word_cache import WordCache

_PLACES = 1 << 21  # of 4 bytes: a million different terms still seldom meet
_LANGUAGES = 1 << 10  # places for the numbers of documents, before the terms


class Corpus:
    """Counts of documents by term and language."""

    def __init__(self, counts: NDArray[numpy.uint32]) -> None:
        self._counts = counts

    @classmethod
    def empty(cls) -> "Corpus":
        """Return a corpus in memory, with nothing counted."""
        return cls(numpy.zeros(_LANGUAGES + _PLACES, dtype=numpy.uint32))

    @classmethod
    def at(cls, path: Path, *, writable: bool = False) -> "Corpus":
        """Open the corpus in a file; one that is missing or of another size begins anew."""
        size = 4 * (_LANGUAGES + _PLACES)
        if not path.exists() or path.stat().st_size != size:
            if not writable:
                return cls.empty()
            with path.open("wb") as file:
                file.truncate(size)
        mode = "r+" if writable else "r"
        return cls(numpy.memmap(path, dtype=numpy.uint32, mode=mode))  # type: ignore[call-overload]

    def add(self, terms: Iterable[str], language: str) -> None:
        """Count a document by its terms, each once."""
        places = numpy.unique(self._places(list(terms), language))
        self._counts[places] += 1
        self._counts[_language_slot(language)] += 1

    def documents(self, language: str) -> int:
        """Return how many documents of a language were counted."""
        return int(self._counts[_language_slot(language)])

    def frequencies(self, terms: Sequence[str], language: str) -> NDArray[numpy.uint32]:
        """Return in how many of them each term stood."""
        return self._counts[self._places(terms, language)]

    def _places(self, terms: Sequence[str], language: str) -> NDArray[numpy.int64]:
        hashes = map(_hashes(language).__getitem__, terms)
        return numpy.fromiter(hashes, numpy.int64, len(terms)) % _PLACES + _LANGUAGES


@cache
def _hashes(language: str) -> WordCache[int]:
    """The hash of each term; every step that understands an article asks for the same ones."""
    salt = crc32(language.encode())
    return WordCache(lambda term: crc32(term.encode("utf-8", "replace"), salt))


def _language_slot(language: str) -> int:
    return crc32(language.encode()) % _LANGUAGES

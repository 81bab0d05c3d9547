"""The corpus: in how many documents of a language each term has occurred so far.

It is a table of counts by hash. Terms with the same slot are counted together; this makes a rare
term look less rare, but seldom and only slightly. It opens no file: `engine/knowledge` stores it.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final
from zlib import crc32

import numpy
from numpy.typing import NDArray

from tidings.text.word_cache import WordCache

_TERM_SLOTS = 1 << 21  # slots of 4 bytes: a million different terms still seldom collide
_LANGUAGE_SLOTS = 1 << 10  # slots for the numbers of documents, before those of the terms
CORPUS_SLOTS: Final = _LANGUAGE_SLOTS + _TERM_SLOTS


class Corpus:
    """Counts of documents by term and language."""

    def __init__(self, counts: NDArray[numpy.uint32]) -> None:
        self.counts = counts  # `CORPUS_SLOTS` of them; read-only if they are a file

    @classmethod
    def empty(cls) -> "Corpus":
        """Return an empty corpus in memory."""
        return cls(numpy.zeros(CORPUS_SLOTS, dtype=numpy.uint32))

    def add(self, terms: Iterable[str], language: str) -> None:
        """Count a document by its terms, each once."""
        self.count(document_slots(terms, language))

    def count(self, document: bytes) -> None:
        """Count a document by the slots that `document_slots` gave it."""
        self.counts[numpy.frombuffer(document, "<u4")] += 1

    def documents(self, language: str) -> int:
        """Return how many documents of a language have been counted."""
        return int(self.counts[_language_slot(language)])

    def frequencies(self, terms: Sequence[str], language: str) -> NDArray[numpy.uint32]:
        """Return in how many of them each term occurred."""
        return self.counts[_slots(terms, language)]


def document_slots(terms: Iterable[str], language: str) -> bytes:
    """Return the slots in which a document counts: its language's and those of its terms."""
    slots = numpy.unique(_slots(list(terms), language)).astype("<u4")
    return _language_slot(language).to_bytes(4, "little") + slots.tobytes()


def _slots(terms: Sequence[str], language: str) -> NDArray[numpy.int64]:
    hashes = map(_hashes(language).__getitem__, terms)
    return numpy.fromiter(hashes, numpy.int64, len(terms)) % _TERM_SLOTS + _LANGUAGE_SLOTS


@cache
def _hashes(language: str) -> WordCache[int]:
    """The hash of each term; every step that processes an article needs the same ones."""
    salt = crc32(language.encode())
    return WordCache(lambda term: crc32(term.encode("utf-8", "replace"), salt))


def _language_slot(language: str) -> int:
    return crc32(language.encode()) % _LANGUAGE_SLOTS

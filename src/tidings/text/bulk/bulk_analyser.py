"""Many texts at once as numbers of terms: the analysis of analysis.py, several times faster.

Chunks come again and again, so their terms are remembered; unlike in analysis.py the looking up is
done in arrays. For a single short text, such as a query, that one is the better.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, compress

import numpy as np
from numpy.typing import NDArray

from tidings.text.bulk.chunk_table import ChunkTable, chunk_hashes
from tidings.text.bulk.chunks import Chunks, chunks_of
from tidings.text.bulk.growing_array import GrowingArray
from tidings.text.bulk.string_arrays import Ints, expanded_ranges, starts_of
from tidings.text.bulk.vocabulary import TermNumbers, Vocabulary
from tidings.text.terms.analysis import is_plain_word, plain_terms, plain_word, terms_with_case
from tidings.text.terms.stems import has_own_terms

_WIDTHS = (2, 4)  # words of eight letters: of most chunks, and of nearly all others
_CAPITAL = np.uint32(1)  # in a code, which is twice a term's number or one more

# Chunks of a language, at up to 200 bytes each with their terms. Beyond, those that did not come
# again are forgotten: of a newswire's words 6% are then analysed anew, with four times this 2%.
_REMEMBERED = 1 << 18
_local = threading.local()


@dataclass(frozen=True, slots=True, eq=False)
class BulkTerms:
    """The terms of some texts, all in a row."""

    vocabulary: Vocabulary
    numbers: TermNumbers
    capitals: NDArray[np.bool_]  # whether the word begins with a capital
    starts: Ints  # of each text, and the end of the last

    def written(self) -> list[str]:
        """Return the terms of each text, with one or more spaces between them."""
        return self.vocabulary.written(self.numbers, self.starts)


class BulkAnalyser:
    """What is remembered of all languages, of each so many chunks; for one thread."""

    def __init__(self, remembered: int = _REMEMBERED) -> None:
        self._remembered = remembered
        self._analysts: dict[str, _LanguageAnalyser] = {}

    @classmethod
    def here(cls) -> "BulkAnalyser":
        """Return this thread's."""
        found: BulkAnalyser | None = getattr(_local, "analysts", None)
        if found is None:
            found = _local.analysts = cls()
        return found

    def analysed(self, texts: Sequence[str], language: str) -> BulkTerms:
        """Return the terms of texts in one language."""
        key = (
            language if has_own_terms(language) else ""
        )  # without rules of their own they share one
        if key not in self._analysts:
            self._analysts[key] = _LanguageAnalyser(key, self._remembered)
        return self._analysts[key].analysed(texts)


class _LanguageAnalyser:
    """What is remembered of one language."""

    def __init__(self, language: str, remembered: int) -> None:
        self._language = language
        self._remembered = remembered
        self._vocabulary = Vocabulary()
        self._codes = GrowingArray(np.uint32)
        self._memories = [ChunkTable(width) for width in _WIDTHS]

    def analysed(self, texts: Sequence[str]) -> BulkTerms:
        """Return the terms of texts."""
        known = sum(memory.count for memory in self._memories)
        # In scripts without spaces chunks hardly ever come again, but have their terms, too.
        if max(known, len(self._vocabulary) // 2) > self._remembered:
            self._forget()
        chunks = chunks_of(texts)
        begins, sizes, strays = self._found(chunks)
        remembered = self._codes.count
        if len(strays):
            begins[strays], sizes[strays] = self._learned(chunks, strays)
        codes = self._codes.values.take(expanded_ranges(begins, sizes))
        self._codes.count = remembered  # without those that are too long to come again
        starts = starts_of(sizes).take(chunks.texts)
        return BulkTerms(self._vocabulary, codes >> _CAPITAL, codes & _CAPITAL != 0, starts)

    def _found(self, chunks: Chunks) -> tuple[Ints, Ints, Ints]:
        """Where the codes of chunks begin, how many each has, and which are too long to know."""
        lengths = chunks.ends - chunks.starts
        begins, sizes = np.zeros((2, len(lengths)), np.int64)
        shortest = 0
        for memory in self._memories:
            places = np.flatnonzero((lengths >= shortest) & (lengths < memory.limit))
            if len(places):
                begins[places], sizes[places] = self._looked_up(memory, chunks, places)
            shortest = memory.limit
        return begins, sizes, np.flatnonzero(lengths >= shortest)

    def _looked_up(self, memory: ChunkTable, chunks: Chunks, places: Ints) -> tuple[Ints, Ints]:
        words = chunks.words(places, memory.width)
        numbers = memory.numbers(words)
        memory.came_again[numbers] = True
        missing = np.flatnonzero(numbers == 0)
        while len(missing):
            asked = [word[missing] for word in words]
            new = np.unique(chunk_hashes(asked), return_index=True)[1]
            memory.add([word[new] for word in asked], *self._learned(chunks, places[missing[new]]))
            numbers[missing] = memory.numbers(asked)
            missing = missing[numbers[missing] == 0]  # its hash was another's: hardly ever
        return memory.begins.take(numbers), memory.sizes.take(numbers)

    def _learned(self, chunks: Chunks, places: Ints) -> tuple[Ints, Ints]:
        """Analyse chunks: where their codes begin, and how many each has."""
        some = chunks.some(places)
        begins, sizes = np.zeros((2, len(some)), np.int64)
        is_word = np.fromiter(map(is_plain_word, some), np.bool_, len(some))  # most of the time
        begins[is_word], sizes[is_word] = self._words(
            list(compress(some, is_word)), chunks.are_capital(places[is_word])
        )
        others = [self._coded(chunk) for chunk in compress(some, ~is_word)]
        sizes[~is_word] = lengths = np.fromiter(map(len, others), np.int64, len(others))
        codes = np.fromiter(chain.from_iterable(others), np.uint32, int(lengths.sum()))
        begins[~is_word] = self._codes.append(codes) + starts_of(lengths)[:-1]
        return begins, sizes

    def _words(self, words: list[str], capitals: NDArray[np.bool_]) -> tuple[Ints, Ints]:
        """The same of plain words, all at once."""
        terms = plain_terms(words, self._language)
        sizes = np.fromiter(map(bool, terms), np.int64, len(terms))
        codes = self._vocabulary.numbers(terms) << _CAPITAL | capitals
        return self._codes.append(codes) + np.arange(len(terms)), sizes

    def _coded(self, chunk: str) -> list[int]:
        if word := plain_word(chunk):
            terms = filter(None, plain_terms([word], self._language))
            return [2 * self._vocabulary[term] + word[0].isupper() for term in terms]
        return [
            2 * self._vocabulary[term] + capital
            for terms, capital in terms_with_case(chunk, self._language)
            for term in terms
        ]

    def _forget(self) -> None:
        """Keep only what came again, and of that what did so the longest."""
        texts, codes, memories = self._vocabulary.texts, self._codes.values, self._memories
        self._vocabulary, self._codes = Vocabulary(), GrowingArray(np.uint32)
        self._memories = [ChunkTable(width) for width in _WIDTHS]
        for memory, former in zip(self._memories, memories, strict=True):
            kept = np.flatnonzero(former.came_again[1:])[: self._remembered // 4] + 1
            sizes = former.sizes[kept]
            old = codes.take(expanded_ranges(former.begins[kept], sizes))
            distinct, inverse = np.unique(old >> _CAPITAL, return_inverse=True)
            new = self._vocabulary.numbers([texts[number] for number in distinct])
            begin = self._codes.append(new[inverse] << _CAPITAL | old & _CAPITAL)
            memory.add(former.words(kept), begin + starts_of(sizes)[:-1], sizes)

"""The analysis of analysis.py for many texts at once, several times faster; terms are numbers.

Chunks recur, so their terms are cached. Unlike in analysis.py, the lookup is done in arrays. For a
single short text, such as a query, analysis.py is faster.
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

_WIDTHS = (2, 4)  # machine words of eight letters: enough for most chunks, and for nearly all
_CAPITAL = np.uint32(1)  # bit of a code, which is twice a term's number, plus one if capitalised

# Chunks of a language, at up to 200 bytes each with their terms. Beyond this, chunks that did not
# recur are dropped: 6% of a newswire's words are then analysed again, with four times this 2%.
_MAX_CACHED = 1 << 18
_local = threading.local()


@dataclass(frozen=True, slots=True, eq=False)
class BulkTerms:
    """The terms of several texts, concatenated."""

    vocabulary: Vocabulary
    numbers: TermNumbers
    capitals: NDArray[np.bool_]  # whether the word begins with a capital
    starts: Ints  # of each text, and the end of the last

    def spaced_texts(self) -> list[str]:
        """Return the terms of each text, with one or more spaces between them."""
        return self.vocabulary.spaced_texts(self.numbers, self.starts)


class BulkAnalyser:
    """The analysers of all languages, each caching at most `max_cached` chunks; for one thread."""

    def __init__(self, max_cached: int = _MAX_CACHED) -> None:
        self._max_cached = max_cached
        self._by_language: dict[str, _LanguageAnalyser] = {}

    @classmethod
    def of_thread(cls) -> "BulkAnalyser":
        """Return the analyser of the current thread."""
        found: BulkAnalyser | None = getattr(_local, "analyser", None)
        if found is None:
            found = _local.analyser = cls()
        return found

    def analyse(self, texts: Sequence[str], language: str) -> BulkTerms:
        """Return the terms of texts in one language."""
        # Languages without rules of their own share one analyser.
        key = language if has_own_terms(language) else ""
        if key not in self._by_language:
            self._by_language[key] = _LanguageAnalyser(key, self._max_cached)
        return self._by_language[key].analyse(texts)


class _LanguageAnalyser:
    """The cached chunks of one language."""

    def __init__(self, language: str, max_cached: int) -> None:
        self._language = language
        self._max_cached = max_cached
        self._vocabulary = Vocabulary()
        self._codes = GrowingArray(np.uint32)
        self._tables = [ChunkTable(width) for width in _WIDTHS]

    def analyse(self, texts: Sequence[str]) -> BulkTerms:
        """Return the terms of texts."""
        known = sum(table.count for table in self._tables)
        # In scripts without spaces chunks hardly ever recur, but their terms take space, too.
        if max(known, len(self._vocabulary) // 2) > self._max_cached:
            self._shrink()
        chunks = chunks_of(texts)
        begins, sizes, long = self._find(chunks)
        cached = self._codes.count
        if len(long):
            begins[long], sizes[long] = self._analyse_chunks(chunks, long)
        codes = self._codes.values.take(expanded_ranges(begins, sizes))
        self._codes.count = cached  # drop those of chunks that are too long to recur
        starts = starts_of(sizes).take(chunks.text_starts)
        return BulkTerms(self._vocabulary, codes >> _CAPITAL, codes & _CAPITAL != 0, starts)

    def _find(self, chunks: Chunks) -> tuple[Ints, Ints, Ints]:
        """Where the codes of chunks begin, how many each has, and which are too long to cache."""
        lengths = chunks.ends - chunks.starts
        begins, sizes = np.zeros((2, len(lengths)), np.int64)
        shortest = 0
        for table in self._tables:
            places = np.flatnonzero((lengths >= shortest) & (lengths < table.limit))
            if len(places):
                begins[places], sizes[places] = self._look_up(table, chunks, places)
            shortest = table.limit
        return begins, sizes, np.flatnonzero(lengths >= shortest)

    def _look_up(self, table: ChunkTable, chunks: Chunks, places: Ints) -> tuple[Ints, Ints]:
        words = chunks.machine_words(places, table.width)
        numbers = table.numbers(words)
        table.recurred[numbers] = True
        missing = np.flatnonzero(numbers == 0)
        while len(missing):
            wanted = [word[missing] for word in words]
            new = np.unique(chunk_hashes(wanted), return_index=True)[1]
            terms = self._analyse_chunks(chunks, places[missing[new]])
            table.add([word[new] for word in wanted], *terms)
            numbers[missing] = table.numbers(wanted)
            missing = missing[numbers[missing] == 0]  # only after a hash collision: very rare
        return table.begins.take(numbers), table.sizes.take(numbers)

    def _analyse_chunks(self, chunks: Chunks, places: Ints) -> tuple[Ints, Ints]:
        """Analyse chunks: where their codes begin, and how many each has."""
        texts = chunks.texts_at(places)
        begins, sizes = np.zeros((2, len(texts)), np.int64)
        is_word = np.fromiter(map(is_plain_word, texts), np.bool_, len(texts))  # most of them
        begins[is_word], sizes[is_word] = self._analyse_words(
            list(compress(texts, is_word)), chunks.are_capital(places[is_word])
        )
        others = [self._chunk_codes(chunk) for chunk in compress(texts, ~is_word)]
        sizes[~is_word] = lengths = np.fromiter(map(len, others), np.int64, len(others))
        codes = np.fromiter(chain.from_iterable(others), np.uint32, int(lengths.sum()))
        begins[~is_word] = self._codes.append(codes) + starts_of(lengths)[:-1]
        return begins, sizes

    def _analyse_words(self, words: list[str], capitals: NDArray[np.bool_]) -> tuple[Ints, Ints]:
        """The same for plain words, all at once."""
        terms = plain_terms(words, self._language)
        sizes = np.fromiter(map(bool, terms), np.int64, len(terms))
        codes = self._vocabulary.numbers(terms) << _CAPITAL | capitals
        return self._codes.append(codes) + np.arange(len(terms)), sizes

    def _chunk_codes(self, chunk: str) -> list[int]:
        if word := plain_word(chunk):
            terms = filter(None, plain_terms([word], self._language))
            return [2 * self._vocabulary[term] + word[0].isupper() for term in terms]
        return [
            2 * self._vocabulary[term] + capital
            for terms, capital in terms_with_case(chunk, self._language)
            for term in terms
        ]

    def _shrink(self) -> None:
        """Keep only chunks that recurred; if there are too many, the oldest of them."""
        texts, codes, tables = self._vocabulary.texts, self._codes.values, self._tables
        self._vocabulary, self._codes = Vocabulary(), GrowingArray(np.uint32)
        self._tables = [ChunkTable(width) for width in _WIDTHS]
        for table, former in zip(self._tables, tables, strict=True):
            kept = np.flatnonzero(former.recurred[1:])[: self._max_cached // 4] + 1
            sizes = former.sizes[kept]
            old = codes.take(expanded_ranges(former.begins[kept], sizes))
            distinct, inverse = np.unique(old >> _CAPITAL, return_inverse=True)
            new = self._vocabulary.numbers([texts[number] for number in distinct])
            begin = self._codes.append(new[inverse] << _CAPITAL | old & _CAPITAL)
            table.add(former.words(kept), begin + starts_of(sizes)[:-1], sizes)

"""Topic terms: the terms of a parsed text for finding topics, with their counts.

They are stems, phrases of the seed lists, and seed words inside compounds (Bundestagswahl). In
scripts without spaces, seed words are searched letter by letter: the segmenter's words need not be
those of our lists (足球赛).
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import chain, compress
from threading import Lock

from tidings.enrich.topics.seed_words import SeedWords, seeds_of
from tidings.text.parsing.parsed_text import ParsedText
from tidings.text.terms import analysis
from tidings.text.terms.stems import WordStemmer

_MAX_TOKENS = 700  # of a text: enough to show what an article is about
_MAX_LETTERS = 1_200  # the same for scripts without spaces
_MAX_CACHED = 65_536  # words of one language
_COMPOUND_LANGUAGES = frozenset({"da", "de", "fi", "hu", "is", "nb", "nl", "nn", "no", "sv"})
# Letters of a seed word at the start or end of a compound: Beispiel is not a Spiel.
_MIN_HEAD, _MIN_TAIL = 5, 6
_MAX_ENDING = 2  # letters of an inflection
_MAX_COMPOUND = 40  # letters


def term_counts(parsed: ParsedText) -> Counter[str]:
    """Return the terms of a text with their counts."""
    seeds = seeds_of(parsed.language)
    found = terms_of(parsed)
    counts = Counter(found)
    for phrase in _phrases(found, seeds):
        counts[phrase] += 1
    if seeds.inside:
        counts.update(_inside(parsed.text[:_MAX_LETTERS].lower(), seeds))
    return counts


def terms_of(parsed: ParsedText) -> list[str]:
    """Return the terms of a text in order, without the phrases of `term_counts`."""
    table = _terms_of(parsed.language)
    return list(chain.from_iterable(map(table.__getitem__, parsed.lowered[:_MAX_TOKENS])))


def spellings(parsed: ParsedText) -> dict[str, str]:
    """Return each term as the text first writes it."""
    table = _terms_of(parsed.language)
    words = parsed.words[:_MAX_TOKENS]
    terms = [table[word] for word in parsed.lowered[:_MAX_TOKENS]]
    pairs = [
        (term, word)
        for word, terms_of_word in zip(words, terms, strict=True)
        for term in terms_of_word
    ]
    return dict(reversed(pairs))


def _phrases(found: list[str], seeds: SeedWords) -> Iterable[str]:
    known = seeds.phrases
    for at in compress(range(len(found)), map(known.__contains__, found)):
        for phrase in known[found[at]]:
            if tuple(found[at : at + len(phrase)]) == phrase:
                yield " ".join(phrase)


def _inside(text: str, seeds: SeedWords) -> Iterable[str]:
    """The seed words anywhere in a text, at each position the longest."""
    at = 0
    while at < len(text) - 1:
        known = seeds.inside.get(text[at : at + 2], ())
        seed = next((each for each in known if text.startswith(each, at)), None)
        if seed:
            yield seed
        at += len(seed) if seed else 1


class _Terms(dict[str, tuple[str, ...]]):
    """One language's terms by lower-case word: none, one, or also the parts of a compound."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language
        self._stems = WordStemmer(language)
        self._seeds = seeds_of(language).rows
        self._forms = seeds_of(language).forms
        self._found_inside = frozenset(chain.from_iterable(seeds_of(language).inside.values()))
        self._compounds = language in _COMPOUND_LANGUAGES
        self._lock = Lock()  # a Snowball stemmer is for one thread at a time

    def __missing__(self, word: str) -> tuple[str, ...]:
        with self._lock:
            terms = self._analysed(word)
            if len(self) >= _MAX_CACHED:
                self.clear()
            self[word] = terms
        return terms

    def _analysed(self, word: str) -> tuple[str, ...]:
        if not word[0].isalpha() and not word[0].isdecimal():
            return ()
        term = self._term(word)
        if term in self._found_inside:
            return ()
        if term in self._seeds:
            return (term,)
        parts = self._parts(word) if self._compounds and len(word) <= _MAX_COMPOUND else ()
        return (term, *parts) if term else ()

    def _term(self, word: str) -> str:
        """The term of a word; plain words use the cache shared with other steps."""
        if word.isascii() and word.isalpha():
            return analysis.terms_of((word,), self._language)[0]
        return self._stems.term(word)

    def _parts(self, word: str) -> tuple[str, ...]:
        """The longest seed words at the start and at the end of a compound.

        As listed, not by stem: Berichte does not end with Richter. An inflection may follow.
        """
        heads = (word[:cut] for cut in range(len(word) - 2, _MIN_HEAD - 1, -1))
        tails = (
            word[start : len(word) - ending]
            for start in range(2, len(word) - _MIN_TAIL + 1)
            for ending in range(min(_MAX_ENDING, len(word) - _MIN_TAIL - start) + 1)
        )
        found = (next(filter(self._forms.__contains__, parts), "") for parts in (heads, tails))
        return tuple(self._stems.term(part) for part in found if part)


@cache
def _terms_of(language: str) -> _Terms:
    return _Terms(language)

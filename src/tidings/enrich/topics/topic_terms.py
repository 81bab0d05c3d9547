"""Topic terms: the terms of a parsed text that topics are found by, each with how often it stands.

Stems, phrases among the seed words, and the seed words inside compounds (Bundestagswahl). Where
words have no spaces between them, seed words are looked for letter by letter: what a segmenter
takes for a word need not be one that we list (足球赛).
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

_MAX_TOKENS = 700  # of a text: what an article is about is said by then
_MAX_LETTERS = 1_200  # the same where words have no spaces between them
_MAX_REMEMBERED = 65_536  # words of one language
_COMPOUNDING = frozenset({"da", "de", "fi", "hu", "is", "nb", "nl", "nn", "no", "sv"})
# Letters that a compound begins or ends with at least: Beispiel is no Spiel.
_FIRST, _LAST = 5, 6
_ENDING = 2  # letters of an inflection
_MAX_COMPOUND = 40  # letters


def term_counts(parsed: ParsedText) -> Counter[str]:
    """Return the terms of a text, each with how often it stands there."""
    seeds = seeds_of(parsed.language)
    found = terms_of(parsed)
    counts = Counter(found)
    for phrase in _phrases(found, seeds):
        counts[phrase] += 1
    if seeds.inside:
        counts.update(_inside(parsed.text[:_MAX_LETTERS].lower(), seeds))
    return counts


def terms_of(parsed: ParsedText) -> list[str]:
    """Return the terms of a text in order; phrases are for `counted`."""
    table = _terms_of(parsed.language)
    return list(chain.from_iterable(map(table.__getitem__, parsed.lowered[:_MAX_TOKENS])))


def spellings(parsed: ParsedText) -> dict[str, str]:
    """Return each term as the text writes it, where it does so first."""
    table = _terms_of(parsed.language)
    words = parsed.words[:_MAX_TOKENS]
    terms = [table[word] for word in parsed.lowered[:_MAX_TOKENS]]
    pairs = [(term, word) for word, of in zip(words, terms, strict=True) for term in of]
    return dict(reversed(pairs))


def _phrases(found: list[str], seeds: SeedWords) -> Iterable[str]:
    known = seeds.phrases
    for place in compress(range(len(found)), map(known.__contains__, found)):
        for phrase in known[found[place]]:
            if tuple(found[place : place + len(phrase)]) == phrase:
                yield " ".join(phrase)


def _inside(text: str, seeds: SeedWords) -> Iterable[str]:
    """The seed words that stand anywhere in a text, the longest in each place."""
    place = 0
    while place < len(text) - 1:
        known = seeds.inside.get(text[place : place + 2], ())
        seed = next((each for each in known if text.startswith(each, place)), None)
        if seed:
            yield seed
        place += len(seed) if seed else 1


class _Terms(dict[str, tuple[str, ...]]):
    """One language's terms by word in small letters: none, one, or the parts of a compound."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language
        self._stems = WordStemmer(language)
        self._seeds = seeds_of(language).rows
        self._forms = seeds_of(language).forms
        self._found_inside = frozenset(chain.from_iterable(seeds_of(language).inside.values()))
        self._compounds = language in _COMPOUNDING
        self._lock = Lock()  # a Snowball stemmer is for one thread at a time

    def __missing__(self, word: str) -> tuple[str, ...]:
        with self._lock:
            terms = self._analysed(word)
            if len(self) >= _MAX_REMEMBERED:
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
        """The term of a word; of a plain one it is asked by other steps as well, and remembered."""
        if word.isascii() and word.isalpha():
            return analysis.terms_of((word,), self._language)[0]
        return self._stems.term(word)

    def _parts(self, word: str) -> tuple[str, ...]:
        """The longest seed word that a compound begins with, and the longest that it ends with.

        As listed, not by stem: Berichte do not end with Richter. An ending may follow.
        """
        heads = (word[:cut] for cut in range(len(word) - 2, _FIRST - 1, -1))
        tails = (
            word[start : len(word) - ending]
            for start in range(2, len(word) - _LAST + 1)
            for ending in range(min(_ENDING, len(word) - _LAST - start) + 1)
        )
        found = (next(filter(self._forms.__contains__, parts), "") for parts in (heads, tails))
        return tuple(self._stems.term(part) for part in found if part)


@cache
def _terms_of(language: str) -> _Terms:
    return _Terms(language)

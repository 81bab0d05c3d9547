"""Topic terms: the terms of a parsed text that topics are found by, each with how often it stands.

Stems, phrases among the seed words, and the seed words inside compounds (Bundestagswahl). Where
words have no spaces between them, seed words are looked for letter by letter: what a segmenter
takes for a word need not be one that we list (足球赛).
"""

from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import chain
from threading import Lock

from tidings.enrich.topic_seeds import Seeds, seeds_of
from tidings.text.parsed import Parsed
from tidings.text.stems import Stems
from tidings.text.stopwords import stop_words

_MAX_TOKENS = 700  # of a text: what an article is about is said by then
_MAX_LETTERS = 1_200  # the same where words have no spaces between them
_MAX_REMEMBERED = 65_536  # words of one language
_COMPOUNDING = frozenset({"da", "de", "fi", "hu", "is", "nb", "nl", "nn", "no", "sv"})
_PART = 5  # letters of a part of a compound at least: shorter ones are in everything
_MAX_COMPOUND = 40  # letters


def counted(parsed: Parsed) -> Counter[str]:
    """Return the terms of a text, each with how often it stands there."""
    seeds = seeds_of(parsed.language)
    found = terms_of(parsed)
    counts = Counter(found)
    counts.update(_phrases(found, seeds))
    if seeds.inside:
        counts.update(_inside(parsed.text[:_MAX_LETTERS].lower(), seeds))
    return counts


def terms_of(parsed: Parsed) -> list[str]:
    """Return the terms of a text in order; phrases are for `counted`."""
    table = _terms_of(parsed.language)
    return list(chain.from_iterable(map(table.__getitem__, parsed.lowered[:_MAX_TOKENS])))


def spelled(parsed: Parsed) -> dict[str, str]:
    """Return each term as the text writes it, where it does so first."""
    table = _terms_of(parsed.language)
    words = parsed.words[:_MAX_TOKENS]
    terms = [table[word] for word in parsed.lowered[:_MAX_TOKENS]]
    pairs = [(term, word) for word, of in zip(words, terms, strict=True) for term in of]
    return dict(reversed(pairs))


def _phrases(found: list[str], seeds: Seeds) -> Iterable[str]:
    for place, term in enumerate(found):
        if term in seeds.phrases:
            for phrase in seeds.phrases[term]:
                if tuple(found[place : place + len(phrase)]) == phrase:
                    yield " ".join(phrase)


def _inside(text: str, seeds: Seeds) -> Iterable[str]:
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
        self._stems = Stems(language)
        self._stop_words = stop_words(language)
        self._seeds = seeds_of(language).rows
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
        term = self._stems.term(word)
        if term in self._found_inside:
            return ()
        if term in self._seeds:
            return (term,)
        parts = self._parts(word) if self._compounds and len(word) <= _MAX_COMPOUND else ()
        return (term, *parts) if term else ()

    def _parts(self, word: str) -> tuple[str, ...]:
        """The longest seed word that a compound ends with, and the longest that it begins with."""
        cuts = range(1, len(word) - _PART + 1)
        last = next((term for cut in cuts if (term := self._seed(word[cut:]))), None)
        first = next((term for cut in cuts if (term := self._seed(word[:-cut]))), None)
        return tuple(part for part in (first, last) if part)

    def _seed(self, part: str) -> str | None:
        term = self._stems.term(part)
        return term if term in self._seeds and term not in self._stop_words else None


@cache
def _terms_of(language: str) -> _Terms:
    return _Terms(language)

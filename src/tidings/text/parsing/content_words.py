"""The words of a text that say something: terms of tokens, without a language's small words."""

from collections.abc import Sequence
from functools import cache

from tidings.text.terms.analysis import terms_of
from tidings.text.terms.stopwords import LANGUAGES, is_stop_word

_SHORT = 3  # letters of a word that says little in a language whose small words we do not know
_DENSE = "\u0e00"  # from here on scripts have no such words, and most have no spaces
_MAX_WORD = 64  # characters of a word that is remembered
_MAX_REMEMBERED = 65_536  # words; those of a day's news come again and again


def content_terms(words: Sequence[str], language: str) -> list[str]:
    """Return the term of each token that says something by itself; empty for all others."""
    return list(map(_table(language).__getitem__, words))


class _ContentTerms(dict[str, str]):
    """One language's terms by word."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language
        self._says_little = _is_stop_word if language in LANGUAGES else _is_short

    def __missing__(self, word: str) -> str:
        says_little = self._says_little(word, self._language)
        term = "" if says_little else terms_of((word,), self._language)[0]
        if len(word) <= _MAX_WORD:
            if len(self) >= _MAX_REMEMBERED:
                self.clear()
            self[word] = term
        return term


@cache
def _table(language: str) -> _ContentTerms:
    return _ContentTerms(language)


def _is_stop_word(word: str, language: str) -> bool:
    return word[:1].isalpha() and is_stop_word(word, language)


def _is_short(word: str, _: str) -> bool:
    return len(word) <= _SHORT and word < _DENSE and not word.isupper()

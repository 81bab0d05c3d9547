"""The content words of a text: the terms of its tokens, without stop words."""

from collections.abc import Sequence
from functools import cache

from tidings.text.terms.analysis import terms_of
from tidings.text.terms.stopwords import LANGUAGES, is_stop_word

_SHORT = 3  # letters: in a language without a stop word list, such words count as stop words
_DENSE = "\u0e00"  # from here on scripts have no such short words, and most have no spaces
_MAX_WORD = 64  # characters; longer words are not cached
_MAX_CACHED = 65_536  # words; enough for those that recur in a day's news


def content_terms(words: Sequence[str], language: str) -> list[str]:
    """Return the term of each token that is a content word; empty for all others."""
    return list(map(_table(language).__getitem__, words))


class _ContentTerms(dict[str, str]):
    """One language's terms by word."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language
        self._is_ignored = _is_stop_word if language in LANGUAGES else _is_short

    def __missing__(self, word: str) -> str:
        is_ignored = self._is_ignored(word, self._language)
        term = "" if is_ignored else terms_of((word,), self._language)[0]
        if len(word) <= _MAX_WORD:
            if len(self) >= _MAX_CACHED:
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

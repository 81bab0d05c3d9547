"""The casing of words: capitalised, lower case, all capitals, or a name in lower case.

It is needed for every token of every article, so it is one cached number per word.
"""

from collections.abc import Sequence
from typing import Final

from tidings.enrich.name_tagger.lowercase_names import is_lowercase_name
from tidings.text.word_cache import WordCache

CAPITALISED: Final = 8  # has a capital letter where names have one
_CASE: Final = 7  # the bits of `_case`
_LOWERCASE_NAME: Final = 16  # and any larger number


def is_capitalised(word: str) -> bool:
    """Return whether a word has a capital where names have one: NATO, Merkel, eBay, iPhone."""
    return word[0].isupper() or (len(word) > 2 and word[1].isupper() and word[0].isalpha())


def _case(word: str) -> int:
    """0 if not a word of letters; else 1, plus 1 if the first letter is a capital, 2 if all are."""
    if len(word) == 1 or not word.isalpha():
        return 0
    return 1 + word[0].isupper() + 2 * word.isupper()


def _word_casing(word: str) -> int:
    if is_capitalised(word):
        return _case(word) | CAPITALISED
    return _case(word) | (_LOWERCASE_NAME if is_lowercase_name(word) else 0)


WORD_CASING: Final = WordCache(_word_casing)
_CAPITALISED_ONLY: Final = bytes(each & CAPITALISED for each in range(256))
_CASE_ONLY: Final = bytes(each & _CASE for each in range(256))


def capitalised_flags(words: Sequence[str]) -> bytes:
    """Return a byte for each word, zero if it is not capitalised."""
    return bytes(map(WORD_CASING.__getitem__, words)).translate(_CAPITALISED_ONLY)


def with_restored_capitals(words: list[str]) -> list[str]:
    """Return the words of a sentence, with capitals for sure names in lower case."""
    if max(map(WORD_CASING.__getitem__, words), default=0) < _LOWERCASE_NAME:
        return words
    return [word.capitalize() if WORD_CASING[word] >= _LOWERCASE_NAME else word for word in words]


def casing_of(words: Sequence[str]) -> str:
    """Return how a sentence uses capitals: as usual, in every word, or everywhere."""
    marks = bytes(map(WORD_CASING.__getitem__, words)).translate(_CASE_ONLY)
    letters = len(marks) - marks.count(0)
    if letters >= 3 and marks.count(3) + marks.count(4) > 0.6 * letters:
        return "capitals"
    capitalised = marks.count(2) + marks.count(4)
    return "title" if letters >= 4 and capitalised > 0.6 * letters else "usual"

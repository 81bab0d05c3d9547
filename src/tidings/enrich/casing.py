"""How words are written: large, small, all in capitals, or small although names are large.

Asked of every token of every article, so what is found out about a word is one remembered number.
"""

from collections.abc import Sequence
from typing import Final

from tidings.enrich.small_names import is_small_name
from tidings.text.word_cache import WordCache

LARGE: Final = 8  # has a capital letter where names have one
_CASE: Final = 7  # the bits of `_case`
_SMALL_NAME: Final = 16  # and whatever is not less


def is_large(word: str) -> bool:
    """Tell whether a word has a capital letter where names have one: NATO, Merkel, eBay, iPhone."""
    return word[0].isupper() or (len(word) > 2 and word[1].isupper() and word[0].isalpha())


def _case(word: str) -> int:
    """0: no word of letters. Otherwise 1, and 1 more with a large letter first, 2 more with all."""
    if len(word) == 1 or not word.isalpha():
        return 0
    return 1 + word[0].isupper() + 2 * word.isupper()


def _writing(word: str) -> int:
    if is_large(word):
        return _case(word) | LARGE
    return _case(word) | (_SMALL_NAME if is_small_name(word) else 0)


WRITING: Final = WordCache(_writing)
_LARGE_ONLY: Final = bytes(each & LARGE for each in range(256))
_CASE_ONLY: Final = bytes(each & _CASE for each in range(256))


def large_among(words: Sequence[str]) -> bytes:
    """Return a byte for each word, nought if it is not large."""
    return bytes(map(WRITING.__getitem__, words)).translate(_LARGE_ONLY)


def restored(words: list[str]) -> list[str]:
    """Return the words of a sentence, those that are surely names as names are written."""
    if max(map(WRITING.__getitem__, words), default=0) < _SMALL_NAME:
        return words
    return [word.capitalize() if WRITING[word] >= _SMALL_NAME else word for word in words]


def casing_of(words: Sequence[str]) -> str:
    """Tell how a sentence uses capital letters: as usual, in every word, everywhere."""
    marks = bytes(map(WRITING.__getitem__, words)).translate(_CASE_ONLY)
    letters = len(marks) - marks.count(0)
    if letters >= 3 and marks.count(3) + marks.count(4) > 0.6 * letters:
        return "capitals"
    large = marks.count(2) + marks.count(4)
    return "title" if letters >= 4 and large > 0.6 * letters else "usual"

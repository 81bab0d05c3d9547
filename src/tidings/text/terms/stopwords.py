"""Stop words: the small words of each language, which say how a text is said, not what it is about.

They are lists of our own in `function_words/`, one file per language. A stop word in a query need
not be found and weighs next to nothing; it is indexed all the same, so phrases have it. Words that
news is also about stay out of the lists (us, May), and so do those that turn a query's meaning
round (no, without).
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from tidings.text.scripts.marks import folded
from tidings.text.terms.analysis import lookup_terms, normal_spelling

_FOLDER = Path(__file__).parent / "function_words"
_SHARED = {"ms": "id", "nb": "no", "nn": "no", "bs": "hr"}  # one list serves both
_CONTENT = "!"  # opens a line of words that share a stem with a stop word but are none

LANGUAGES: Final = frozenset(path.stem for path in _FOLDER.glob("*.txt")) | frozenset(_SHARED)


@lru_cache(maxsize=8_192)
def is_stop_word(word: str, language: str) -> bool:
    """Tell whether a word as written is a stop word; one in capitals (WHO, IT) is a name."""
    if len(word) > 1 and word.isupper():
        return False
    return folded(normal_spelling(word, language)) in _written(language)


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the terms of a language's stop words; none for a language without a list.

    A term may stand for other words too (German sich and sicher), so where the word as written is
    known, `is_stop_word` is the one to ask.
    """
    words, content = _lists(language)
    return _terms(words, language) - _terms(content, language)


@cache
def _written(language: str) -> frozenset[str]:
    """The stop words in one spelling, without accents, since people leave them out."""
    words, content = (
        {folded(normal_spelling(word, language)) for word in listed} for listed in _lists(language)
    )
    return frozenset(words - content)


def _lists(language: str) -> tuple[list[str], list[str]]:
    """The stop words of a language, and the words that share a stem with one of them."""
    if language not in LANGUAGES:
        return [], []
    path = _FOLDER / f"{_SHARED.get(language, language)}.txt"
    words: list[str] = []
    content: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        (content if line.startswith(_CONTENT) else words).extend(
            line.removeprefix(_CONTENT).split()
        )
    return words, content


def _terms(words: list[str], language: str) -> frozenset[str]:
    """Those words that are one term; in scripts without spaces one letter, or a bigram of two."""
    found = (lookup_terms(word, language) for word in words)
    return frozenset(terms[0][1] for terms in found if len(terms) == 1)

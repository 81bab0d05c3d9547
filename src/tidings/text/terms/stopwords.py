"""Stop words: the function words of each language, which do not say what a text is about.

The lists in `function_words/` are our own, one file per language. A stop word in a query need not
be found and weighs almost nothing; it is indexed nevertheless, because phrases need it. The lists
leave out words that news is also about (us, May), and words that reverse the meaning of a query
(no, without).
"""

from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from tidings.text.scripts.marks import folded
from tidings.text.terms.analysis import lookup_terms, normal_spelling

_FOLDER = Path(__file__).parent / "function_words"
_SHARED = {"ms": "id", "nb": "no", "nn": "no", "bs": "hr"}  # one list serves both
_CONTENT = "!"  # marks a line of words that share a stem with a stop word but are not stop words

LANGUAGES: Final = frozenset(path.stem for path in _FOLDER.glob("*.txt")) | frozenset(_SHARED)


@lru_cache(maxsize=8_192)
def is_stop_word(word: str, language: str) -> bool:
    """Return whether a word as written is a stop word; one in capitals (WHO, IT) is a name."""
    if len(word) > 1 and word.isupper():
        return False
    return folded(normal_spelling(word, language)) in _written(language)


@cache
def stop_words(language: str) -> frozenset[str]:
    """Return the terms of a language's stop words; none for a language without a list.

    A term may represent other words too (German sich and sicher), so use `is_stop_word` where the
    word as written is known.
    """
    words, content = _lists(language)
    return _terms(words, language) - _terms(content, language)


@cache
def _written(language: str) -> frozenset[str]:
    """The stop words in one spelling, without accents, because people leave them out."""
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
    """The terms of words that are one term; in scripts without spaces, one or two letters."""
    found = (lookup_terms(word, language) for word in words)
    return frozenset(terms[0][1] for terms in found if len(terms) == 1)

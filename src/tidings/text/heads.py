"""Where in a text wanted terms may stand, by how their words begin; to analyse little, not all.

Most stemmers take off endings only, so a word of a term begins like the term. Those of some
languages do not, and there every word has to be analysed.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from tidings.text.cjk import FOLLOWERS, LETTERS
from tidings.text.marks import folded

# Their stemmers take off beginnings, or write them in other letters.
_OTHERWISE = frozenset(
    {"ar", "bs", "eo", "fa", "ga", "he", "hr", "id", "ms", "nl", "sr", "st", "ta", "tr", "yi"}
)
_UNSURE = 2  # letters at the end of a term that its words may write otherwise: happi, happy
_ENOUGH = 6  # letters of a beginning
_chunk = re.compile(r"\S+")
_gram = re.compile(f"[{LETTERS}]")

_pair = re.compile("ss|ae|oe|th|ij|f[fil]")  # may be written as one letter: ß æ œ þ ĳ ﬁ
# Every letter with those that fold to it, or to it and another one.
_ACCENTED = {"a": "æÆ", "o": "œŒ", "t": "þÞ", "i": "ĳĲ", "f": "ﬀﬁﬂﬃﬄ"}
for _point in [
    *range(0xC0, 0x250),
    *range(0x370, 0x530),
    *range(0x620, 0x700),
    *range(0x1E00, 0x2000),
]:
    for _base in {folded(chr(_point)), folded(chr(_point).lower())} - {chr(_point)}:
        _ACCENTED[_base] = _ACCENTED.get(_base, "") + chr(_point)


def chunks_with(wanted: frozenset[str], text: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield the pieces of text, whole words in order, outside which no wanted term stands.

    Scripts without spaces aside: their terms are for `grams_in`.
    """
    if language in _OTHERWISE:
        yield from (chunk.span() for chunk in _chunk.finditer(text))
        return
    heads = _heads(wanted, language)
    last = 0
    for head in heads.finditer(text) if heads else ():
        start, end = head.span()
        if start and not text[start - 1].isspace():  # begins with a quote, or goes on from a hyphen
            start = max(text.rfind(" ", last, start), text.rfind("\n", last, start), last - 1) + 1
        yield start, end
        last = end


def grams_in(wanted: frozenset[str], text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the places of terms in scripts without spaces; the longest of those in one place."""
    pattern = _grams(wanted)
    for found in pattern.finditer(text) if pattern else ():
        yield found[1], *found.span(1)


@lru_cache(maxsize=1_024)
def _heads(wanted: frozenset[str], language: str) -> re.Pattern[str] | None:
    """How words of the terms begin.

    The first letters come first of all: a class of them is what `re` is quick to look for.
    """
    words = sorted(term for term in wanted if term and not _gram.match(term))
    first = "".join({letter for term in words for letter in _written(term[0])})
    heads = {f"(?<=[{_escaped(term[0])}]){_rest(term, language)}" for term in words}
    if not words:
        return None
    return re.compile(rf"[{re.escape(first)}](?<![^\W_].)(?:{'|'.join(sorted(heads))})\S*")


@lru_cache(maxsize=1_024)
def _grams(wanted: frozenset[str]) -> re.Pattern[str] | None:
    grams = sorted((re.escape(term) for term in wanted if _gram.match(term)), key=len, reverse=True)
    return re.compile(rf"(?=({'|'.join(grams)})(?![{FOLLOWERS}]))") if grams else None


def _rest(term: str, language: str) -> str:
    """What follows the first letter and is sure, as a pattern: any case and accent, dots (U.S.)."""
    pair = _pair.search(term)
    sure = min(len(term) - _UNSURE, _ENOUGH, pair.start() if pair else _ENOUGH)
    length = max(sure, 1) if term[0].isalpha() else 1
    silent = ["[eE]?" if language == "de" and letter in "aou" else "" for letter in term]  # ue is ü
    return silent[0] + "".join(
        rf"\.?[{_escaped(letter)}]{after}"
        for letter, after in zip(term[1:length], silent[1:length], strict=True)
    )


def _written(letter: str) -> str:
    """All that folds to a letter."""
    return letter + letter.upper() + _ACCENTED.get(letter, "")


def _escaped(letter: str) -> str:
    return re.escape(_written(letter))

"""Where in a text wanted terms may occur, by how words begin, so that only these are analysed.

Most stemmers remove endings only, so a word begins like its term. In languages where this does
not hold, every word is analysed.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tidings.text.scripts.cjk import FOLLOWERS, LETTERS
from tidings.text.scripts.marks import folded

# Their stemmers remove prefixes, or respell the start of words.
_CHANGED_STARTS = frozenset(
    {"ar", "bs", "eo", "fa", "ga", "he", "hr", "id", "ms", "nl", "sr", "st", "ta", "tr", "yi"}
)
_UNSURE = 2  # letters at the end of a term that may differ in its words: happi, happy
_ENOUGH = 6  # letters of a word start
_chunk = re.compile(r"\S+")
_space = re.compile(r"\s")
_gram = re.compile(f"[{LETTERS}]")
_umlaut_base = re.compile("[aou]")
_pair = re.compile("ss|ae|oe|th|ij|f[fil]")  # may be written as one letter: ß æ œ þ ĳ ﬁ


def _plain_letters() -> dict[int, str]:
    """Map letters that fold to another letter than their lower case, or to two, to the first."""
    blocks = (range(0xC0, 0x250), range(0x370, 0x530), range(0x620, 0x700), range(0x1E00, 0x2000))
    letters = [chr(point) for block in blocks for point in block]
    plain = {letter: folded(letter.lower()) or folded(letter) for letter in letters}
    plain |= dict.fromkeys("ﬀﬁﬂﬃﬄ", "f") | {"ß": "s", "ẞ": "s", "ĳ": "i", "Ĳ": "i"}
    plain |= dict.fromkeys("’ʼ", "'")  # as in terms
    plain |= {chr(point): chr(point - 0xFEE0) for point in range(0xFF10, 0xFF5B)}  # full width
    found = plain.items()
    return {ord(letter): base[0] for letter, base in found if base and base[0] != letter.lower()}


_PLAIN: Final = _plain_letters()
_accented = re.compile(f"[{re.escape(''.join(map(chr, _PLAIN)))}]")


def chunks_with(wanted: frozenset[str], text: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield the pieces of text, whole words in order, that may contain a wanted term.

    Terms of scripts without spaces are not covered: use `grams_in`.
    """
    if language in _CHANGED_STARTS:
        yield from (chunk.span() for chunk in _chunk.finditer(text))
        return
    last = 0
    for start in sorted(_matching_starts(_word_starts(wanted, language), _plain(text))):
        if start < last:
            continue
        space = _space.search(text, start)
        end = space.start() if space else len(text)
        if start and not text[start - 1].isspace():  # after a quote or a hyphen
            start = max(text.rfind(" ", last, start), text.rfind("\n", last, start), last - 1) + 1
        yield start, end
        last = end


def _matching_starts(word_starts: frozenset[str], text: str) -> list[int]:
    """Where words begin like any of these, including right after scripts without spaces."""
    starts: list[int] = []
    for word_start in word_starts:
        at = text.find(word_start)
        while at >= 0:
            if not at or not text[at - 1].isalnum() or _gram.match(text[at - 1]):
                starts.append(at)
            at = text.find(word_start, at + 1)
    return starts


def grams_in(wanted: frozenset[str], text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the spans of terms in scripts without spaces; only the longest at each place."""
    pattern = _grams(wanted)
    for found in pattern.finditer(text) if pattern else ():
        yield found[1], *found.span(1)


@lru_cache(maxsize=1_024)
def _word_starts(wanted: frozenset[str], language: str) -> frozenset[str]:
    """How words of these terms begin; initials may have dots between them (U.S.)."""
    terms = (term for term in wanted if term and not _gram.match(term))
    starts = {_plain(term[: _sure_length(term, language)]) for term in terms}
    return frozenset(starts | {".".join(start) for start in starts})


@lru_cache(maxsize=1_024)
def _grams(wanted: frozenset[str]) -> re.Pattern[str] | None:
    grams = sorted((re.escape(term) for term in wanted if _gram.match(term)), key=len, reverse=True)
    return re.compile(rf"(?=({'|'.join(grams)})(?![{FOLLOWERS}]))") if grams else None


def _sure_length(term: str, language: str) -> int:
    """How many letters at the start of a term certainly start its words, too."""
    if not term[0].isalpha():
        return 1
    pair = _pair.search(term)
    sure = min(len(term) - _UNSURE, _ENOUGH, pair.start() if pair else _ENOUGH)
    if language == "de" and (umlaut := _umlaut_base.search(term)):  # ü may be written ue
        sure = min(sure, umlaut.end())
    return max(sure, 1)


def _plain(text: str) -> str:
    """The text in lower case without accents, every letter in its place."""
    if not text.isascii() and _accented.search(text):
        text = text.translate(_PLAIN)
    return text.lower()

"""Where in a text wanted terms may stand, by how their words begin; to analyse little, not all.

Most stemmers take off endings only, so a word of a term begins like the term. Those of some
languages do not, and there every word has to be analysed.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tidings.text.scripts.cjk import FOLLOWERS, LETTERS
from tidings.text.scripts.marks import folded

# Their stemmers take off beginnings, or write them in other letters.
_OTHERWISE = frozenset(
    {"ar", "bs", "eo", "fa", "ga", "he", "hr", "id", "ms", "nl", "sr", "st", "ta", "tr", "yi"}
)
_UNSURE = 2  # letters at the end of a term that its words may write otherwise: happi, happy
_ENOUGH = 6  # letters of a beginning
_chunk = re.compile(r"\S+")
_space = re.compile(r"\s")
_gram = re.compile(f"[{LETTERS}]")
_mutated = re.compile("[aou]")
_pair = re.compile("ss|ae|oe|th|ij|f[fil]")  # may be written as one letter: ß æ œ þ ĳ ﬁ


def _plain_letters() -> dict[int, str]:
    """Every letter that folds to another than its small one, or to two, with the first of them."""
    blocks = (range(0xC0, 0x250), range(0x370, 0x530), range(0x620, 0x700), range(0x1E00, 0x2000))
    letters = [chr(point) for block in blocks for point in block]
    plain = {letter: folded(letter.lower()) or folded(letter) for letter in letters}
    plain |= dict.fromkeys("ﬀﬁﬂﬃﬄ", "f") | {"ß": "s", "ẞ": "s", "ĳ": "i", "Ĳ": "i"}
    plain |= dict.fromkeys("’ʼ", "'")  # as terms have it
    plain |= {chr(point): chr(point - 0xFEE0) for point in range(0xFF10, 0xFF5B)}  # full width
    found = plain.items()
    return {ord(letter): base[0] for letter, base in found if base and base[0] != letter.lower()}


_PLAIN: Final = _plain_letters()
_accented = re.compile(f"[{re.escape(''.join(map(chr, _PLAIN)))}]")


def chunks_with(wanted: frozenset[str], text: str, language: str) -> Iterator[tuple[int, int]]:
    """Yield the pieces of text, whole words in order, outside which no wanted term stands.

    Scripts without spaces aside: their terms are for `grams_in`.
    """
    if language in _OTHERWISE:
        yield from (chunk.span() for chunk in _chunk.finditer(text))
        return
    last = 0
    for start in sorted(_matching_starts(_word_starts(wanted, language), _plain(text))):
        if start < last:
            continue
        space = _space.search(text, start)
        end = space.start() if space else len(text)
        if start and not text[start - 1].isspace():  # begins with a quote, or goes on from a hyphen
            start = max(text.rfind(" ", last, start), text.rfind("\n", last, start), last - 1) + 1
        yield start, end
        last = end


def _matching_starts(heads: frozenset[str], text: str) -> list[int]:
    """Where words begin like any of these; behind scripts without spaces as well."""
    starts: list[int] = []
    for head in heads:
        at = text.find(head)
        while at >= 0:
            if not at or not text[at - 1].isalnum() or _gram.match(text[at - 1]):
                starts.append(at)
            at = text.find(head, at + 1)
    return starts


def grams_in(wanted: frozenset[str], text: str) -> Iterator[tuple[str, int, int]]:
    """Yield the places of terms in scripts without spaces; the longest of those in one place."""
    pattern = _grams(wanted)
    for found in pattern.finditer(text) if pattern else ():
        yield found[1], *found.span(1)


@lru_cache(maxsize=1_024)
def _word_starts(wanted: frozenset[str], language: str) -> frozenset[str]:
    """How words of the terms begin; initials may have dots between them (U.S.)."""
    terms = (term for term in wanted if term and not _gram.match(term))
    heads = {_plain(term[: _sure(term, language)]) for term in terms}
    return frozenset(heads | {".".join(head) for head in heads})


@lru_cache(maxsize=1_024)
def _grams(wanted: frozenset[str]) -> re.Pattern[str] | None:
    grams = sorted((re.escape(term) for term in wanted if _gram.match(term)), key=len, reverse=True)
    return re.compile(rf"(?=({'|'.join(grams)})(?![{FOLLOWERS}]))") if grams else None


def _sure(term: str, language: str) -> int:
    """How many letters at the beginning of a term its words have for certain."""
    if not term[0].isalpha():
        return 1
    pair = _pair.search(term)
    sure = min(len(term) - _UNSURE, _ENOUGH, pair.start() if pair else _ENOUGH)
    if language == "de" and (mutated := _mutated.search(term)):  # ü may be written ue
        sure = min(sure, mutated.end())
    return max(sure, 1)


def _plain(text: str) -> str:
    """The text in small letters without accents, every letter in its place."""
    if not text.isascii() and _accented.search(text):
        text = text.translate(_PLAIN)
    return text.lower()

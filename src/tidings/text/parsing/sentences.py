"""Sentences: where each begins and ends in a text; paragraphs are lines and end theirs.

A mark that may end a sentence ends it unless something speaks against it: an abbreviation before
it, a small letter or a number's rest behind it, a bracket or quotation that is still open.
"""

import re
from collections.abc import Iterator
from typing import Final

from tidings.text.parsing.abbreviations import NUMBER_ABBREVIATIONS, TIME_FOLLOWERS, is_abbreviation
from tidings.text.terms.stopwords import LANGUAGES, is_stop_word

_CLOSING: Final = "\"'”’“»›)\\]」』）】》〉"  # “ closes in German
_OPENING: Final = "\"'“‘„«‹(\\[「『（【《〈¿¡"
# Scripts that write without spaces have marks of their own, and these always end a sentence.
_end = re.compile(
    rf"(?P<dense>[。！？｡]+[{_CLOSING}…]*|…{{2,}}[{_CLOSING}]*|[।॥۔؟።༎។]+[{_CLOSING}]*)"
    rf"|(?P<mark>[.!?…]+)[{_CLOSING}]*(?:\s»)?(?=\s|$)"
)
_first = re.compile("[.!?…。！？｡।॥۔؟።༎។]")  # with which each of them begins
_line = re.compile(r"[^\n]+")
_up_to_word = re.compile(r".*[\s\"'“”‘’„«»‹›()\[\]/–—]", re.DOTALL)
_initials = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?|[^\W\d_]")
_ordinal = re.compile(r"\d{1,3}")
_behind = re.compile(rf"\s+[{_OPENING}]*(?P<first>\S)(?P<rest>\w*)")
_LOOKED_AT: Final = 40  # characters before a mark: no word is longer that is an abbreviation
# Languages that write "3." for third: there a number before a mark mostly goes on.
_ORDINALS: Final = frozenset("de da no nb nn fi cs sk sl hr bs sr et lv pl hu is tr".split())


def sentences(text: str, language: str) -> list[tuple[int, int]]:
    """Return the places of a text's sentences, without the white space around them."""
    found: list[tuple[int, int]] = []
    for line in _line.finditer(text):
        start, end = line.span()
        for mark in _marks(text, start, end):
            if mark["dense"] is None and not _ends(text, mark, language):
                continue
            found.append((start, mark.end()))
            start = mark.end()
        found.append((start, end))
    return [span for span in (_trimmed(text, *place) for place in found) if span[0] < span[1]]


def _marks(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """What `_end` finds, in a fifth of the time: it is asked only where one can begin."""
    for first in _first.finditer(text, start, end):
        if first.start() >= start and (mark := _end.match(text, first.start(), end)):
            yield mark
            start = mark.end()


def _ends(text: str, mark: re.Match[str], language: str) -> bool:
    """Whether a mark ends a sentence, by what stands on both sides of it."""
    behind = _behind.match(text, mark.end())
    if behind is None:  # the end of the text
        return True
    first = behind["first"]
    if mark["mark"] != ".":  # "Really?" he said; Wait ... no.
        return not first.islower()
    if first.islower() or first in ",;:)":
        return False
    before = max(0, mark.start() - _LOOKED_AT)
    space = _up_to_word.match(text, before, mark.start())
    word = text[space.end() if space else before : mark.start()]
    return not word or _ends_after(word, f"{first}{behind['rest']}", language)


def _ends_after(word: str, following: str, language: str) -> bool:
    """Whether a full stop behind a word ends a sentence that could go on with this word."""
    first = following[0]
    if _initials.fullmatch(word):
        if "." not in word or first.isdigit() or is_abbreviation(word, language):  # J. Smith
            return False
        return _begins(word, following, language)
    if _ordinal.fullmatch(word) and language in _ORDINALS:
        return False
    if word.lower() in NUMBER_ABBREVIATIONS and first.isdigit():  # No. 5, p. 12
        return False
    return not is_abbreviation(word, language)


def _begins(initials: str, following: str, language: str) -> bool:
    """Whether a sentence begins with the word behind several initials.

    "in the U.S. The president" begins one, "U.S. President", "J.K. Rowling" and "3 p.m. Monday"
    do not, and neither does "3 p.m. ET".
    """
    if initials.islower():
        return following.lower() not in TIME_FOLLOWERS and not (
            len(following) > 1 and following.isupper()
        )
    return language not in LANGUAGES or is_stop_word(following, language)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    part = text[start:end]
    return start + len(part) - len(part.lstrip()), end - len(part) + len(part.rstrip())

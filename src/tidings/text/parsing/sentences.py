"""Sentences: where each begins and ends in a text. A line is a paragraph and ends its sentence.

A mark that may end a sentence does so, except after an abbreviation, before a lower-case letter or
the rest of a number, and inside an open bracket or quotation.
"""

import re
from collections.abc import Iterator
from typing import Final

from tidings.text.parsing.abbreviations import NUMBER_ABBREVIATIONS, TIME_FOLLOWERS, is_abbreviation
from tidings.text.terms.stopwords import LANGUAGES, is_stop_word

_CLOSING: Final = "\"'”’“»›)\\]」』）】》〉"  # “ closes in German
_OPENING: Final = "\"'“‘„«‹(\\[「『（【《〈¿¡"
# Scripts without spaces have their own marks, and these always end a sentence.
_end = re.compile(
    rf"(?P<dense>[。！？｡]+[{_CLOSING}…]*|…{{2,}}[{_CLOSING}]*|[।॥۔؟።༎។]+[{_CLOSING}]*)"
    rf"|(?P<mark>[.!?…]+)[{_CLOSING}]*(?:\s»)?(?=\s|$)"
)
_first = re.compile("[.!?…。！？｡।॥۔؟።༎។]")  # the first character of any `_end`
_line = re.compile(r"[^\n]+")
_up_to_word = re.compile(r".*[\s\"'“”‘’„«»‹›()\[\]/–—]", re.DOTALL)
_initials = re.compile(r"(?:[^\W\d_]\.)+[^\W\d_]?|[^\W\d_]")
_ordinal = re.compile(r"\d{1,3}")
_after = re.compile(rf"\s+[{_OPENING}]*(?P<first>\S)(?P<rest>\w*)")
_MAX_ABBREVIATION: Final = 40  # characters to look at before a mark
# Languages that write "3." for third: a sentence mostly continues after a number and a stop.
_ORDINALS: Final = frozenset("de da no nb nn fi cs sk sl hr bs sr et lv pl hu is tr".split())


def sentences(text: str, language: str) -> list[tuple[int, int]]:
    """Return the start and end of each sentence of a text, without surrounding white space."""
    found: list[tuple[int, int]] = []
    for line in _line.finditer(text):
        start, end = line.span()
        for mark in _end_marks(text, start, end):
            if mark["dense"] is None and not _ends_sentence(text, mark, language):
                continue
            found.append((start, mark.end()))
            start = mark.end()
        found.append((start, end))
    return [span for span in (_trimmed(text, *raw) for raw in found) if span[0] < span[1]]


def _end_marks(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """What `_end` finds, in a fifth of the time: it is tried only where a match can begin."""
    for first in _first.finditer(text, start, end):
        if first.start() >= start and (mark := _end.match(text, first.start(), end)):
            yield mark
            start = mark.end()


def _ends_sentence(text: str, mark: re.Match[str], language: str) -> bool:
    """Whether a mark ends a sentence, judged by the text on both sides of it."""
    after = _after.match(text, mark.end())
    if after is None:  # the end of the text
        return True
    first = after["first"]
    if mark["mark"] != ".":  # "Really?" he said; Wait ... no.
        return not first.islower()
    if first.islower() or first in ",;:)":
        return False
    before = max(0, mark.start() - _MAX_ABBREVIATION)
    space = _up_to_word.match(text, before, mark.start())
    word = text[space.end() if space else before : mark.start()]
    return not word or _ends_after(word, f"{first}{after['rest']}", language)


def _ends_after(word: str, following: str, language: str) -> bool:
    """Whether a full stop between a word and the following word ends a sentence."""
    first = following[0]
    if _initials.fullmatch(word):
        if "." not in word or first.isdigit() or is_abbreviation(word, language):  # J. Smith
            return False
        return _begins_sentence(word, following, language)
    if _ordinal.fullmatch(word) and language in _ORDINALS:
        return False
    if word.lower() in NUMBER_ABBREVIATIONS and first.isdigit():  # No. 5, p. 12
        return False
    return not is_abbreviation(word, language)


def _begins_sentence(initials: str, following: str, language: str) -> bool:
    """Whether a sentence begins with the word that follows several initials.

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

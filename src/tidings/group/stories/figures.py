"""Figures: the numbers of a text, the same whichever language writes them.

3,831 and 3.831 and 3 831 are one figure, 248 million euros and 2.48亿欧元 as well. Numbers
below ten are left out: they are everywhere.
"""

import math
import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

MAX_FIGURES = 24  # figures of one text: the first ones; a table of results is no story
_LEAST = 10
_DIGITS = 15  # a longer one is a code
_LONGEST = 20_000  # characters of a text that are looked at

_THOUSAND, _MILLION, _BILLION = 3, 6, 9
_SIZES = {
    **dict.fromkeys(("thousand", "tausend", "mille", "mil", "тыс", "тысяч", "bin"), _THOUSAND),
    **dict.fromkeys(
        ("million", "millions", "millionen", "millón", "millon", "millones", "milione", "milioni",
         "milhão", "milhões", "miljoen", "miljoner", "mln", "mio", "m", "млн", "milyon"), _MILLION,
    ),
    **dict.fromkeys(
        ("billion", "billions", "milliarde", "milliarden", "milliard", "milliards", "miliardo",
         "miliardi", "miljard", "miljarder", "mrd", "bn", "bln", "млрд", "milyar"), _BILLION,
    ),
    "万": 4, "萬": 4, "만": 4, "億": 8, "亿": 8, "억": 8, "千": 3,
}  # fmt: skip
_LONG_SCALE = frozenset({"de", "fr", "es", "it", "pt", "nl"})  # their billion is a million million
_FRENCH_MILLE = frozenset({"fr", "it", "es", "pt"})

_figure = re.compile(
    r"(?<![A-Za-z\d.,])(\d{1,3}(?:[ \u00a0\u202f\u2009]\d{3})+(?!\d)|\d+(?:[.,]\d+)*)"
    r"(?:[ \u00a0\u202f-]?([^\W\d_]+))?"
)
_digits = re.compile(r"\d+")


def figures(text: str, language: str) -> tuple[str, ...]:
    """Return the different figures of a text in the order in which they come."""
    found: dict[str, None] = {}
    for match in _matches(text[:_LONGEST]):
        value = _value(match[1], _size(match[2] or "", language))
        if value is not None and value >= _LEAST:
            found.setdefault(format(value.normalize(), "f"))
            if len(found) == MAX_FIGURES:
                break
    return tuple(found)


def _matches(text: str) -> Iterator[re.Match[str]]:
    """What `_figure` finds, many times faster: it is asked only where digits begin."""
    end = 0
    for digits in _digits.finditer(text):
        if digits.start() >= end and (match := _figure.match(text, digits.start())):
            yield match
            end = match.end()


def figure_rarity(figure: str) -> float:
    """Return how rare a figure is before any was seen: long ones are rarer, round ones less so."""
    digits = figure.replace(".", "").strip("0")
    if len(figure) == 4 and figure[:2] in ("19", "20"):
        return 4.5  # a year, most likely
    magnitude = len(figure.split(".")[0]) - len(digits)
    return min(11.0, math.log(int(digits or "1") + 1) + 0.3 * max(magnitude, 0) + 0.7)


def _size(word: str, language: str) -> int:
    """The power of ten that the word after a number stands for."""
    if (first := _SIZES.get(word[:1])) is not None and not word[0].isascii():
        return first
    size = _SIZES.get(word.lower(), 0)
    return 12 if language in _LONG_SCALE and word.lower() in ("billion", "billones") else size


def _value(written: str, size: int) -> Decimal | None:
    plain = "".join(str(unicodedata.decimal(each, "")) or each for each in written)
    whole, *groups = re.split(r"[.,\s]", plain)
    grouped = bool(groups) and all(len(group) == 3 for group in groups) and len(whole) <= 3
    if grouped and not (size and len(groups) == 1):
        digits = whole + "".join(groups)
    else:
        digits = f"{whole}.{''.join(groups)}" if len(groups) == 1 else whole
    if len(digits) > _DIGITS:
        return None
    try:
        return Decimal(digits).scaleb(size)
    except InvalidOperation:
        return None

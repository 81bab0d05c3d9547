"""Figures: the numbers of a text, normalised across languages.

3,831 and 3.831 and 3 831 are one figure, and so are 248 million euros and 2.48亿欧元. Numbers
below ten are skipped: they are everywhere.
"""

import math
import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal, InvalidOperation

MAX_FIGURES = 24  # of one text, the first ones; a table of results does not make a story
_MIN_VALUE = 10
_MAX_DIGITS = 15  # a longer number is a code
_MAX_CHARACTERS = 20_000  # of a text

_THOUSAND, _MILLION, _BILLION = 3, 6, 9
_POWERS = {
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
_LONG_SCALE = frozenset({"de", "fr", "es", "it", "pt", "nl"})  # their "billion" is 10^12
_FRENCH_MILLE = frozenset({"fr", "it", "es", "pt"})

_FIGURE = re.compile(
    r"(?<![A-Za-z\d.,])(\d{1,3}(?:[ \u00a0\u202f\u2009]\d{3})+(?!\d)|\d+(?:[.,]\d+)*)"
    r"(?:[ \u00a0\u202f-]?([^\W\d_]+))?"
)
_DIGITS = re.compile(r"\d+")
_GROUPED_DECIMAL = re.compile(r"(\d{1,3}(?:,\d{3})+)\.(\d+)|(\d{1,3}(?:\.\d{3})+),(\d+)")


def figures(text: str, language: str) -> tuple[str, ...]:
    """Return the distinct figures of a text, in their order."""
    found: dict[str, None] = {}
    for match in _matches(text[:_MAX_CHARACTERS]):
        value = _value(match[1], _power_of_ten(match[2] or "", language))
        if value is not None and value >= _MIN_VALUE:
            found.setdefault(format(value.normalize(), "f"))
            if len(found) == MAX_FIGURES:
                break
    return tuple(found)


def _matches(text: str) -> Iterator[re.Match[str]]:
    """What `_FIGURE.finditer` finds, many times faster: it is tried only where digits begin."""
    end = 0
    for digits in _DIGITS.finditer(text):
        if digits.start() >= end and (match := _FIGURE.match(text, digits.start())):
            yield match
            end = match.end()


def figure_rarity(figure: str) -> float:
    """Return the prior rarity of a figure: long ones are rarer, round ones less so."""
    digits = figure.replace(".", "").strip("0")
    if len(figure) == 4 and figure[:2] in ("19", "20"):
        return 4.5  # a year, most likely
    magnitude = len(figure.split(".")[0]) - len(digits)
    return min(11.0, math.log(int(digits or "1") + 1) + 0.3 * max(magnitude, 0) + 0.7)


def _power_of_ten(word: str, language: str) -> int:
    """The power of ten of the word after a number."""
    if (first := _POWERS.get(word[:1])) is not None and not word[0].isascii():
        return first
    power = _POWERS.get(word.lower(), 0)
    return 12 if language in _LONG_SCALE and word.lower() in ("billion", "billones") else power


def _value(written: str, power: int) -> Decimal | None:
    plain = "".join(str(unicodedata.decimal(each, "")) or each for each in written)
    if both := _GROUPED_DECIMAL.fullmatch(plain):  # 12,345.67 and 12.345,67
        thousands, decimals = filter(None, both.groups())
        plain = f"{re.sub('[.,]', '', thousands)}.{decimals}"
    whole, *groups = re.split(r"[.,\s]", plain)
    grouped = bool(groups) and all(len(group) == 3 for group in groups) and len(whole) <= 3
    if grouped and not (power and len(groups) == 1):
        digits = whole + "".join(groups)
    else:
        digits = f"{whole}.{''.join(groups)}" if len(groups) == 1 else whole
    if len(digits) > _MAX_DIGITS:
        return None
    try:
        return Decimal(digits).scaleb(power)
    except InvalidOperation:
        return None

"""Combining marks and accents: which belong to a letter, and which may be removed from it.

Accents are folded after stemming, not before: the stemmers need them (French é is not e to them),
but readers leave them out and newsrooms spell names both ways (Erdoğan, Erdogan; Malmö, Malmo).
An occasional false match (Swedish får and far) costs less than a name that is not found. Cyrillic
й and Indic vowel signs are letters, not accents, and stay.
"""

import unicodedata

_END = 0x10000  # later marks belong to dead scripts and music, and make every match slower


def _ranges(points: list[int]) -> str:
    """Code points as ranges for a regular expression's character class."""
    ranges: list[list[int]] = []
    for point in points:
        if ranges and point == ranges[-1][1] + 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)


def _folds() -> dict[int, str | None]:
    """Map accented Latin and Greek letters to their base, and loose accents to nothing."""
    table: dict[int, str | None] = dict.fromkeys(
        [*range(0x300, 0x370), *range(0x591, 0x5BE), *range(0x64B, 0x660), 0x670], None
    )  # accents, Hebrew points, Arabic short vowels
    table |= dict.fromkeys([0x640, 0x200C, 0x200D], None)  # Arabic tatweel, (non-)joiners
    for point in [*range(0xC0, 0x250), *range(0x370, 0x400), *range(0x1E00, 0x2000)]:
        base = unicodedata.normalize("NFD", chr(point))[0]
        if ord(base) != point and base.isalpha():
            table[point] = base
    specials = zip("æœøđðþłħŧıŋё", "ae oe o d d th l h t i n е".split(), strict=True)
    table |= {ord(letter): plain for letter, plain in specials}
    # One letter in several forms, by country and keyboard: alef, yeh, kaf, heh, waw; ghe.
    shapes = zip("أإآٱيىئكةہۃۂؤґ", "اااایییکههههوг", strict=True)
    return table | {ord(letter): plain for letter, plain in shapes}


MARKS = _ranges(
    [point for point in range(0x300, _END) if unicodedata.category(chr(point)) in ("Mn", "Mc")]
)
_FOLDS = _folds()


def folded(term: str) -> str:
    """Return the term without accents."""
    return term if term.isascii() else term.translate(_FOLDS)


def _spellings() -> dict[str, str]:
    """Map every letter without accents to the letters that differ from it in accents only."""
    found: dict[str, str] = {}
    for point, base in _FOLDS.items():
        is_usual = point not in range(0x180, 0x370) and point < 0x1E00
        # Turkish İ has no small letter of its own, so no comparison without case finds it.
        is_small = chr(point).lower() == chr(point) or len(chr(point).lower()) > 1
        if base and len(base) == 1 and is_usual and is_small:
            small = base.lower()
            found[small] = found.get(small, small) + chr(point)
    return found


_SPELLINGS = _spellings()


def spellings(letter: str) -> str:
    """Return the letter and the usual lower-case letters that differ from it in accents only."""
    base = folded(letter.lower())
    return _SPELLINGS.get(base, letter)

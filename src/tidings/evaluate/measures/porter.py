"""Porter's stemmer for English, with the deviations used for published ROUGE figures.

Only for scores that must agree with other tools (`rouge.py`); articles are stemmed by
`text/terms/stems.py`. The deviations are those of NLTK, which the package rouge-score calls: dies
-> die, enjoy -> enjoy.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

Condition = Callable[[str], bool]

_IRREGULAR = {
    "skies": "sky",
    "dying": "die",
    "lying": "lie",
    "tying": "tie",
    "innings": "inning",
    "outings": "outing",
    "cannings": "canning",
} | {word: word for word in ("sky news inning outing canning howe proceed exceed succeed".split())}
# Endings and their replacements, applied if the stem before them is long enough. The first ending
# that matches decides, even if the stem is too short.
_SECOND = (
    "ational:ate tional:tion enci:ence anci:ance izer:ize bli:ble alli:al entli:ent eli:e "
    "ousli:ous ization:ize ation:ate ator:ate alism:al iveness:ive fulness:ful ousness:ous "
    "aliti:al iviti:ive biliti:ble fulli:ful"
)
_THIRD = "icate:ic ative: alize:al iciti:ic ical:ic ful: ness:"
_FOURTH = (
    "al: ance: ence: er: ic: able: ible: ant: ement: ment: ent: ion: ou: ism: ate: iti: ous: ive: "
    "ize:"
)


def _rules(text: str) -> list[tuple[str, str]]:
    return [(old, new) for old, _, new in (rule.partition(":") for rule in text.split())]


_RULES = tuple(_rules(text) for text in (_SECOND, _THIRD, _FOURTH))


@lru_cache(maxsize=65_536)
def porter_stem(word: str) -> str:
    """Return the stem of a lower-case word."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 2:
        return word
    word = _without_y(_without_past(_without_plural(word)))
    word = _second(word)
    word = _replaced(word, _RULES[1], _has_measure)
    word = _replaced(word, _RULES[2], _is_long)
    return _without_end(word)


def _shape(word: str) -> str:
    """The word as v for vowels and c for consonants; y is a vowel after a consonant."""
    shape = ""
    for letter in word:
        if letter == "y":
            shape += "v" if shape.endswith("c") else "c"
        else:
            shape += "v" if letter in "aeiou" else "c"
    return shape


def _measure(stem: str) -> int:
    return _shape(stem).count("vc")


def _has_measure(stem: str) -> bool:
    return _measure(stem) > 0


def _is_long(stem: str) -> bool:
    return _measure(stem) > 1


def _is_short_syllable(stem: str) -> bool:
    shape = _shape(stem)
    return shape == "vc" or (shape.endswith("cvc") and stem[-1] not in "wxy")


def _replaced(word: str, rules: Sequence[tuple[str, str]], fits: Condition) -> str:
    for old, new in rules:
        if word.endswith(old):
            stem = word.removesuffix(old)
            right = old != "ion" or stem.endswith(("s", "t"))
            return stem + new if right and fits(stem) else word
    return word


def _without_plural(word: str) -> str:
    if word.endswith("ies"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("sses"):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _without_past(word: str) -> str:
    if word.endswith("ied"):
        return word[:-1] if len(word) == 4 else word[:-2]
    if word.endswith("eed"):
        return word[:-1] if _has_measure(word[:-3]) else word
    for ending in ("ed", "ing"):
        stem = word.removesuffix(ending)
        if stem != word and "v" in _shape(stem):
            return _base_form(stem)
    return word


def _base_form(stem: str) -> str:
    """The stem of a verb as in its base form: hopp(ing) is hop, fil(ing) is file."""
    if stem.endswith(("at", "bl", "iz")):
        return f"{stem}e"
    if len(stem) > 1 and stem[-1] == stem[-2] and _shape(stem)[-1] == "c":
        return stem if stem[-1] in "lsz" else stem[:-1]
    return f"{stem}e" if _measure(stem) == 1 and _is_short_syllable(stem) else stem


def _without_y(word: str) -> str:
    stem = word.removesuffix("y")
    return f"{stem}i" if stem != word and len(stem) > 1 and _shape(stem)[-1] == "c" else word


def _second(word: str) -> str:
    if word.endswith("alli") and _has_measure(word[:-4]):
        return _second(word[:-2])
    if word.endswith("logi") and not any(word.endswith(old) for old, _ in _RULES[0]):
        return word[:-1] if _has_measure(word[:-3]) else word
    return _replaced(word, _RULES[0], _has_measure)


def _without_end(word: str) -> str:
    stem = word.removesuffix("e")
    if stem != word:
        measure = _measure(stem)
        if measure > 1 or (measure == 1 and not _is_short_syllable(stem)):
            word = stem
    return word[:-1] if word.endswith("ll") and _is_long(word[:-1]) else word

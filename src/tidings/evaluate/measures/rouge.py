"""ROUGE: how well a summary agrees with a reference, in words (1), pairs (2) and sequence (L).

English is scored as the package rouge-score does, to the last digit; other languages keep their
letters, and those without spaces are compared character by character.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tidings.evaluate.measures.porter import porter_stem
from tidings.text.scripts.cjk import LETTERS

_english = re.compile(r"[a-z0-9]+")
_word = re.compile(rf"[{LETTERS}]|(?:(?![{LETTERS}])\w)+")
_MIN_STEMMED = 4  # letters; rouge-score does not stem shorter words


@dataclass(frozen=True, slots=True)
class Rouge:
    """The three F1 measures."""

    one: float
    two: float
    longest: float

    def figures(self) -> tuple[float, float, float]:
        """Return them in their usual order."""
        return self.one, self.two, self.longest


def rouge(reference: str, summary: str, language: str = "en", *, stemmed: bool = False) -> Rouge:
    """Return the ROUGE scores of a summary."""
    wanted = rouge_words(reference, language, stemmed=stemmed)
    got = rouge_words(summary, language, stemmed=stemmed)
    return Rouge(
        _by_grams(wanted, got, 1),
        _by_grams(wanted, got, 2),
        _f1(_longest_common(wanted, got), len(wanted), len(got)),
    )


def rouge_words(text: str, language: str = "en", *, stemmed: bool = False) -> list[str]:
    """Return the units of a text that are compared."""
    pattern = _english if language == "en" else _word
    words = pattern.findall(text.lower())
    if not stemmed or language != "en":
        return words
    return [porter_stem(word) if len(word) >= _MIN_STEMMED else word for word in words]


def _by_grams(wanted: Sequence[str], got: Sequence[str], size: int) -> float:
    ours, theirs = _grams(got, size), _grams(wanted, size)
    return _f1((ours & theirs).total(), theirs.total(), ours.total())


def _grams(words: Sequence[str], size: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(words[at:] for at in range(size)), strict=False))


def _f1(shared: int, wanted: int, got: int) -> float:
    return 2 * shared / (wanted + got) if shared else 0.0


def _longest_common(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the longest common subsequence (Hyyrö 2004: a column is one big integer)."""
    places: dict[str, int] = {}
    for at, word in enumerate(one):
        places[word] = places.get(word, 0) | 1 << at
    everything = (1 << len(one)) - 1
    column = everything
    for word in other:
        matched = column & places.get(word, 0)
        column = (column + matched | column - matched) & everything
    return len(one) - column.bit_count()

"""Names known beforehand: organisations and places, and capitalised words that are not names.

The lists in `name_lists/` are our own. They are hints for the model, not decisions: Target is a
company, but "a Target for some" is not.
"""

from functools import cache
from pathlib import Path
from typing import Final

from tidings.text.parsing.tokens import tokens

_FOLDER = Path(__file__).parent / "name_lists"
ORGANISATION: Final = "KO"
PLACE: Final = "KP"

Words = tuple[str, ...]


@cache
def known_names() -> tuple[dict[Words, str], dict[str, int]]:
    """Return the kind of each known name, and by first word the length of the longest name."""
    names: dict[Words, str] = {}
    longest: dict[str, int] = {}
    for kind, file in ((ORGANISATION, "organisations.txt"), (PLACE, "places.txt")):
        for line in _lines(file):
            for name in line.split("|"):
                words = tuple(tokens(name, "en")[0])
                names.setdefault(words, kind)
                longest[words[0]] = max(longest.get(words[0], 0), len(words))
    return names, longest


@cache
def capitalised_common_words() -> frozenset[str]:
    """Return words for peoples, religions and days, which English capitalises."""
    return frozenset(word for line in _lines("people.txt") for word in line.split())


def _lines(file: str) -> list[str]:
    text = (_FOLDER / file).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]

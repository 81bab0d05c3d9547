"""The lexicon of names: how common a word is as a first name or surname, and what it is like.

Made by `training/lexicon.py`. Words are kept as checksums, so a word that nobody listed is taken
for one that somebody did once in twenty thousand times.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy
from numpy.typing import NDArray

from tidings.text.marks import folded

_FILE = Path(__file__).with_name("lexicon.npz")
_WORDS = 1 << 13  # remembered: the words of a day's news repeat themselves


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Checksums of words in order, and what is known of each."""

    names: NDArray[Any]
    given: NDArray[Any]
    family: NDArray[Any]
    forms: NDArray[Any]
    cluster: NDArray[Any]
    case: NDArray[Any]
    paths: NDArray[Any]


@cache
def lexicon() -> Lexicon:
    """Return the lexicon, read once."""
    with numpy.load(_FILE) as table:
        return Lexicon(**{name: table[name] for name in table.files})


@lru_cache(maxsize=_WORDS)
def commonness(word: str) -> tuple[int, int]:
    """Return how common a word is as a first name and as a surname, each from 0 to 255."""
    table = lexicon()
    at = _place(table.names, folded(word.lower()))
    return (0, 0) if at is None else (int(table.given[at]), int(table.family[at]))


def alike(word: str) -> tuple[int, int]:
    """Return the Brown cluster of an English word as written, and how often it is large (1-15)."""
    table = lexicon()
    at = _place(table.forms, word)
    if at is None:
        return 0, 0
    return int(table.paths[table.cluster[at]]), int(table.case[at])


def _place(sums: NDArray[Any], word: str) -> int | None:
    wanted = crc32(word.encode("utf-8", "surrogatepass"))
    at = int(sums.searchsorted(numpy.uint32(wanted)))
    return at if at < len(sums) and sums[at] == wanted else None

"""The lexicon of names: how common a word is as a first name or surname, and what it is like.

Made by `training/lexicon.py`. Words are kept as checksums, so a word that nobody listed is taken
for one that somebody did once in twenty thousand times.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from tidings.enrich.name_tables.checksum_table import ChecksumTable, checksum
from tidings.text.scripts.marks import folded

_FILE = Path(__file__).with_name("lexicon.npz")
_WORDS = 1 << 13  # remembered: the words of a day's news repeat themselves
_FORMS = 1 << 14  # the same, of all words and not of large ones only


@dataclass(frozen=True, slots=True)
class NameLexicon:
    """Checksums of words in order, and what is known of each; most as plain integers."""

    names: ChecksumTable
    given: NDArray[Any]
    family: NDArray[Any]
    forms: ChecksumTable
    cluster: memoryview
    case: memoryview
    paths: memoryview


@cache
def name_lexicon() -> NameLexicon:
    """Return the lexicon, read once."""
    with numpy.load(_FILE) as table:
        found = {name: table[name] for name in table.files}
    for name in ("names", "forms"):
        found[name] = ChecksumTable(found[name])
    for name in ("cluster", "case", "paths"):
        found[name] = numpy.ascontiguousarray(found[name]).data
    return NameLexicon(**found)


@lru_cache(maxsize=_WORDS)
def name_commonness(word: str) -> tuple[int, int]:
    """Return how common a word is as a first name and as a surname, each from 0 to 255."""
    table = name_lexicon()
    at = table.names.first(checksum(folded(word.lower())))
    return (0, 0) if at < 0 else (int(table.given[at]), int(table.family[at]))


@lru_cache(maxsize=_FORMS)
def brown_cluster(word: str) -> tuple[int, int]:
    """Return the Brown cluster of an English word as written, and how often it is large (1-15)."""
    table = name_lexicon()
    at = table.forms.first(checksum(word))
    if at < 0:
        return 0, 0
    return table.paths[table.cluster[at]], table.case[at]

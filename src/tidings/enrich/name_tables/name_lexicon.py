"""The name lexicon: how common a word is as a first name or surname, and its Brown cluster.

`training/lexicon.py` makes it. Words are stored as checksums, so one unlisted word in twenty
thousand is taken for a listed one.
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
_NAME_CACHE_SIZE = 1 << 13  # capitalised words; those of a day's news repeat
_CLUSTER_CACHE_SIZE = 1 << 14  # all words


@dataclass(frozen=True, slots=True)
class NameLexicon:
    """Sorted checksums of words, and what is known about each."""

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


@lru_cache(maxsize=_NAME_CACHE_SIZE)
def name_commonness(word: str) -> tuple[int, int]:
    """Return how common a word is as a first name and as a surname, each from 0 to 255."""
    table = name_lexicon()
    at = table.names.first(checksum(folded(word.lower())))
    return (0, 0) if at < 0 else (int(table.given[at]), int(table.family[at]))


@lru_cache(maxsize=_CLUSTER_CACHE_SIZE)
def brown_cluster(word: str) -> tuple[int, int]:
    """Return the Brown cluster of an English word as written, and how often it is capitalised
    (1-15)."""
    table = name_lexicon()
    at = table.forms.first(checksum(word))
    if at < 0:
        return 0, 0
    return table.paths[table.cluster[at]], table.case[at]

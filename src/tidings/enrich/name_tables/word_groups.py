"""Likeness: which group of English words a word belongs to, from few large groups to many small.

Made by `training/likeness.py` with a language model that is not needed here. Words are kept as
checksums in small letters, so a word that nobody listed passes for one once in twenty thousand
times.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy

from tidings.enrich.name_tables.checksum_table import ChecksumTable, checksum

_FILE = Path(__file__).with_name("likeness.npz")


@dataclass(frozen=True, slots=True)
class WordGroups:
    """Checksums of words in order, and the groups of each, one word's after the other's."""

    words: ChecksumTable
    groups: memoryview
    each: int  # groups of a word


@cache
def word_groups() -> WordGroups:
    """Return the table, read once."""
    with numpy.load(_FILE) as table:
        groups = numpy.ascontiguousarray(table["groups"])
        return WordGroups(ChecksumTable(table["words"]), groups.ravel().data, groups.shape[1])


def groups_of(word: str) -> tuple[int, ...]:
    """Return the groups of a word, however it is written: of 64, of 256 and of 1 024; or none."""
    table = word_groups()
    at = table.words.first(checksum(word.lower()))
    return tuple(table.groups[at * table.each : (at + 1) * table.each]) if at >= 0 else ()

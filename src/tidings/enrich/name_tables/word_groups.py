"""Word groups: the groups of similar English words that a word belongs to, at three sizes.

`training/likeness.py` makes the table with a language model that is not needed here. Words are
stored as checksums in lower case, so one unlisted word in twenty thousand is taken for a listed
one.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy

from tidings.enrich.name_tables.checksum_table import ChecksumTable, checksum

_FILE = Path(__file__).with_name("likeness.npz")


@dataclass(frozen=True, slots=True)
class WordGroups:
    """Sorted checksums of words, and the groups of each, concatenated."""

    words: ChecksumTable
    groups: memoryview
    each: int  # groups per word


@cache
def word_groups() -> WordGroups:
    """Return the table, read once."""
    with numpy.load(_FILE) as table:
        groups = numpy.ascontiguousarray(table["groups"])
        return WordGroups(ChecksumTable(table["words"]), groups.ravel().data, groups.shape[1])


def groups_of(word: str) -> tuple[int, ...]:
    """Return the groups of a word in any casing: of 64, of 256 and of 1 024; or none."""
    table = word_groups()
    at = table.words.first(checksum(word.lower()))
    return tuple(table.groups[at * table.each : (at + 1) * table.each]) if at >= 0 else ()

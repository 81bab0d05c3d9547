"""The gazetteer: places by their names in any language, the most populous first."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.name_tables.gazetteer import (
    GazetteerPlace,
    gazetteer,
    lookup_key,
    name_checksum,
    place_hint,
    places_named,
)

MUNICH, BEIJING, IVORY_COAST, UNITED_STATES = 2867714, 1816670, 2287781, 6252001


def ids(name: str) -> list[int]:
    return [each.place.id for each in places_named(name)]


def only(name: str) -> GazetteerPlace:
    (found,) = places_named(name)
    return found


def row(line: bytes) -> dict[str, str]:
    """Read a line of the table by itself."""
    fields = "id level country region latitude longitude people names".split()
    return dict(zip(fields, line.decode().split("\t"), strict=True))


SAMPLE = [row(line) for line in gazetteer().lines[::400]]


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("Munich", MUNICH),
        ("München", MUNICH),
        ("MÜNCHEN", MUNICH),
        ("北京", BEIJING),
        ("Côte d’Ivoire", IVORY_COAST),
        ("Cote d'Ivoire", IVORY_COAST),
        ("US", UNITED_STATES),
        ("U.S.", UNITED_STATES),
    ],
)
def test_a_place_is_found_by_any_of_its_names_and_spellings(name: str, place: int) -> None:
    assert ids(name) == [place]


def test_a_place_has_the_data_that_distinguish_it() -> None:
    found = only("Bavaria")
    assert (found.level, found.place.country, found.place.name) == ("region", "DE", "Bavaria")
    assert found.people > 5_000_000
    assert abs(found.place.latitude - 49) < 1
    assert abs(found.place.longitude - 11.5) < 1
    assert only("Munich").region == found.region


def test_every_name_of_every_sampled_line_leads_to_its_place() -> None:
    for line in SAMPLE:
        for name in line["names"].split("|"):
            (found,) = [each for each in places_named(name) if str(each.place.id) == line["id"]]
            assert found.place.name == line["names"].split("|")[0]
            assert (found.level, found.region) == (line["level"], line["region"])
            assert found.people == int(line["people"])


def test_places_of_one_name_are_sorted_by_population() -> None:
    for name in ("London", "Paris", "Georgia", "Springfield", "Victoria", "San José"):
        found = places_named(name)
        assert len(found) > 1
        people = [each.people for each in found]
        assert people == sorted(people, reverse=True)


def test_an_unknown_name_has_no_place() -> None:
    for name in ("Qzxvport", "", " ", "\ud800"):
        assert places_named(name) == ()
        assert place_hint(name) == ""


def test_short_names_keep_their_case() -> None:
    assert ids("us") == []
    assert lookup_key("US") != lookup_key("us")
    assert lookup_key("Peru") == lookup_key("PERU")


def test_dots_are_dropped_before_the_length_is_judged() -> None:
    assert lookup_key("U.S.") == "US"
    assert lookup_key("u.s.") == "us"


def test_hyphens_are_spaces_and_accents_do_not_matter() -> None:
    assert lookup_key("Saint-Denis") == lookup_key("saint denis") == "saint denis"
    assert lookup_key("São Tomé") == "sao tome"
    assert lookup_key("N’Djamena") == "n'djamena"


@given(st.text(max_size=20))
def test_the_checksum_of_a_name_depends_only_on_its_lookup_form(name: str) -> None:
    key = lookup_key(name)
    assert 0 <= name_checksum(name) < 2**32
    assert name_checksum(name) == name_checksum(name.replace("'", "’"))
    assert "-" not in key
    assert "." not in key


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("Europe", "continent"),
        ("Germany", "country"),
        ("Georgia", "country"),  # the country is in front of the American state
        ("Bavaria", "region"),
        ("London", "city6"),  # from a million people on
        ("Oxford", "city5"),
        ("Great Malvern", "city4"),
        ("北京", "city7"),
    ],
)
def test_the_hint_is_the_level_of_the_largest_place(name: str, hint: str) -> None:
    assert place_hint(name) == hint


def test_the_hint_of_a_sampled_city_has_the_number_of_digits_of_its_people() -> None:
    cities = [line for line in SAMPLE if line["level"] == "city"]
    assert len(cities) > 20
    for line in cities:
        top = places_named(line["names"].split("|")[0])[0]
        if top.level == "city":
            digits = len(str(top.people + 1)) - 1
            assert place_hint(line["names"].split("|")[0]) == f"city{digits}"


@pytest.mark.parametrize("name", ["Rothenburg ob der Tauber", "Zermatt"])
def test_a_town_too_small_for_the_table_is_only_a_hint(name: str) -> None:
    assert places_named(name) == ()
    assert place_hint(name) == "town"


@settings(max_examples=60)
@given(st.text(max_size=30))
def test_any_text_has_a_hint_of_a_known_kind(name: str) -> None:
    hint = place_hint(name)
    assert hint in ("", "town", "continent", "country", "region") or hint[:4] == "city"
    assert bool(places_named(name)) == (hint not in ("", "town"))

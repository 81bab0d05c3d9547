"""Place resolution: population decides, unless the article names a country."""

from collections import Counter

import pytest

from tidings.enrich.entities.place_resolution import country_votes, likeliest_place


def country(name: str, *others: str) -> str:
    place = likeliest_place(name, country_votes(others))
    assert place is not None
    return place.country


def test_a_country_has_two_votes_and_a_place_of_one_country_has_one() -> None:
    assert country_votes(["Germany"]) == {"DE": 2}
    assert country_votes(["Munich"]) == {"DE": 1}
    assert country_votes(["Springfield"]) == {"US": 1}  # several, all in one country
    assert country_votes(["Germany", "Munich", "Bavaria", "Peru"]) == {"DE": 4, "PE": 2}


def test_unknown_and_ambiguous_places_have_no_vote() -> None:
    assert country_votes(["London", "Qzxvport", ""]) == {}


def test_without_other_places_the_most_populous_one_is_meant() -> None:
    assert country("London") == "GB"
    assert country("Birmingham") == "GB"
    assert country("Paris") == "FR"


def test_a_named_country_outweighs_thirty_times_the_people() -> None:
    assert country("London", "Canada") == "CA"  # 9.0 and .42 million people
    assert country("Birmingham", "United States") == "US"  # 1.2 and .2 million
    assert country("Paris", "United States") == "FR"  # 2.1 and .02 million


def test_a_place_of_a_country_outweighs_four_times_the_people() -> None:
    assert country("Saint-Denis") == "RE"
    assert country("Saint-Denis", "Marseille") == "FR"  # .15 and .1 million people
    assert country("London", "Ottawa") == "GB"


def test_two_places_of_a_country_count_like_the_country() -> None:
    assert country("London", "Toronto", "Saskatoon") == "CA"


@pytest.mark.parametrize("others", [(), ("Texas", "United States"), ("Atlanta", "Savannah")])
def test_a_country_is_preferred_to_a_region_of_the_same_name(others: tuple[str, ...]) -> None:
    assert country("Georgia", *others) == "GE"


def test_votes_for_a_country_without_such_a_place_change_nothing() -> None:
    assert likeliest_place("London", Counter(PE=9)) == likeliest_place("London", Counter())


def test_an_unknown_name_is_no_place() -> None:
    assert likeliest_place("Qzxvport", Counter(US=9)) is None

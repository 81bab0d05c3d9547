import pytest

from tidings.engine.listing.plain_words import says_nothing
from tidings.model.articles.annotations import EntityKind


@pytest.mark.parametrize("name", ["Monday", "December", "Judith", "Maria"])
def test_weekdays_months_and_first_names_say_nothing(name: str) -> None:
    assert says_nothing(name, EntityKind.PERSON)


@pytest.mark.parametrize("name", ["Angela Merkel", "Merkel", "Smith", "Jean-Claude", "Xi"])
def test_names_of_people_say_something(name: str) -> None:
    assert not says_nothing(name, EntityKind.PERSON)


def test_places_and_organisations_may_have_first_names() -> None:
    assert not says_nothing("Victoria", EntityKind.PLACE)
    assert not says_nothing("Wendy", EntityKind.ORGANISATION)

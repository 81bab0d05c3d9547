"""How one of several places fetches."""

from pathlib import Path

from tidings.engine.places.place_equipment import PlaceTerms, fetch_settings_of
from tidings.engine.process.home import home_of
from tidings.settings.tree import FetchSettings, Settings


def fetching(places: int) -> FetchSettings:
    settings = Settings(home=Path("/nowhere"))
    home = home_of(settings)
    return fetch_settings_of(PlaceTerms(home, settings, "run", places, 0, at_once=64, patience=120))


def test_places_share_the_pace_of_an_address() -> None:
    usual = FetchSettings()
    for places in (1, 2, 4):
        found = fetching(places)
        assert found.address_delay == usual.address_delay * places
        assert found.per_address == usual.per_address // places


def test_a_host_is_asked_one_by_one_with_its_usual_delay() -> None:
    found = fetching(2)
    assert (found.per_host, found.delay) == (1, FetchSettings().delay)
    assert found.concurrency == 64

from dataclasses import replace
from pathlib import Path

import pytest

from tidings.engine.process.home import Home, HomeUnusable, ensure_home, existing_home, home_of
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_places import (
    HomePlaces,
    note_beginning,
    note_places,
    noted_places,
    places_of,
)
from tidings.settings.tree import DatabaseSettings, Settings, StoreSettings
from tidings.store.database.errors import StoreUnusable

URL = "postgresql://me:s3cret@db/home"
SHOWN = "postgresql://me@db/home"


def settings_at(folder: Path, url: str = "", store: str = "") -> Settings:
    return Settings(home=folder, database=DatabaseSettings(url), store=StoreSettings(url=store))


def home_at(folder: Path, url: str = "", store: str = "") -> Home:
    return ensure_home(settings_at(folder, url, store))


def test_a_home_in_its_folder_notes_nothing(tmp_path: Path) -> None:
    assert places_of(home_at(tmp_path)) == HomePlaces()
    assert noted_places(home_at(tmp_path)) is None


def test_a_new_home_notes_where_it_is_without_the_password(tmp_path: Path) -> None:
    home = home_at(tmp_path, URL, "s3://news/one/")
    assert places_of(home) == HomePlaces(SHOWN, "s3://news/one")
    assert noted_places(home) is None
    note_beginning(home)
    assert noted_places(home_at(tmp_path)) == places_of(home)
    assert "s3cret" not in home_at(tmp_path).places.read_text()


def test_the_note_counts_when_no_setting_says_anything(tmp_path: Path) -> None:
    note_beginning(home_at(tmp_path, URL))
    assert places_of(home_at(tmp_path)).database == SHOWN
    assert places_of(home_at(tmp_path, URL.replace("s3cret", "new"))).database == SHOWN


def test_a_setting_that_contradicts_the_note_is_refused_with_what_to_do(tmp_path: Path) -> None:
    note_beginning(home_at(tmp_path, URL))
    with pytest.raises(HomeUnusable, match="tidings migrate --to postgresql://other/home"):
        places_of(home_at(tmp_path, "postgresql://other/home"))


def test_a_place_that_could_not_be_opened_is_not_noted(tmp_path: Path) -> None:
    home = home_at(tmp_path, f"postgresql://me@/home?host={tmp_path / 'nowhere'}")
    with pytest.raises(StoreUnusable):
        opened_database(home)
    assert noted_places(home) is None


def test_a_place_where_nothing_was_kept_can_be_given_up(tmp_path: Path) -> None:
    note_beginning(home_at(tmp_path, store="s3://mistyped"))
    with pytest.raises(HomeUnusable, match=r"if nothing was kept there, remove .*places\.json"):
        places_of(home_at(tmp_path, store="s3://news"))


def test_rows_in_the_folder_are_not_left_behind_by_a_setting(tmp_path: Path) -> None:
    home_at(tmp_path).database.touch()
    with pytest.raises(HomeUnusable, match=r"SQLite \(tidings.db\), but database.url says"):
        places_of(home_at(tmp_path, URL))
    assert noted_places(home_at(tmp_path)) is None


def test_archived_pages_in_the_folder_are_not_left_behind_by_a_setting(tmp_path: Path) -> None:
    (home_at(tmp_path).archive / "tidings-20260101000000-00001.warc.gz").touch()
    with pytest.raises(HomeUnusable, match="tidings migrate --to s3://news"):
        places_of(home_at(tmp_path, store="s3://news"))


def test_moving_on_replaces_the_note(tmp_path: Path) -> None:
    note_beginning(home_at(tmp_path, URL))
    note_places(home_at(tmp_path), HomePlaces())
    assert places_of(home_at(tmp_path)) == HomePlaces()


def test_a_damaged_note_is_no_reason_to_begin_anew(tmp_path: Path) -> None:
    note_beginning(home_at(tmp_path, URL))
    home_at(tmp_path).places.write_text('{"database"')
    with pytest.raises(HomeUnusable, match="cannot be read"):
        places_of(home_at(tmp_path))


def test_a_home_in_a_database_exists_on_a_machine_that_is_new_to_it(tmp_path: Path) -> None:
    new = settings_at(tmp_path / "new", URL)
    assert home_of(new).exists
    assert existing_home(new).archive.is_dir()
    assert not home_of(replace(new, database=DatabaseSettings())).exists

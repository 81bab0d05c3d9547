from pathlib import Path

import pytest

from tidings.engine.process.home import HomeUnusable, ensure_home, existing_home
from tidings.settings.tree import Settings


def test_a_missing_home_is_created(tmp_path: Path) -> None:
    home = ensure_home(Settings(home=tmp_path / "a" / "b"))
    assert home.archive.is_dir()
    assert home.index.is_dir()


def test_a_file_in_place_of_the_home_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(HomeUnusable, match="cannot be used"):
        ensure_home(Settings(home=tmp_path / "home"))


def test_the_error_for_a_missing_home_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(HomeUnusable, match="tidings add URL"):
        existing_home(Settings(home=tmp_path))

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tidings.engine.demo.stored_world import StoredWorld, store_world, stored_world
from tidings.engine.process.home import HomeUnusable

NOW = datetime(2026, 1, 2, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_a_home_without_a_demo_has_no_world(tmp_path: Path) -> None:
    assert stored_world(tmp_path) is None


def test_a_stored_world_is_read_as_it_was(tmp_path: Path) -> None:
    world = StoredWorld(4711, NOW, 5, ((NOW + HOUR, NOW + 9 * HOUR),))
    store_world(tmp_path, world)
    assert stored_world(tmp_path) == world
    assert [file.name for file in tmp_path.iterdir()] == ["demo.json"]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"port": 1}', '{"port": "x", "epoch": 1}'])
def test_a_damaged_file_is_an_error_that_says_what_to_do(tmp_path: Path, text: str) -> None:
    (tmp_path / "demo.json").write_text(text)
    with pytest.raises(HomeUnusable, match="delete it"):
        stored_world(tmp_path)


def test_the_papers_rest_while_nobody_follows_them() -> None:
    world = StoredWorld(1, NOW)
    rested = world.rested(NOW + 2 * HOUR, NOW + 100 * HOUR)
    assert rested.rests == ((NOW + 3 * HOUR, NOW + 99 * HOUR),)
    assert rested.arguments[-3:] == [
        "--rest",
        "2026-01-02T03:00:00+00:00",
        "2026-01-06T03:00:00+00:00",
    ]


def test_a_short_stop_is_no_rest() -> None:
    world = StoredWorld(1, NOW)
    assert world.rested(NOW, NOW + 2 * HOUR) == world
    assert world.rested(None, NOW + 100 * HOUR) == world
    assert world.rested(NOW + 9 * HOUR, NOW) == world  # the clock was set back

from datetime import UTC, datetime, timedelta

import pytest

from tidings.world.clock import Clock

START = datetime(2026, 3, 2, tzinfo=UTC)


def test_world_time_runs_at_its_own_speed() -> None:
    wall = [100.0]
    clock = Clock(START, speed=60, wall=lambda: wall[0])
    wall[0] += 2
    assert clock.now() == START + timedelta(minutes=2)


def test_a_stopped_clock_moves_only_by_skipping() -> None:
    wall = [0.0]
    clock = Clock(START, speed=0, wall=lambda: wall[0])
    wall[0] += 1000
    assert clock.now() == START
    clock.skip(30)
    assert clock.now() == START + timedelta(seconds=30)


def test_time_cannot_run_backwards() -> None:
    with pytest.raises(ValueError, match="backwards"):
        Clock(START).skip(-1)

"""The refresh schedule in a short simulation; `python -m benchmarks.schedule` runs a whole year."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def table() -> dict[str, list[float]]:
    """The figures of each policy, column by column."""
    command = [sys.executable, "-m", "benchmarks.schedule"]
    options = ["--sources", "60", "--days", "21", "--seeds", "7"]
    printed = subprocess.run(
        command + options, cwd=ROOT, check=True, capture_output=True, text=True
    )
    rows = [line.strip("| ").split("|") for line in printed.stdout.splitlines() if "%" in line]
    return {row[0].strip(): [float(cell.strip(" %")) for cell in row[1:]] for row in rows}


def test_the_budget_is_kept(table: dict[str, list[float]]) -> None:
    assert 20 < table["Tidings"][0] < 26


def test_articles_are_found_sooner_than_by_simpler_schedules_at_no_higher_cost(
    table: dict[str, list[float]],
) -> None:
    ours, hourly, multiplicative = (
        table[name] for name in ("Tidings", "fixed, hourly", "multiplicative")
    )
    assert ours[3] > 80  # % within half an hour, the first days included
    assert ours[3] > hourly[3] + 25
    assert ours[3] > multiplicative[3]
    assert ours[2] < hourly[2]  # minutes until nine of ten are found


def test_very_few_articles_leave_their_list_unseen(table: dict[str, list[float]]) -> None:
    assert table["Tidings"][5] <= 0.3
    assert table["Tidings"][5] <= table["fixed, hourly"][5]

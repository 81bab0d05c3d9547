import json
from pathlib import Path

import pytest

from tidings.cli.__main__ import main

TITLES = {
    "cake": ["Tolvano goes bankrupt again", "Bakery chain Tolvano files for court protection",
              "Tolvano blames mall traffic for bankruptcy"],
    "game": ["Skarnfall draws mixed reviews", "Skarnfall is slow on the Vexo Two",
             "Vexo Two Skarnfall bundle is cheaper"],
}  # fmt: skip


def _rows(path: Path) -> None:
    rows = [
        {"TITLE": title, "STORY": story} for story, titles in TITLES.items() for title in titles
    ]
    path.write_text("\n".join([*map(json.dumps, rows), "nonsense", '{"title": "x"}']))


def test_stories_are_scored_and_unusable_lines_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _rows(tmp_path / "stories_x.jsonl")
    assert main(["eval", "stories", "--data", str(tmp_path), "--json"]) == 0
    (scores,) = json.loads(capsys.readouterr().out)["sets"]
    assert (scores["articles"], scores["stories"], scores["found"]) == (6, 2, 2)
    assert scores["b_cubed"]["f1"] == scores["pairs"]["f1"] == 1
    assert [row["line"] for row in scores["skipped"]] == [7, 8]


def test_people_get_a_table_and_the_worst_stories(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _rows(tmp_path / "mine.jsonl")
    assert main(["eval", "stories", "--data", str(tmp_path / "mine.jsonl"), "--worst", "1"]) == 0
    printed = capsys.readouterr().out
    assert "B3 F1" in printed
    assert "3 articles in 1 stories" in printed


def test_a_call_without_data_or_world_is_misuse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["eval", "stories"]) == 2
    assert "--world" in capsys.readouterr().err

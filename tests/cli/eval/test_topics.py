import json
from pathlib import Path

import pytest

from tidings.cli.__main__ import main

SPORT = ("Striker scores in cup final", "Champions win the league again", "Coach drops goalkeeper")
MONEY = ("Bank raises interest rates", "Shares fall as profits drop", "Investors fear inflation")


def written(folder: Path, *rows: object) -> Path:
    path = folder / "topics_x.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return path


def test_a_set_is_scored_trained_and_as_shipped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        {"label": label, "title": f"{title}, part {number}"}
        for label, titles in (("sport", SPORT), ("business", MONEY))
        for title in titles
        for number in range(4)
    ]
    path = written(tmp_path, *rows, {"title": "no label"}, {"label": "sport"})
    assert main(["eval", "topics", "--data", str(path), "--json"]) == 0
    (scores,) = json.loads(capsys.readouterr().out)["sets"]
    assert (scores["articles"], scores["language"]) == (24, "en")
    assert scores["taught"] == scores["untaught"] == 1.0
    assert scores["topics"]["sport"] == ["sport"]
    assert [row["line"] for row in scores["skipped"]] == [25, 26]


def test_mistakes_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [{"label": "sport", "title": title} for title in (*SPORT, *MONEY)]
    path = written(tmp_path, *rows, *({"label": "business", "title": title} for title in MONEY))
    assert main(["eval", "topics", "--data", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "mistook sport for business 3" in out
    assert any(title in out for title in MONEY)
    assert path.stem in out


def test_a_set_of_one_class_cannot_be_scored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, {"label": "sport", "title": SPORT[0]})
    assert main(["eval", "topics", "--data", str(path)]) == 1
    assert "only one class" in capsys.readouterr().err


def test_a_folder_without_sets_is_misuse(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["eval", "topics", "--data", str(tmp_path)]) == 2
    assert "topics*.jsonl" in capsys.readouterr().err

"""`tidings eval duplicates` as a user meets it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Tidings = Callable[..., Any]


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Three reports and a line without text."""
    file = tmp_path / "topics_mine.jsonl"
    reports = (
        " ".join(
            f"Speaker {story}{at} result pier{at} of Port{story}{at} cost {story * 50 + at} crowns."
            for at in range(9)
        )
        for story in range(3)
    )
    file.write_text("\n".join([*(json.dumps({"text": text}) for text in reports), '{"id": 1}']))
    return file


def test_scores_are_printed_by_kind_of_edit(tidings: Tidings, texts: Path) -> None:
    result = tidings("eval", "duplicates", "--data", str(texts.parent), "--articles", "60")
    assert result.code == 0
    assert "60 articles, 18 of them copies" in result.out
    assert "syndicated" in result.out
    assert "1 of 4 lines have no text" in result.err


def test_programs_get_every_figure(tidings: Tidings, texts: Path) -> None:
    result = tidings("eval", "duplicates", "--data", str(texts), "--articles", "60", "--json")
    answer = json.loads(result.out)
    assert answer["articles"] == 60
    assert set(answer["recall_by_edit"]) == {
        "mirror", "syndicated", "wrapped", "reworded", "reordered", "excerpt"
    }  # fmt: skip
    assert answer["recall_by_edit"]["mirror"] == 1
    assert answer["cpu_ms"]["look"] > 0


def test_texts_too_short_to_copy_are_an_error(tidings: Tidings, tmp_path: Path) -> None:
    file = tmp_path / "short.jsonl"
    file.write_text('{"text": "Bridge opens"}\n')
    result = tidings("eval", "duplicates", "--data", str(file), "--articles", "10")
    assert result.code == 1
    assert "nothing to make copies of" in result.err


@pytest.mark.parametrize("lines", ["", "{bad\n", '{"text": 5}\n'])
def test_a_file_without_texts_is_an_error(tidings: Tidings, tmp_path: Path, lines: str) -> None:
    file = tmp_path / "topics_none.jsonl"
    file.write_text(lines)
    result = tidings("eval", "duplicates", "--data", str(file))
    assert result.code == 1
    assert "no text to make copies of" in result.err
    assert "Traceback" not in result.err


def test_a_folder_without_texts_is_misuse(tidings: Tidings, tmp_path: Path) -> None:
    result = tidings("eval", "duplicates", "--data", str(tmp_path))
    assert result.code == 2
    assert "topics_" in result.err

"""`tidings eval duplicates` as a user meets it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Tidings = Callable[..., Any]


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    """Three reports and a line that is none."""
    file = tmp_path / "topics_mine.jsonl"
    told = (
        " ".join(
            f"Speaker {story}{at} said pier{at} of Port{story}{at} cost {story * 50 + at} crowns."
            for at in range(9)
        )
        for story in range(3)
    )
    file.write_text("\n".join([*(json.dumps({"text": text}) for text in told), '{"id": 1}']))
    return file


def test_scores_are_printed_by_kind_of_edit(tidings: Tidings, texts: Path) -> None:
    said = tidings("eval", "duplicates", "--data", str(texts.parent), "--articles", "60")
    assert said.code == 0
    assert "60 articles, 18 of them copies" in said.out
    assert "syndicated" in said.out
    assert "1 of 4 lines hold no text" in said.err


def test_programs_get_every_figure(tidings: Tidings, texts: Path) -> None:
    said = tidings("eval", "duplicates", "--data", str(texts), "--articles", "60", "--json")
    answer = json.loads(said.out)
    assert answer["articles"] == 60
    assert set(answer["recall_by_edit"]) == {
        "mirror", "syndicated", "wrapped", "reworded", "reordered", "excerpt"
    }  # fmt: skip
    assert answer["recall_by_edit"]["mirror"] == 1
    assert answer["cpu_ms"]["look"] > 0


def test_texts_too_short_to_copy_are_told(tidings: Tidings, tmp_path: Path) -> None:
    file = tmp_path / "short.jsonl"
    file.write_text('{"text": "Bridge opens"}\n')
    said = tidings("eval", "duplicates", "--data", str(file), "--articles", "10")
    assert said.code == 1
    assert "nothing to make copies of" in said.err


@pytest.mark.parametrize("lines", ["", "{bad\n", '{"text": 5}\n'])
def test_a_file_without_a_text_is_told(tidings: Tidings, tmp_path: Path, lines: str) -> None:
    file = tmp_path / "topics_none.jsonl"
    file.write_text(lines)
    said = tidings("eval", "duplicates", "--data", str(file))
    assert said.code == 1
    assert "no text to make copies of" in said.err
    assert "Traceback" not in said.err


def test_a_folder_without_texts_is_misuse(tidings: Tidings, tmp_path: Path) -> None:
    said = tidings("eval", "duplicates", "--data", str(tmp_path))
    assert said.code == 2
    assert "topics_" in said.err

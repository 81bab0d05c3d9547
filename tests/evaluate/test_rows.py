from pathlib import Path

import pytest

from tidings.evaluate.folder import FolderWrong, Skipped
from tidings.evaluate.rows import files_of, rows_of


def test_files_are_found_in_a_folder_in_its_nlp_or_given_themselves(tmp_path: Path) -> None:
    inner = tmp_path / "nlp"
    inner.mkdir()
    file = inner / "topics_x.jsonl"
    file.write_text("{}")
    assert files_of(tmp_path, "topics_*.jsonl") == [file]
    assert files_of(inner, "topics_*.jsonl") == [file]
    assert files_of(file, "stories_*.jsonl") == [file]


def test_a_folder_without_any_is_told(tmp_path: Path) -> None:
    with pytest.raises(FolderWrong, match="topics_"):
        files_of(tmp_path, "topics_*.jsonl")


def test_a_broken_line_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text('{"text": "a"}\n\n{"tex\n[1]\n{"id": 1}\n{"text": "b"}\n')
    rows = list(rows_of(file, "text"))
    assert [row for row in rows if not isinstance(row, Skipped)] == [{"text": "a"}, {"text": "b"}]
    assert [row.line for row in rows if isinstance(row, Skipped)] == [3, 4, 5]

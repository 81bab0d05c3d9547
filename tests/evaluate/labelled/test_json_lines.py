from pathlib import Path

import pytest

from tidings.evaluate.labelled.json_lines import labelled_files, rows_of
from tidings.evaluate.labelled.page_folder import FolderInvalid, SkippedLine


def test_files_are_found_in_a_folder_or_its_nlp_folder_or_given_by_path(tmp_path: Path) -> None:
    inner = tmp_path / "nlp"
    inner.mkdir()
    file = inner / "topics_x.jsonl"
    file.write_text("{}")
    assert labelled_files(tmp_path, "topics_*.jsonl") == [file]
    assert labelled_files(inner, "topics_*.jsonl") == [file]
    assert labelled_files(file, "stories_*.jsonl") == [file]


def test_a_folder_without_labelled_files_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FolderInvalid, match="topics_"):
        labelled_files(tmp_path, "topics_*.jsonl")


def test_a_broken_line_is_reported_and_the_others_are_read(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    file.write_text('{"text": "a"}\n\n{"tex\n[1]\n{"id": 1}\n{"text": "b"}\n')
    rows = list(rows_of(file, "text"))
    assert [row for row in rows if not isinstance(row, SkippedLine)] == [
        {"text": "a"},
        {"text": "b"},
    ]
    assert [row.line for row in rows if isinstance(row, SkippedLine)] == [3, 4, 5]

import gzip
from pathlib import Path

import pytest

from tidings.evaluate.labelled.json_lines import labelled_files, rows_of, set_name
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


def test_compressed_files_are_found_and_read_like_others(tmp_path: Path) -> None:
    file = tmp_path / "stories_x.jsonl.gz"
    file.write_bytes(gzip.compress(b'{"text": "a"}\n{"text": "b"}\n'))
    assert labelled_files(tmp_path, "stories*.jsonl") == [file]
    assert list(rows_of(file, "text")) == [{"text": "a"}, {"text": "b"}]
    assert set_name(file) == "stories_x"


def test_only_json_lines_may_be_compressed(tmp_path: Path) -> None:
    (tmp_path / "ner_x.conll.gz").write_bytes(gzip.compress(b"a O"))
    with pytest.raises(FolderInvalid):
        labelled_files(tmp_path, "ner_*.conll")


def test_a_damaged_file_ends_with_a_skipped_line(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl.gz"
    file.write_bytes(gzip.compress(b'{"text": "a"}\n' * 9)[:-12])
    *rows, last = rows_of(file, "text")
    assert all(row == {"text": "a"} for row in rows)
    assert isinstance(last, SkippedLine)
    assert "damaged" in last.why

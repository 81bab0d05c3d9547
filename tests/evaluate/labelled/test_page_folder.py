import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from tidings.evaluate.labelled.page_folder import (
    FolderInvalid,
    LabelledFolder,
    LabelledPage,
    SkippedLine,
    opened_folder,
)
from tidings.evaluate.labelled.page_labels import ArticleLabels, article_labels_of

Write = Callable[..., Path]
GOOD = {"id": "good", "title": "T"}


def opened(path: Path) -> LabelledFolder[ArticleLabels]:
    return opened_folder(path, "extract", "articles.jsonl", article_labels_of)


def test_pages_come_with_their_labels(write: Write) -> None:
    folder = opened(write("articles.jsonl", [GOOD], {"good": "<p>Text"}))
    (page,) = folder.pages()
    assert isinstance(page, LabelledPage)
    assert (page.labels.title, page.body) == ("T", b"<p>Text")


def test_the_parent_of_a_folder_is_accepted(write: Write) -> None:
    folder = write("articles.jsonl", [GOOD], {"good": "x"})
    folder.rename(folder.parent / "extract")
    assert len(opened(folder.parent).lines) == 1


def test_pages_need_not_be_compressed(write: Write) -> None:
    folder = write("articles.jsonl", [GOOD], {})
    (folder / "html" / "good.html").write_text("plain")
    (page,) = opened(folder).pages()
    assert isinstance(page, LabelledPage)
    assert page.body == b"plain"


def test_bad_lines_are_reported_by_number_and_the_rest_is_read(write: Write) -> None:
    lines = ['{"id": ', "", "[1]", {"id": "gone", "title": "T"}, {"id": "torn", "title": "T"},
             {"id": "noise", "title": "T"}, {"title": "T"}, GOOD, "[" * 100_000]  # fmt: skip
    folder = write("articles.jsonl", lines, {"good": "x"})
    (folder / "html" / "torn.html.gz").write_bytes(gzip.compress(b"y" * 9000)[:20])
    (folder / "html" / "noise.html.gz").write_bytes(b"no gzip at all")
    *pages, last = opened(folder).pages()
    skipped = {each.line: each.why for each in pages if isinstance(each, SkippedLine)}
    assert [type(each) for each in pages].count(LabelledPage) == 1
    assert list(skipped) == [1, 3, 4, 5, 6, 7]
    assert "not JSON" in skipped[1]
    assert "not a JSON object" in skipped[3]
    assert "does not exist (gone.html.gz)" in skipped[4]
    assert "cannot be read (torn.html.gz" in skipped[5]
    assert "cannot be read (noise.html.gz" in skipped[6]
    assert "no id" in skipped[7]
    assert isinstance(last, SkippedLine)
    assert last.line == 9


def test_lines_that_are_not_utf8_are_skipped(write: Write) -> None:
    folder = write("articles.jsonl", [GOOD], {"good": "x"})
    (folder / "articles.jsonl").write_bytes(b'{"id": "\xff\xfe"}')
    (page,) = opened(folder).pages()
    assert isinstance(page, SkippedLine)


def test_a_sample_is_spread_over_the_file(write: Write) -> None:
    lines = [{"id": str(number), "title": "T"} for number in range(10)]
    folder = opened(write("articles.jsonl", lines, {}))
    assert [number for number, _ in folder.sample(5).lines] == [1, 3, 5, 7, 9]
    assert folder.sample(None) is folder.sample(11) is folder


def test_folds_are_chosen_by_their_number(write: Write) -> None:
    lines = [{"id": str(fold), "title": "T", "fold": fold} for fold in range(3)]
    folder = opened(write("articles.jsonl", [*lines, GOOD, "broken", "[1]"], {}))
    assert [number for number, _ in folder.folds([0, 2]).lines] == [1, 3]
    assert folder.folds(None) is folder


def test_an_invalid_folder_says_what_is_expected(tmp_path: Path) -> None:
    with pytest.raises(FolderInvalid, match="has no labelled pages"):
        opened(tmp_path)
    with pytest.raises(FolderInvalid, match="is not a folder"):
        opened(tmp_path / "missing")

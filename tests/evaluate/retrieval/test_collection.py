from datetime import UTC, datetime
from pathlib import Path

import pytest

from tidings.evaluate.retrieval.collection import Collection, CollectionInvalid, read_collection

DOCS = '{"id": "a", "title": "Rain", "text": "It rains in the north of the country."}\n'
QUERIES = '{"id": 1, "text": "rain"}\n{"id": "2", "text": "snow"}\n'
QRELS = "1 0 a 1\n2 0 a 0\n"


def written(folder: Path, docs: str = DOCS, queries: str = QUERIES, qrels: str = QRELS) -> Path:
    for name, text in (("docs.jsonl", docs), ("queries.jsonl", queries), ("qrels.txt", qrels)):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def read(folder: Path) -> Collection:
    return read_collection(folder / "docs.jsonl", folder / "queries.jsonl", folder / "qrels.txt")


def test_only_queries_with_a_relevant_document_are_scored(tmp_path: Path) -> None:
    read_back = read(written(tmp_path))
    assert read_back.queries == {"1": "rain", "2": "snow"}
    assert read_back.qrels == {"1": {"a": 1}}


def test_an_unusable_document_is_skipped_and_reported(tmp_path: Path) -> None:
    read_back = read(written(tmp_path, docs=f'{DOCS}[1]\n{{"title": "x"}}\nnonsense\n'))
    assert [document.id for document in read_back.documents] == ["a"]
    assert [(each.line, each.why) for each in read_back.skipped] == [
        (2, "it is not a JSON object"),
        (3, "it has no id"),
        (4, "it is not JSON"),
    ]


def test_ids_that_are_ambiguous_in_a_run_are_skipped(tmp_path: Path) -> None:
    docs = f'\ufeff{DOCS}{{"id": "a", "text": "again"}}\n{{"id": "b c", "text": "x"}}\n'
    read_back = read(written(tmp_path, docs=docs, qrels="1 0 a 1\n2 0 a -1\n"))
    assert [document.title for document in read_back.documents] == ["Rain"]
    assert [each.line for each in read_back.skipped] == [2, 3]
    assert "earlier line" in read_back.skipped[0].why
    assert "white space" in read_back.skipped[1].why
    assert list(read_back.qrels) == ["1"]


def test_dates_are_optional(tmp_path: Path) -> None:
    lines = '{"id": "a", "text": "x", "date": "1989-11-09"}\n{"id": "b", "text": "", "date": "?"}'
    documents = read(written(tmp_path, docs=lines)).documents
    assert documents[0].published == datetime(1989, 11, 9, tzinfo=UTC)
    assert documents[1].published is None


def test_the_language_is_that_of_most_documents(tmp_path: Path) -> None:
    german = '{"id": "%d", "text": "Der Minister hat am Montag das neue Gesetz vorgestellt."}\n'
    docs = DOCS + "".join(german % number for number in range(3))
    assert read(written(tmp_path, docs=docs)).language() == "de"


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"docs": "\n"}, "has no document"),
        ({"qrels": "1 0 a 0\n"}, "No query"),
        ({"qrels": "1 0 a\n"}, "line 1: expected"),
        ({"queries": '{"id": "1"}\n'}, "line 1: it has no text"),
        ({"queries": '{"id": "1 2", "text": "x"}\n'}, "line 1: its id has white space"),
        ({"queries": QUERIES * 2}, "line 3: its id is that of an earlier line"),
        ({"qrels": "1 0 a -1\n"}, "No query"),
    ],
)
def test_a_collection_that_cannot_be_scored_says_why(
    tmp_path: Path, files: dict[str, str], why: str
) -> None:
    with pytest.raises(CollectionInvalid, match=why):
        read(written(tmp_path, **files))


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    written(tmp_path)
    (tmp_path / "qrels.txt").unlink()
    with pytest.raises(CollectionInvalid, match=r"qrels\.txt cannot be read"):
        read(tmp_path)

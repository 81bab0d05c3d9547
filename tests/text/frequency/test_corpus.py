from pathlib import Path

from tidings.text.frequency.corpus import Corpus


def test_a_document_counts_each_of_its_terms_once() -> None:
    corpus = Corpus.empty()
    corpus.add(["flood", "river", "flood"], "en")
    corpus.add(["flood"], "en")
    assert list(corpus.frequencies(["flood", "river", "strike"], "en")) == [2, 1, 0]
    assert corpus.documents("en") == 2


def test_languages_are_counted_apart() -> None:
    corpus = Corpus.empty()
    corpus.add(["gift"], "de")
    assert list(corpus.frequencies(["gift"], "en")) == [0]
    assert corpus.documents("en") == 0


def test_readers_see_what_the_writer_counts(tmp_path: Path) -> None:
    writer = Corpus.at(tmp_path / "corpus", writable=True)
    reader = Corpus.at(tmp_path / "corpus")
    writer.add(["flood"], "en")
    assert list(reader.frequencies(["flood"], "en")) == [1]


def test_a_file_of_another_size_starts_empty(tmp_path: Path) -> None:
    path = tmp_path / "corpus"
    path.write_bytes(b"torn")
    assert Corpus.at(path).documents("en") == 0
    assert Corpus.at(path, writable=True).documents("en") == 0


def test_counts_are_kept_in_the_file(tmp_path: Path) -> None:
    Corpus.at(tmp_path / "corpus", writable=True).add(["flood", "river"], "en")
    Corpus.at(tmp_path / "corpus", writable=True).add(["flood"], "en")
    again = Corpus.at(tmp_path / "corpus")
    assert list(again.frequencies(["flood", "river"], "en")) == [2, 1]
    assert again.documents("en") == 2


def test_a_reader_makes_no_file(tmp_path: Path) -> None:
    Corpus.at(tmp_path / "corpus")
    assert not (tmp_path / "corpus").exists()


def test_a_document_without_terms_counts_as_a_document() -> None:
    corpus = Corpus.empty()
    corpus.add([], "en")
    assert corpus.documents("en") == 1
    assert list(corpus.frequencies([], "en")) == []


def test_any_string_is_a_term() -> None:
    corpus = Corpus.empty()
    corpus.add(["\ud800", "", "新闻"], "zh")
    assert list(corpus.frequencies(["\ud800", "", "新闻"], "zh")) == [1, 1, 1]

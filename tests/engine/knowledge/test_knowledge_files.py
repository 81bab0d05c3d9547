from pathlib import Path

import numpy
import pytest

from tidings.engine.knowledge.knowledge import Knowledge, no_knowledge, taught
from tidings.engine.knowledge.knowledge_files import (
    KnowledgeFiles,
    NewestCorpus,
    adopt_earlier_files,
)
from tidings.engine.process.home import Home
from tidings.engine.reading.annotator import lesson_of
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import parse_text

LESSON = lesson_of(parse_text("Zorbing final", "en"), parse_text("", "en"), ("Sport",))


def knowledge(version: int, lessons: int = 3) -> Knowledge:
    return taught(no_knowledge(), version, [LESSON] * lessons)


def test_a_version_is_read_as_it_was_stored(tmp_path: Path) -> None:
    stored = knowledge(64)
    KnowledgeFiles(tmp_path).keep(stored)
    known = KnowledgeFiles(tmp_path).at(64)
    assert (known.corpus.counts == stored.corpus.counts).all()
    assert known.topics.pack() == stored.topics.pack()


def test_a_stored_version_cannot_be_changed(tmp_path: Path) -> None:
    files = KnowledgeFiles(tmp_path)
    files.keep(knowledge(64))
    with pytest.raises(ValueError, match="read-only"):
        files.at(64).corpus.add(["flood"], "en")


def test_nothing_is_known_before_the_first_version(tmp_path: Path) -> None:
    files = KnowledgeFiles(tmp_path / "knowledge")
    assert files.newest() == 0
    assert not files.at(0).corpus.counts.any()
    assert not (tmp_path / "knowledge").exists()


def test_the_newest_whole_version_counts(tmp_path: Path) -> None:
    files = KnowledgeFiles(tmp_path)
    for version in (64, 256, 1024):
        files.keep(knowledge(version))
    (tmp_path / "1024").write_bytes((tmp_path / "1024").read_bytes()[:-1])
    (tmp_path / "2048").write_bytes(b"torn")
    assert files.newest() == 256


def test_versions_that_nobody_needs_are_deleted(tmp_path: Path) -> None:
    files = KnowledgeFiles(tmp_path)
    for version in (64, 256, 1024):
        files.keep(knowledge(version))
    opened = files.at(64)
    files.delete_except({256, 1024})
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1024", "256"]
    assert opened.corpus.documents("en") == 3
    with pytest.raises(FileNotFoundError):
        KnowledgeFiles(tmp_path).at(64)


# Homes of earlier versions


def earlier_home(folder: Path) -> Home:
    home, known = Home(folder), knowledge(1)
    known.corpus.counts.tofile(home.earlier_corpus)
    home.earlier_topics.write_bytes(known.topics.pack())
    return home


def test_what_an_earlier_version_learned_is_the_first_version(tmp_path: Path) -> None:
    home = earlier_home(tmp_path)
    adopt_earlier_files(home)
    files = KnowledgeFiles(home.knowledge)
    assert files.newest() == 1
    assert files.at(1).corpus.documents("en") == 3
    assert files.at(1).topics.total == 3
    assert [path.name for path in tmp_path.iterdir()] == ["knowledge"]


def test_earlier_files_are_adopted_once(tmp_path: Path) -> None:
    home = earlier_home(tmp_path)
    KnowledgeFiles(home.knowledge).keep(knowledge(64, 5))  # killed before it deleted the files
    adopt_earlier_files(home)
    assert KnowledgeFiles(home.knowledge).newest() == 64
    assert not home.earlier_corpus.exists()


@pytest.mark.parametrize("size", [0, 17])
def test_a_corpus_of_another_size_is_ignored(tmp_path: Path, size: int) -> None:
    home = Home(tmp_path)
    numpy.zeros(size, numpy.uint8).tofile(home.earlier_corpus)
    adopt_earlier_files(home)
    assert KnowledgeFiles(home.knowledge).newest() == 0


# The newest corpus


def test_a_reader_sees_the_corpus_of_the_newest_version(tmp_path: Path) -> None:
    home = Home(tmp_path)
    newest = NewestCorpus(home)
    assert newest.now().documents("en") == 0
    for version, lessons in ((64, 3), (256, 5)):
        KnowledgeFiles(home.knowledge).keep(knowledge(version, lessons))
        KnowledgeFiles(home.knowledge).delete_except({version})
        assert newest.now().documents("en") == lessons


def test_a_reader_sees_the_corpus_of_an_earlier_version(tmp_path: Path) -> None:
    corpus = Corpus.empty()
    corpus.add(["flood"], "en")
    corpus.counts.tofile(Home(tmp_path).earlier_corpus)
    assert NewestCorpus(Home(tmp_path)).now().documents("en") == 1
    assert Home(tmp_path).earlier_corpus.exists()

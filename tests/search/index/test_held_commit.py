"""What is held stays whole while the index goes on; what is adopted is the same index."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.factories import make_article

from tidings.search.entries.entry import entry_of
from tidings.search.index.adopted_commit import adopt, current_cursor, origin_of
from tidings.search.index.current_generation import building, current_name
from tidings.search.index.errors import IndexUnusable
from tidings.search.index.held_commit import HELD, HeldCommit, hold_commit, is_readable, let_go
from tidings.search.index.search_index import Index
from tidings.settings.tree import SearchSettings

SETTINGS = SearchSettings()


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    index = Index.open(tmp_path / "index", SETTINGS, writable=True)
    yield index
    index.close()


def add(index: Index, *seqs: int) -> None:
    for seq in seqs:
        article = make_article(f"http://a.example/{seq}", f"Title {seq}", "Text.", id=f"n{seq}")
        index.add([replace(entry_of(article), seq=seq)])
        index.commit(seq)


def held(index: Index) -> HeldCommit:
    commit = index.hold()
    assert commit is not None
    return commit


def adopted(commit: HeldCommit, folder: Path) -> set[str]:
    """Return the articles of an index that is made of a held commit."""
    folder.mkdir(exist_ok=True)
    with building(folder):
        sources = {name: commit.folder / name for name in commit.files}
        adopt(folder, SETTINGS, sources, commit.notes, "elsewhere")
    index = Index.open(folder, SETTINGS, writable=False)
    try:
        assert index.count() == len(set(index.ids()))
        return set(index.ids())
    finally:
        index.close()


def test_a_held_commit_stays_while_later_ones_merge_its_files_away(
    index: Index, tmp_path: Path
) -> None:
    add(index, *range(1, 11))
    commit = held(index)
    add(index, *range(11, 120))
    generation = index.folder / commit.generation
    assert any(not (generation / name).exists() for name in commit.files)
    assert adopted(commit, tmp_path / "other") == {f"n{seq}" for seq in range(1, 11)}


def test_an_adopted_commit_is_written_on_as_by_its_own_writer(index: Index, tmp_path: Path) -> None:
    add(index, *range(1, 30))
    adopted(held(index), tmp_path / "other")
    assert origin_of(tmp_path / "other") == "elsewhere"
    other = Index.open(tmp_path / "other", SETTINGS, writable=True)
    assert other.last_seq() == 29
    other.remove(["n1"])
    add(other, *range(30, 90))
    generation = other.folder / other.state[0]
    other.close()
    assert other.count() == 88
    names = {name for name in held(index).files if "/" not in name}
    left = {path.name for path in generation.iterdir()} & names
    assert len(left) < len(names)  # files that came from elsewhere are deleted when merged, too


def test_there_is_nothing_to_hold_before_the_first_commit(index: Index) -> None:
    assert index.hold() is None


def test_a_commit_that_lacks_a_file_does_not_become_current(index: Index, tmp_path: Path) -> None:
    add(index, 1, 2)
    commit = held(index)
    whole = tmp_path / "other"
    adopted(commit, whole)
    (commit.folder / commit.files[-1]).unlink()
    for name in commit.files[:-1]:
        lacking = replace(commit, files=tuple(each for each in commit.files if each != name))
        with pytest.raises((IndexUnusable, FileNotFoundError)):
            adopted(lacking, whole)
    assert current_name(whole) == "1"
    assert current_cursor(whole, SETTINGS) == 2
    assert [path.name for path in whole.iterdir() if path.is_dir()] == ["1"]


def test_holding_again_lets_the_former_commit_go(index: Index) -> None:
    add(index, 1)
    hold_commit(index.folder / index.state[0], 1)
    (index.folder / HELD / "of-a-killed-process").touch()
    held(index)
    assert not (index.folder / HELD / "of-a-killed-process").exists()
    let_go(index.folder)
    assert not (index.folder / HELD).exists()


def test_files_are_copied_where_there_are_no_links(
    index: Index, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    add(index, 1, 2)
    assert adopted(held(index), tmp_path / "other") == {"n1", "n2"}


def test_a_commit_of_another_version_is_not_readable(index: Index) -> None:
    add(index, 1)
    notes = held(index).notes
    assert is_readable(notes)
    assert not is_readable(notes | {"tidings-version": "999.1"})
    shutil.rmtree(index.folder / HELD)

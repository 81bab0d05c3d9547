import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tidings.search.index.current_generation import (
    building,
    clean,
    current_name,
    current_stamp,
    is_written,
    make_current,
    new_folder,
    offer,
    offered_name,
    withdraw,
)
from tidings.search.index.errors import IndexBusy


@contextmanager
def writer(generation: Path) -> Iterator[None]:
    """A process that writes to a generation holds tantivy's lock."""
    generation.mkdir(exist_ok=True)
    with (generation / ".tantivy-writer.lock").open("w") as file:
        fcntl.flock(file.fileno(), fcntl.LOCK_EX)
        yield


def folders(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir() if each.is_dir())


def test_a_new_folder_has_no_current_generation(tmp_path: Path) -> None:
    assert current_name(tmp_path) is None
    assert offered_name(tmp_path) is None
    assert current_stamp(str(tmp_path)) is None
    assert not is_written(tmp_path)


def test_a_generation_becomes_current_and_is_no_longer_offered(tmp_path: Path) -> None:
    offer(tmp_path, "2")
    assert (offered_name(tmp_path), current_name(tmp_path)) == ("2", None)
    make_current(tmp_path, "2")
    assert (offered_name(tmp_path), current_name(tmp_path)) == (None, "2")


def test_an_offer_can_be_replaced_and_withdrawn(tmp_path: Path) -> None:
    offer(tmp_path, "2")
    offer(tmp_path, "3")
    assert offered_name(tmp_path) == "3"
    withdraw(tmp_path)
    withdraw(tmp_path)  # there may be none
    assert offered_name(tmp_path) is None


def test_the_stamp_changes_with_every_switch(tmp_path: Path) -> None:
    make_current(tmp_path, "1")
    before = current_stamp(str(tmp_path))
    assert before == current_stamp(str(tmp_path))
    with (tmp_path / "current").open():  # keeps the inode from being used again
        make_current(tmp_path, "1")
        assert current_stamp(str(tmp_path)) not in (before, None)


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff\xfe"])
def test_an_unreadable_name_counts_as_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "current").write_bytes(content)
    assert current_name(tmp_path) is None
    assert not is_written(tmp_path)


def test_only_the_current_generation_counts_as_written(tmp_path: Path) -> None:
    make_current(tmp_path, "1")
    assert not is_written(tmp_path)  # its folder is missing
    with writer(tmp_path / "2"):
        assert not is_written(tmp_path)
        with writer(tmp_path / "1"):
            assert is_written(tmp_path)
    assert not is_written(tmp_path)  # the lock file of an ended writer stays


def test_a_new_generation_never_takes_the_folder_of_another(tmp_path: Path) -> None:
    index = tmp_path / "home" / "index"
    made = [new_folder(index) for _ in range(3)]
    assert [each.name for each in made] == ["1", "2", "3"]
    made[1].rmdir()
    assert new_folder(index) == index / "2"
    (index / "4").write_text("a file in its place")
    assert new_folder(index) == index / "5"


def test_only_one_process_builds_at_a_time(tmp_path: Path) -> None:
    index = tmp_path / "index"
    with building(index), pytest.raises(IndexBusy, match="building an index"), building(index):
        raise AssertionError("both build")
    with building(index):
        pass  # the first has ended


def test_a_failed_build_leaves_no_lock(tmp_path: Path) -> None:
    with pytest.raises(KeyError), building(tmp_path):
        raise KeyError
    with building(tmp_path):
        pass


def test_cleaning_deletes_leftovers_and_keeps_what_is_in_use(tmp_path: Path) -> None:
    for name in ("1", "2", "3", "4"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "meta.json").write_text("{}")
    make_current(tmp_path, "2")
    offer(tmp_path, "3")
    with writer(tmp_path / "4"):
        clean(tmp_path)
    assert folders(tmp_path) == ["2", "4"]
    assert (offered_name(tmp_path), current_name(tmp_path)) == (None, "2")
    assert (tmp_path / "2" / "meta.json").exists()
    clean(tmp_path)  # nobody writes to 4 any more
    assert folders(tmp_path) == ["2"]


def test_cleaning_without_a_current_generation_deletes_all(tmp_path: Path) -> None:
    (tmp_path / "1").mkdir()
    clean(tmp_path)
    assert folders(tmp_path) == []

import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

import pytest

from tidings.model.search.results import Query
from tidings.search.entries.entry import IndexEntry
from tidings.search.index.search_index import Index, IndexBusy, IndexUnusable
from tidings.search.search import search
from tidings.settings.tree import SearchSettings

SETTINGS = SearchSettings()


def entry(id_: str, seq: int, body: str = "word") -> IndexEntry:
    published = datetime(2024, 1, 1, tzinfo=UTC)
    return IndexEntry(id_, seq, "example.com", "en", published, "title", "lead", body)


def found(index: Index, text: str) -> list[str]:
    return sorted(match.id for match in search(index.snapshot(), Query(text, limit=100)).matches)


def open_index(folder: Path, *, writable: bool = True) -> Index:
    return Index.open(folder, SETTINGS, writable=writable)


def merging_priorities() -> Iterator[int]:
    for comm in Path("/proc/self/task").glob("*/comm"):
        with suppress(OSError):  # a thread of a closed index may be ending
            if comm.read_text().startswith("merge_thread"):
                yield os.getpriority(os.PRIO_PROCESS, int(comm.parent.name))


def test_a_new_index_is_empty(index: Index) -> None:
    assert index.count() == 0
    assert index.last_seq() == 0
    assert list(index.ids()) == []
    assert index.languages() == ()


def test_additions_are_visible_after_the_commit_and_not_before(index: Index) -> None:
    index.add([entry("a", 1), entry("b", 2)])
    assert index.count() == 0
    index.commit()
    assert index.count() == 2
    assert list(index.ids()) == ["a", "b"]
    assert index.languages() == ("en",)


def test_an_existing_id_is_replaced(index: Index) -> None:
    index.add([entry("a", 1, "old"), entry("b", 2, "old"), entry("b", 3, "new")])
    index.commit()
    index.add([entry("a", 4, "new")])
    index.commit()
    assert index.count() == 2
    assert found(index, "old") == []
    assert found(index, "new") == ["a", "b"]


def test_removals_take_effect_with_the_commit(index: Index) -> None:
    index.add([entry("a", 1), entry("b", 2)])
    index.commit()
    index.remove(["a", "never there"])
    assert index.count() == 2
    index.commit()
    assert list(index.ids()) == ["b"]
    assert found(index, "word") == ["b"]


def test_the_last_seq_stays_when_the_newest_entry_is_removed(index: Index) -> None:
    index.add([entry(f"id{seq}", seq) for seq in (3, 5, 9)])
    index.commit()
    assert index.last_seq() == 9
    index.remove(["id9"])
    index.commit()
    assert index.last_seq() == 9


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priorities of their own")
def test_merging_threads_have_the_lowest_priority(tmp_path: Path) -> None:
    for _ in range(40):  # a thread sets its name some time after it starts
        index = open_index(tmp_path)
        assert set(merging_priorities()) == {19}
        index.close()


def test_a_reopened_index_knows_its_entries_and_its_last_seq(tmp_path: Path) -> None:
    first = open_index(tmp_path)
    first.add([entry("a", 5), entry("b", 9)])
    first.commit()
    first.close()
    second = open_index(tmp_path)
    assert (second.count(), second.last_seq()) == (2, 9)
    second.close()


def test_uncommitted_changes_are_lost_on_close(tmp_path: Path) -> None:
    first = open_index(tmp_path)
    first.add([entry("a", 1)])
    first.commit()
    first.add([entry("a", 2, "changed"), entry("b", 3)])
    first.close()
    second = open_index(tmp_path)
    assert (list(second.ids()), second.last_seq()) == (["a"], 1)
    assert found(second, "changed") == []
    second.close()


def test_many_small_commits_lose_nothing_to_merges(index: Index) -> None:
    for seq in range(1, 61):
        index.add([entry(f"{seq % 40:02}", seq)])
        index.commit()
    assert list(index.ids()) == [f"{number:02}" for number in range(40)]
    assert index.last_seq() == 60


def test_a_second_writer_finds_the_index_busy(index: Index) -> None:
    with pytest.raises(IndexBusy):
        open_index(index.folder)


def test_a_reader_may_not_write(index: Index) -> None:
    reader = open_index(index.folder, writable=False)
    with pytest.raises(RuntimeError):
        reader.add([entry("a", 1)])


def test_a_reader_of_a_missing_index_sees_nothing_and_creates_nothing(tmp_path: Path) -> None:
    reader = open_index(tmp_path / "none", writable=False)
    assert reader.count() == 0
    assert found(reader, "word") == []
    assert not (tmp_path / "none").exists()


def test_a_reader_opened_first_sees_the_index_once_it_exists(tmp_path: Path) -> None:
    reader = open_index(tmp_path / "later", writable=False)
    writer = open_index(tmp_path / "later")
    writer.add([entry("a", 1)])
    writer.commit()
    assert reader.count() == 0
    reader.reload()
    assert found(reader, "word") == ["a"]
    writer.close()


def test_an_open_searcher_does_not_change_with_later_commits(index: Index) -> None:
    index.add([entry("a", 1)])
    index.commit()
    searcher = index.searcher
    index.add([entry("b", 2)])
    index.commit()
    assert (searcher.num_docs, index.searcher.num_docs) == (1, 2)


def make(folder: Path) -> None:
    made = open_index(folder)
    made.add([entry("a", 1)])
    made.commit()
    made.close()


@pytest.mark.parametrize("writable", [True, False])
def test_an_index_of_another_version_is_unusable(tmp_path: Path, writable: bool) -> None:
    make(tmp_path)
    (tmp_path / "1" / "tidings-version").write_text("0.0")
    with pytest.raises(IndexUnusable, match=r"version '0\.0'"):
        open_index(tmp_path, writable=writable)


def test_an_index_without_a_version_is_unusable(tmp_path: Path) -> None:
    make(tmp_path)
    (tmp_path / "1" / "tidings-version").unlink()
    with pytest.raises(IndexUnusable):
        open_index(tmp_path)


@pytest.mark.parametrize(
    "pattern", ["meta.json", "*.store", "*.fast", "*.idx", "*.term", "*.forward"]
)
@pytest.mark.parametrize("writable", [True, False])
def test_a_truncated_file_makes_the_index_unusable(
    tmp_path: Path, pattern: str, writable: bool
) -> None:
    make(tmp_path)
    for file in tmp_path.rglob(pattern):
        file.write_bytes(file.read_bytes()[:-10])
    with pytest.raises(IndexUnusable):
        open_index(tmp_path, writable=writable)


@pytest.mark.parametrize(
    "pattern", ["*.store", "*.fast", "*.idx", "*.term", "*.pos", "*.forward", "manifest"]
)
def test_a_missing_file_makes_the_index_unusable(tmp_path: Path, pattern: str) -> None:
    make(tmp_path)
    for file in tmp_path.rglob(pattern):
        file.unlink()
    with pytest.raises(IndexUnusable):
        open_index(tmp_path, writable=False)


def test_a_corrupt_column_makes_the_index_unusable(tmp_path: Path) -> None:
    make(tmp_path)
    for file in tmp_path.rglob("*.fast"):
        body = bytearray(file.read_bytes())
        body[: len(body) // 2] = bytes(byte ^ 0x5A for byte in body[: len(body) // 2])
        file.write_bytes(body)
    with pytest.raises(IndexUnusable):
        open_index(tmp_path, writable=False).last_seq()


def test_an_unusable_index_can_be_moved_away_and_rebuilt(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    make(folder)
    for file in folder.rglob("*.fast"):
        file.unlink()
    with pytest.raises(IndexUnusable):
        open_index(folder)
    folder.rename(tmp_path / "aside")
    make(folder)
    assert list(open_index(folder, writable=False).ids()) == ["a"]


def test_an_index_without_generations_is_unusable(tmp_path: Path) -> None:
    (tmp_path / "meta.json").write_text("{}")
    for writable in (True, False):
        with pytest.raises(IndexUnusable, match="older version"):
            open_index(tmp_path, writable=writable)


def test_an_index_whose_creation_was_killed_is_created_again(tmp_path: Path) -> None:
    (tmp_path / "1").mkdir()
    (tmp_path / "1" / "tidings-version").write_text("half")
    make(tmp_path)
    assert list(open_index(tmp_path, writable=False).ids()) == ["a"]


WRITER = textwrap.dedent(
    """
    import sys
    from datetime import UTC, datetime
    from pathlib import Path
    from tidings.search.entries.entry import IndexEntry
    from tidings.search.index.search_index import Index
    from tidings.settings.tree import SearchSettings

    index = Index.open(Path(sys.argv[1]), SearchSettings(), writable=True)
    published = datetime(2024, 1, 1, tzinfo=UTC)
    for line in sys.stdin:
        first, last, commit = line.split()
        for seq in range(int(first), int(last)):
            body = " ".join(f"w{seq * number % 1009}" for number in range(300))
            index.add([IndexEntry(f"{seq:05}", seq, "s", "en", published, "title", "", body)])
        if commit == "commit":
            index.commit()
        print("done", flush=True)
    """
)


@pytest.fixture
def writer(tmp_path: Path) -> "Writer":
    return Writer(tmp_path / "index")


class Writer:
    """Another process that writes; it reads lines of `first last commit|add`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __enter__(self) -> "Writer":
        command = [sys.executable, "-c", WRITER, str(self.folder)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        return self

    def send(self, line: str, *, wait: bool = True) -> None:
        self._pipe(self.process.stdin).write(line + "\n")
        self._pipe(self.process.stdin).flush()
        if wait:
            assert self._pipe(self.process.stdout).readline() == "done\n"

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def __exit__(self, *_: object) -> None:
        self.kill()
        self._pipe(self.process.stdin).close()
        self._pipe(self.process.stdout).close()

    @staticmethod
    def _pipe(pipe: IO[str] | None) -> IO[str]:
        assert pipe is not None
        return pipe


def test_a_reader_in_another_process_sees_commits_after_reloading(writer: Writer) -> None:
    with writer:
        writer.send("1 11 commit")
        reader = open_index(writer.folder, writable=False)
        assert reader.count() == 10
        writer.send("11 21 add")
        reader.reload()
        assert reader.count() == 10
        writer.send("21 31 commit")
        assert reader.count() == 10
        reader.reload()
        assert (reader.count(), reader.last_seq()) == (30, 30)
        with pytest.raises(IndexBusy):
            open_index(writer.folder)


def test_a_killed_writer_leaves_the_last_commit_and_no_lock(writer: Writer) -> None:
    with writer:
        writer.send("1 101 commit")
        writer.send("50 500 add")
        writer.send("500 3000 commit", wait=False)
        writer.kill()
    survivor = open_index(writer.folder)
    last = survivor.last_seq()
    assert last in (100, 2999)  # the second commit may already be done
    assert list(survivor.ids()) == [f"{seq:05}" for seq in range(1, last + 1)]
    survivor.add([entry("new", last + 1)])
    survivor.commit()
    assert found(survivor, "word") == ["new"]
    survivor.close()

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tidings.search.entries.entry import IndexEntry
from tidings.search.entries.schema import DATES_ALL_VERSION
from tidings.search.index.errors import IndexBusy, IndexUnusable
from tidings.search.index.generation import Generation

MakeEntry = Callable[..., IndexEntry]
OpenGeneration = Callable[..., Generation]


def seqs(generation: Generation) -> list[int]:
    """The seqs by the ids of tantivy; each must have its row in the forward index."""
    found = [generation.view.forward.seq_of(id_) for id_ in generation.view.ids()]
    assert None not in found
    assert generation.view.forward.columns(np.array(found, np.int64)).known.all()
    return [seq for seq in found if seq is not None]


def test_both_indexes_change_with_one_commit(
    tmp_path: Path, open_generation: OpenGeneration, make_entry: MakeEntry
) -> None:
    made = open_generation(tmp_path)
    made.add([make_entry("a", 1), make_entry("b", 2)])
    assert (made.view.count(), made.view.forward.count, made.view.last_seq) == (0, 0, 0)
    made.commit()
    assert (seqs(made), made.view.last_seq) == ([1, 2], 2)
    made.add([make_entry("a", 3)])
    made.remove(["b"])
    made.commit()
    assert (seqs(made), made.view.last_seq) == ([3], 3)
    assert not made.view.holds("b")


def test_a_commit_without_changes_writes_nothing(
    tmp_path: Path, open_generation: OpenGeneration, make_entry: MakeEntry
) -> None:
    made = open_generation(tmp_path)
    made.add([make_entry("a", 1)])
    made.commit()
    view, files = made.view, {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    made.add([])
    made.remove([])
    made.commit()
    assert made.view is view
    assert {file: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == files


def test_a_reader_is_current_until_the_next_commit(
    tmp_path: Path, open_generation: OpenGeneration, make_entry: MakeEntry
) -> None:
    made = open_generation(tmp_path)
    reader = open_generation(tmp_path, writable=False)
    view = reader.view
    reader.reload()
    assert reader.view is view
    made.add([make_entry("a", 1)])
    assert reader.is_current()
    made.commit()
    assert made.is_current()
    assert not reader.is_current()
    reader.reload()
    assert reader.is_current()
    assert (seqs(reader), list(view.ids())) == ([1], [])


def test_an_open_view_outlives_the_deletion_of_its_generation(
    tmp_path: Path, open_generation: OpenGeneration, make_entry: MakeEntry
) -> None:
    made = open_generation(tmp_path / "1")
    made.add([make_entry("a", 1, "harbour")])
    made.commit()
    made.close()  # its threads may still write files
    reader = open_generation(tmp_path / "1", writable=False)
    shutil.rmtree(tmp_path / "1")
    assert not reader.is_current()
    assert seqs(reader) == [1]
    with pytest.raises(IndexUnusable):
        reader.reload()


def test_a_second_writer_finds_the_generation_busy(
    tmp_path: Path, open_generation: OpenGeneration
) -> None:
    made = open_generation(tmp_path)
    with pytest.raises(IndexBusy, match="another process is writing"):
        open_generation(tmp_path)
    made.close()
    open_generation(tmp_path)


def test_only_an_open_writer_may_write(
    tmp_path: Path, open_generation: OpenGeneration, make_entry: MakeEntry
) -> None:
    made = open_generation(tmp_path)
    reader = open_generation(tmp_path, writable=False)
    made.add([make_entry("a", 1)])
    made.close()
    for closed in (made, reader):
        with pytest.raises(RuntimeError, match="closed or was opened read-only"):
            closed.add([make_entry("b", 2)])
        with pytest.raises(RuntimeError, match="closed or was opened read-only"):
            closed.remove(["a"])
    assert seqs(open_generation(tmp_path, writable=False)) == []


def test_a_reader_does_not_create_what_is_missing(
    tmp_path: Path, open_generation: OpenGeneration
) -> None:
    with pytest.raises(IndexUnusable, match="there is no index"):
        open_generation(tmp_path / "1", writable=False)
    assert not (tmp_path / "1").exists()


@pytest.mark.parametrize("writable", [True, False])
def test_the_last_version_is_opened_and_known_to_date_all_articles(
    tmp_path: Path, open_generation: OpenGeneration, writable: bool
) -> None:
    made = open_generation(tmp_path)
    assert not made.view.dates_all
    made.close()
    (tmp_path / "tidings-version").write_text(DATES_ALL_VERSION, "ascii")
    assert open_generation(tmp_path, writable=writable).view.dates_all


@pytest.mark.parametrize("version", ["4.1", "", "\xff" * 300])
def test_another_version_is_named_in_the_error(
    tmp_path: Path, open_generation: OpenGeneration, version: str
) -> None:
    open_generation(tmp_path).close()
    (tmp_path / "tidings-version").write_text(version, "latin-1")
    with pytest.raises(IndexUnusable, match="has version") as raised:
        open_generation(tmp_path)
    assert len(str(raised.value)) < 200 + len(str(tmp_path))


def test_a_forward_index_that_lacks_committed_articles_is_unusable(
    tmp_path: Path, open_generation: OpenGeneration, make_entry: MakeEntry
) -> None:
    made = open_generation(tmp_path)
    made.add([make_entry("a", 1)])
    made.commit()
    kept = tmp_path / "kept"
    shutil.copytree(tmp_path / "forward", kept)
    made.add([make_entry("b", 2)])
    made.commit()
    made.close()
    shutil.rmtree(tmp_path / "forward")
    kept.rename(tmp_path / "forward")
    with pytest.raises(IndexUnusable, match="lacks articles"):
        open_generation(tmp_path, writable=False)


def test_the_cursor_of_a_scan_may_be_behind_what_is_committed(
    tmp_path: Path, open_generation: OpenGeneration, make_entry: MakeEntry
) -> None:
    """If the log has every change, its cursor is below 0: whoever is killed scans again."""
    made = open_generation(tmp_path)
    made.add([make_entry("a", 1), make_entry("b", 2)])
    made.commit(-1)
    assert (seqs(made), made.view.last_seq) == ([1, 2], -1)
    made.close()
    assert open_generation(tmp_path, writable=False).view.last_seq == -1


def test_a_forward_index_that_is_ahead_waits_for_tantivy(
    tmp_path: Path, open_generation: OpenGeneration, make_entry: MakeEntry
) -> None:
    """A kill between the two halves of a commit leaves the forward index ahead."""
    made = open_generation(tmp_path)
    made.add([make_entry("a", 1)])
    made.commit()
    made.add([make_entry("b", 2)])
    made._forward.commit()
    made.close()
    again = open_generation(tmp_path)
    assert (list(again.view.ids()), again.view.last_seq, again.view.forward.last_seq) == (
        ["a"],
        1,
        2,
    )
    again.add([make_entry("b", 2), make_entry("c", 3)])
    again.commit()
    assert (seqs(again), again.view.last_seq) == ([1, 2, 3], 3)


def test_a_damaged_forward_index_takes_no_lock(
    tmp_path: Path, open_generation: OpenGeneration
) -> None:
    open_generation(tmp_path).close()
    manifest = tmp_path / "forward" / "manifest"
    manifest.write_text("broken")
    with pytest.raises(IndexUnusable, match="manifest"):
        open_generation(tmp_path)
    manifest.unlink()
    open_generation(tmp_path)


def test_the_cursor_is_committed_with_the_entries_it_stands_for(
    tmp_path: Path, open_generation: OpenGeneration, make_entry: MakeEntry
) -> None:
    """A removal leaves no entry whose seq would tell how far the index is."""
    made = open_generation(tmp_path)
    made.add([make_entry("a", 1), make_entry("b", 2)])
    made.commit(4)
    assert made.view.last_seq == 4
    made.remove(["b"])
    made._forward.commit(7, made._opstamp(), made.view.last_seq)
    made.close()  # killed between the two halves: neither the removal nor its cursor counts
    again = open_generation(tmp_path)
    assert (list(again.view.ids()), again.view.last_seq) == (["a", "b"], 4)
    again.remove(["b"])
    again.commit(7)
    assert (list(again.view.ids()), again.view.last_seq) == (["a"], 7)
    again.commit(9)  # a cursor alone is committed, too
    again.close()
    assert open_generation(tmp_path, writable=False).view.last_seq == 9


def test_an_index_of_an_older_version_continues_after_its_newest_entry(
    tmp_path: Path, open_generation: OpenGeneration, make_entry: MakeEntry
) -> None:
    made = open_generation(tmp_path)
    made.add([make_entry("a", 1), make_entry("b", 2)])
    made.commit()
    made.close()
    manifest = tmp_path / "forward" / "manifest"
    fields = json.loads(manifest.read_text())
    older = {name: fields[name] for name in ("segments", "last_seq", "next_number")}
    manifest.write_text(json.dumps(older))
    again = open_generation(tmp_path)
    assert again.view.last_seq == 2
    again.remove(["b"])
    again.commit(3)
    assert (list(again.view.ids()), again.view.last_seq) == (["a"], 3)

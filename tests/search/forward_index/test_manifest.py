import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.search.forward_index.manifest import (
    Manifest,
    ManifestBroken,
    read_manifest,
    replace_file,
    stamp_of,
    write_manifest,
)

MANIFESTS = st.builds(
    Manifest,
    st.lists(st.integers(1, 999).map("{}.forward".format), max_size=5).map(tuple),
    st.integers(0, 1 << 62),
    st.integers(1, 1 << 40),
)


@given(MANIFESTS, MANIFESTS)
@settings(max_examples=25)
def test_the_newest_manifest_is_read_as_it_was_written(first: Manifest, second: Manifest) -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        for manifest in (first, second):
            write_manifest(folder, manifest)
            assert read_manifest(folder) == manifest
        assert [file.name for file in folder.iterdir()] == ["manifest"]


def test_a_folder_without_a_manifest_has_an_empty_one(tmp_path: Path) -> None:
    assert read_manifest(tmp_path) == Manifest((), 0, 1)
    assert stamp_of(tmp_path) is None


def test_every_new_manifest_has_another_stamp_even_with_the_same_contents(tmp_path: Path) -> None:
    kept, stamps = [], []
    for _ in range(4):
        write_manifest(tmp_path, Manifest())
        stamps.append(stamp_of(tmp_path))
        # An open file keeps its inode from being used again.
        kept.append((tmp_path / "manifest").open())
    for file in kept:
        file.close()
    assert None not in stamps
    assert len(set(stamps)) == 4
    assert stamp_of(tmp_path) == stamps[-1]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        "null",
        json.dumps({"segments": [], "last_seq": 1}),
        json.dumps({"segments": 3, "last_seq": 1, "next_number": 1}),
        json.dumps({"segments": [], "last_seq": "many", "next_number": 1}),
        json.dumps({"segments": [], "last_seq": None, "next_number": 1}),
    ],
)
def test_an_unreadable_manifest_names_its_folder(tmp_path: Path, text: str) -> None:
    (tmp_path / "manifest").write_text(text)
    with pytest.raises(ManifestBroken, match=str(tmp_path)):
        read_manifest(tmp_path)


def test_what_a_killed_writer_left_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "name"
    path.with_name("name.new").write_text("a much longer half of a text that was never finished")
    replace_file(path, "größer")
    assert path.read_text("utf-8") == "größer"
    assert [file.name for file in tmp_path.iterdir()] == ["name"]


def test_readers_of_the_old_file_keep_it(tmp_path: Path) -> None:
    path = tmp_path / "name"
    replace_file(path, "old")
    with path.open() as reader:
        replace_file(path, "new")
        assert reader.read() == "old"
    assert path.read_text() == "new"
